#include "logic/deadly.h"

#include "logic/search.h"

namespace nonet::logic {
namespace {

List shared_houses(Cells cells) {
    List houses;
    for (int house : kBoard.houses[cells.first()])
        if (cells.is_inside(kBoard.board[house])) houses.add(house);
    return houses;
}

class NakedWith {
  public:
    NakedWith(Search& search, Technique technique, const DeadlyPattern& pattern)
        : search_(search),
          masks_(search.position.masks),
          technique_(technique),
          pattern_(pattern),
          shared_(shared_houses(pattern.extra_cells)) {}

    bool run() {
        const unsigned pair = bit_of(pattern_.pair[0]) | bit_of(pattern_.pair[1]);
        for (place_ = 0; place_ < shared_.count; ++place_) {
            able_ = {};
            for (int cell : kBoard.board[shared_.items[place_]].minus(pattern_.board()))
                if (masks_[cell] && !(masks_[cell] & pair)) able_.add(cell);
            if (extend(0, {}, pattern_.extras, 0)) return true;
        }
        return false;
    }

  private:
    // Cells that hold, together with the extras, one digit more than there are cells; in dictionary order.
    bool extend(int start, Cells subset, unsigned digits, int count) {
        if (count && count_bits(digits) == count + 1 && found(subset, digits)) return true;
        for (int k = start; k < able_.count; ++k) {
            const int cell = able_.items[k];
            if (extend(k + 1, subset | Cells::of(cell), digits | masks_[cell], count + 1)) return true;
        }
        return false;
    }

    bool found(Cells subset, unsigned digits) {
        const Cells whole = subset | pattern_.extra_cells;
        Cells around;
        for (int k = 0; k < shared_.count; ++k) {
            const Cells house = kBoard.board[shared_.items[k]];
            if (!whole.is_inside(house)) continue;
            if (k < place_) return false;  // found there
            around |= house;
        }
        Step& step = search_.begin(technique_);
        for (int cell : (around & search_.position.unsolved).minus(whole))
            for (int digit : Digits{masks_[cell] & digits}) step.eliminate(cell, digit);
        if (step.eliminations.empty()) return false;
        if (step.wants_evidence) {
            show_pattern(step, pattern_);
            step.role(kBase, subset, Digits{digits}, {shared_.items[place_]});
            for (int cell : subset) step.truth_cell(cell);
        }
        return search_.commit();
    }

    Search& search_;
    const uint16_t* masks_;
    const Technique technique_;
    const DeadlyPattern& pattern_;
    const List shared_;
    int place_ = 0;
    List able_;
};

}  // namespace

DeadlyPattern::DeadlyPattern(const Position& position, DeadlyKind kind, const List& cells, int first, int second)
    : kind(kind), cells(cells), pair{(uint8_t)first, (uint8_t)second}, extras(0) {
    const unsigned other = ~(bit_of(first) | bit_of(second));
    for (int k = 0; k < cells.count; ++k)
        if (const unsigned mask = position.masks[cells.items[k]] & other) {
            extra_cells.add(cells.items[k]);
            extras |= mask;
        }
}

Cells DeadlyPattern::board() const {
    Cells board;
    for (int k = 0; k < cells.count; ++k) board.add(cells.items[k]);
    return board;
}

void show_pattern(Step& step, const DeadlyPattern& pattern) {
    const List pair{pattern.pair[0], pattern.pair[1]};
    step.role(kRectangle, pattern.cells, pair);
    if (pattern.extra_cells.any()) step.role(kFin, pattern.extra_cells, Digits{pattern.extras});
    step.deadly(pattern.kind, pattern.cells, pair);
}

bool find_one_extra_cell(Search& search, Technique technique, const DeadlyPattern& pattern) {
    if (!pattern.extra_cells.is_one()) return false;
    const int cell = pattern.extra_cells.first();
    Step& step = search.begin(technique);
    for (int digit : pattern.pair)
        if (search.position.has(cell, digit)) step.eliminate(cell, digit);
    if (step.eliminations.empty()) return false;
    if (step.wants_evidence) show_pattern(step, pattern);
    return search.commit();
}

bool find_one_extra_digit(Search& search, Technique technique, const DeadlyPattern& pattern) {
    if (!pattern.extra_cells.is_several() || !is_one(pattern.extras)) return false;
    const int digit = lowest_digit(pattern.extras);
    const Cells gone = search.position.boards[digit] & seen_by_all(pattern.extra_cells);
    if (gone.none()) return false;
    Step& step = search.begin(technique);
    step.eliminate(gone, digit);
    if (step.wants_evidence) show_pattern(step, pattern);
    return search.commit();
}

bool find_naked_with(Search& search, Technique technique, const DeadlyPattern& pattern) {
    return pattern.has_two_extra_cells() && NakedWith(search, technique, pattern).run();
}

bool find_locked_in(Search& search, Technique technique, const DeadlyPattern& pattern) {
    if (!pattern.has_two_extra_cells()) return false;
    const List houses = shared_houses(pattern.extra_cells);
    for (int k = 0; k < 2; ++k) {
        const int lock = pattern.pair[k], other = pattern.pair[1 - k];
        if (!pattern.extra_cells.meets(search.position.boards[other])) continue;
        for (int h = 0; h < houses.count; ++h) {
            const int house = houses.items[h];
            const Cells places = search.position.boards[lock] & kBoard.board[house];
            if (!places.is_inside(pattern.extra_cells)) continue;
            Step& step = search.begin(technique);
            step.eliminate(pattern.extra_cells & search.position.boards[other], other);
            if (step.wants_evidence) {
                show_pattern(step, pattern);
                step.role(kCover, pattern.extra_cells, {lock}, {house});
                step.truth_house(house, lock);
            }
            if (search.commit()) return true;
            break;
        }
    }
    return false;
}

}  // namespace nonet::logic
