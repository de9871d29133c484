// Singles, in the order in which they arose: as src/nonet/logic/singles.py.
#include "logic/finders.h"

namespace nonet::logic {
namespace {

// The first house of the cell, box before row before column, of whose cells `places` has this one alone; or -1.
int house_with_only(int cell, Cells places) {
    for (int kind : {2, 0, 1}) {
        const int house = kBoard.houses[cell][kind];
        if ((places & kBoard.board[house]) == Cells::of(cell)) return house;
    }
    return -1;
}

bool has_one_candidate(const Position& position, int cell) {
    return !position.values[cell] && is_one(position.masks[cell]);
}

}  // namespace

bool find_full_houses(Search& search) {
    const Position& position = search.position;
    if (position.last_cells.none()) return false;
    for (int k = position.naked.begin; k < position.naked.end; ++k) {
        const int cell = position.naked.items[k];
        if (!position.last_cells.has(cell) || !has_one_candidate(position, cell)) continue;
        const int digit = lowest_digit(position.masks[cell]);
        Step& step = search.begin(kFullHouse);
        step.place(cell, digit);
        if (step.wants_evidence) {
            step.role(kBase, {cell}, {digit}, {house_with_only(cell, position.unsolved)});
            step.truth_cell(cell);
        }
        if (search.commit()) return true;
    }
    return false;
}

bool find_naked_singles(Search& search) {
    const Position& position = search.position;
    for (int k = position.naked.begin; k < position.naked.end; ++k) {
        const int cell = position.naked.items[k];
        if (!has_one_candidate(position, cell)) continue;
        const int digit = lowest_digit(position.masks[cell]);
        Step& step = search.begin(kNakedSingle);
        step.place(cell, digit);
        if (step.wants_evidence) {
            step.role(kBase, {cell}, {digit});
            step.truth_cell(cell);
        }
        if (search.commit()) return true;
    }
    return false;
}

bool find_hidden_singles(Search& search) {
    const Position& position = search.position;
    Cells done[10];
    for (int k = position.hidden.begin; k < position.hidden.end; ++k) {
        const auto [cell, digit] = position.hidden.items[k];
        if (done[digit].has(cell) || !position.has(cell, digit)) continue;
        done[digit].add(cell);
        const int house = house_with_only(cell, position.boards[digit]);
        if (house < 0) continue;
        Step& step = search.begin(kHiddenSingle);
        step.place(cell, digit);
        if (step.wants_evidence) {
            step.role(kBase, {cell}, {digit}, {house});
            step.truth_house(house, digit);
        }
        if (search.commit()) return true;
    }
    return false;
}

}  // namespace nonet::logic
