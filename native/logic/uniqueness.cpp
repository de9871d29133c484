#include "logic/uniqueness.h"

#include <algorithm>

#include "logic/finders.h"

namespace nonet::logic {
namespace {

// A corner, its mate in the same box, and opposite to them their mates along the other lines.
struct Corners {
    uint8_t cells[4];
    Cells board;
};

// For each cell the rectangles that it is a corner of, by its mate in the box, then by their mates.
struct RectangleTable {
    Corners at[kCells][24];
    uint8_t count[kCells] = {};

    RectangleTable() {
        for (int top = 0; top < 9; ++top)
            for (int bottom = top + 1; bottom < 9; ++bottom)
                for (int left = 0; left < 9; ++left)
                    for (int right = left + 1; right < 9; ++right) add(top, bottom, left, right);
        for (int cell = 0; cell < kCells; ++cell)
            std::sort(at[cell], at[cell] + count[cell], [](const Corners& one, const Corners& other) {
                return std::lexicographical_compare(one.cells, one.cells + 4, other.cells, other.cells + 4);
            });
    }

  private:
    void add(int top, int bottom, int left, int right) {
        const bool same_band = top / 3 == bottom / 3, same_stack = left / 3 == right / 3;
        if (same_band == same_stack) return;  // four boxes, or one
        const int cells[4] = {9 * top + left, 9 * top + right, 9 * bottom + left, 9 * bottom + right};
        Cells board;
        for (int cell : cells) board.add(cell);
        for (int k = 0; k < 4; ++k) {
            const int mate = cells[same_stack ? k ^ 1 : k ^ 2], below = cells[same_stack ? k ^ 2 : k ^ 1];
            at[cells[k]][count[cells[k]]++] = {
                {(uint8_t)cells[k], (uint8_t)mate, (uint8_t)below, (uint8_t)cells[k ^ 3]}, board};
        }
    }
};

const RectangleTable kRectangles;

const Corners* begin_at(int cell) { return kRectangles.at[cell]; }
const Corners* end_at(int cell) { return kRectangles.at[cell] + kRectangles.count[cell]; }

List list_of(const Corners& corners) {
    List list;
    for (int cell : corners.cells) list.add(cell);
    return list;
}

// Remembers which rectangles were met.
class Met {
  public:
    bool is_new(Cells board, unsigned mask = 0) {
        for (const auto& [known, known_mask] : met_)
            if (known == board && known_mask == mask) return false;
        met_.emplace_back(board, mask);
        return true;
    }

  private:
    std::vector<std::pair<Cells, unsigned>> met_;
};

// For each digit the open cells that no filled cell keeps it from.
void possible_cells(const Position& position, Cells* boards) {
    for (int digit = 1; digit <= 9; ++digit) boards[digit] = position.unsolved;
    for (int cell = 0; cell < kCells; ++cell)
        if (const int value = position.values[cell]) boards[value] = boards[value].minus(kBoard.peers[cell]);
}

void find_open(const Position& position, const Options& options, std::vector<DeadlyPattern>& found) {
    Cells possible[10];
    if (options.missing_candidates) possible_cells(position, possible);
    const Cells* boards = options.missing_candidates ? possible : position.boards;
    Met met;
    for (int cell = 0; cell < kCells; ++cell) {
        const unsigned mask = position.masks[cell];
        if (count_bits(mask) != 2) continue;
        const int low = lowest_digit(mask), high = lowest_digit(mask & (mask - 1));
        const Cells able = boards[low] & boards[high];
        for (const Corners* corners = begin_at(cell); corners != end_at(cell); ++corners)
            if (corners->board.is_inside(able) && met.is_new(corners->board, mask))
                found.emplace_back(position, kDeadlyRectangle, list_of(*corners), low, high);
    }
}

// Two filled corners side by side in a box, a beside b; opposite to them, b beside a is to be avoided. The open corners
// have two candidates each: their own digit of the pair, and one that saves the puzzle.
void find_filled(const Position& position, std::vector<DeadlyPattern>& found) {
    const Cells filled = Cells::all().minus(position.unsolved | position.givens);
    Cells two;
    for (int cell = 0; cell < kCells; ++cell)
        if (count_bits(position.masks[cell]) == 2) two.add(cell);
    if (two.none()) return;
    const auto may_take = [&](int corner, int digit) {
        return position.values[corner] ? position.values[corner] == digit : position.has(corner, digit);
    };
    Met met;
    for (int cell : filled)
        for (const Corners* corners = begin_at(cell); corners != end_at(cell); ++corners) {
            const auto [first_cell, mate, below, opposite] = corners->cells;
            if (!corners->board.is_inside(filled | two) || !filled.has(mate) || !corners->board.meets(two)) continue;
            const int first = position.values[first_cell], second = position.values[mate];
            if (!may_take(below, second) || !may_take(opposite, first) || !met.is_new(corners->board)) continue;
            found.emplace_back(position, kDeadlyRectangle, list_of(*corners), first, second);
        }
}

// -- tests ----------------------------------------------------------------------------------------------------

bool is_side(const DeadlyPattern& pattern) {
    return pattern.has_two_extra_cells() && sees(pattern.extra_cells.first(), pattern.extra_cells.last());
}

bool is_diagonal(const DeadlyPattern& pattern) { return pattern.has_two_extra_cells() && !is_side(pattern); }

// Whether the digit has places in the house, and none of them outside the rectangle.
bool is_inside(const Position& position, int digit, int house, Cells rectangle) {
    const Cells places = position.boards[digit] & kBoard.board[house];
    return places.any() && places.is_inside(rectangle);
}

// Test 6: in both rows, or in both columns, one digit of the pair has no place outside the rectangle.
bool find_crossed(Search& search, const DeadlyPattern& pattern) {
    const Position& position = search.position;
    const int one = pattern.extra_cells.first(), two = pattern.extra_cells.last();
    for (int digit : pattern.pair) {
        const Cells gone = pattern.extra_cells & position.boards[digit];
        if (gone.none()) continue;
        for (int kind = 0; kind < 2; ++kind) {
            const int houses[2] = {kBoard.houses[one][kind], kBoard.houses[two][kind]};
            const Cells board = pattern.board();
            if (!is_inside(position, digit, houses[0], board) || !is_inside(position, digit, houses[1], board))
                continue;
            Step& step = search.begin(kUniquenessTest6);
            step.eliminate(gone, digit);
            if (step.wants_evidence) {
                show_pattern(step, pattern);
                step.role(kCover, pattern.cells, {digit}, {houses[0], houses[1]});
                for (int house : houses) step.truth_house(house, digit);
            }
            if (search.commit()) return true;
            break;
        }
    }
    return false;
}

bool find_hidden_at(Search& search, const DeadlyPattern& pattern, int corner) {
    const Position& position = search.position;
    int opposite = 0;
    List others;
    for (int k = 0; k < 4; ++k) {
        const int cell = pattern.cells.items[k];
        if (row_of(cell) != row_of(corner) && column_of(cell) != column_of(corner)) opposite = cell;
        if (cell != corner) others.add(cell);
    }
    const int houses[2] = {kBoard.houses[opposite][0], kBoard.houses[opposite][1]};
    for (int k = 0; k < 2; ++k) {
        const int lock = pattern.pair[k], other = pattern.pair[1 - k];
        if (!position.has(opposite, other) || !is_inside(position, lock, houses[0], pattern.board()) ||
            !is_inside(position, lock, houses[1], pattern.board()))
            continue;
        Step& step = search.begin(kHiddenRectangle);
        step.eliminate(opposite, other);
        if (step.wants_evidence) {
            show_pattern(step, pattern);
            step.role(kPivot, {corner}, {pattern.pair[0], pattern.pair[1]});
            step.role(kCover, others, {lock}, {houses[0], houses[1]});
            for (int house : houses) step.truth_house(house, lock);
        }
        if (search.commit()) return true;
    }
    return false;
}

template <class Test> bool for_patterns(const std::vector<DeadlyPattern>& patterns, Test test) {
    for (const DeadlyPattern& pattern : patterns)
        if (test(pattern)) return true;
    return false;
}

const UniqueRectangles& rectangles(Search& search) { return search.work.rectangles(search.position, search.options); }

}  // namespace

void UniqueRectangles::compute(const Position& position, const Options& options) {
    open.clear();
    filled.clear();
    find_open(position, options, open);
    find_filled(position, filled);
}

bool find_uniqueness_1(Search& search) {
    return for_patterns(rectangles(search).open, [&](const DeadlyPattern& pattern) {
        return find_one_extra_cell(search, kUniquenessTest1, pattern);
    });
}

bool find_uniqueness_2(Search& search) {
    return for_patterns(rectangles(search).open, [&](const DeadlyPattern& pattern) {
        return is_side(pattern) && find_one_extra_digit(search, kUniquenessTest2, pattern);
    });
}

bool find_uniqueness_3(Search& search) {
    return for_patterns(rectangles(search).open, [&](const DeadlyPattern& pattern) {
        return is_side(pattern) && find_naked_with(search, kUniquenessTest3, pattern);
    });
}

bool find_uniqueness_4(Search& search) {
    return for_patterns(rectangles(search).open, [&](const DeadlyPattern& pattern) {
        return is_side(pattern) && find_locked_in(search, kUniquenessTest4, pattern);
    });
}

bool find_uniqueness_5(Search& search) {
    return for_patterns(rectangles(search).open, [&](const DeadlyPattern& pattern) {
        return (is_diagonal(pattern) || pattern.extra_cells.count() == 3) &&
               find_one_extra_digit(search, kUniquenessTest5, pattern);
    });
}

bool find_uniqueness_6(Search& search) {
    return for_patterns(rectangles(search).open, [&](const DeadlyPattern& pattern) {
        return is_diagonal(pattern) && find_crossed(search, pattern);
    });
}

bool find_hidden_rectangles(Search& search) {
    return for_patterns(rectangles(search).open, [&](const DeadlyPattern& pattern) {
        if (!is_diagonal(pattern) && pattern.extra_cells.count() != 3) return false;
        for (int corner : pattern.board().minus(pattern.extra_cells))
            if (find_hidden_at(search, pattern, corner)) return true;
        return false;
    });
}

bool find_avoidable_1(Search& search) {
    return for_patterns(rectangles(search).filled, [&](const DeadlyPattern& pattern) {
        const uint8_t* cells = pattern.cells.items;
        const bool has_three = search.position.values[cells[2]] || search.position.values[cells[3]];
        return has_three && find_one_extra_cell(search, kAvoidableRectangle1, pattern);
    });
}

bool find_avoidable_2(Search& search) {
    return for_patterns(rectangles(search).filled, [&](const DeadlyPattern& pattern) {
        const uint8_t* cells = pattern.cells.items;
        const bool has_three = search.position.values[cells[2]] || search.position.values[cells[3]];
        return !has_three && find_one_extra_digit(search, kAvoidableRectangle2, pattern);
    });
}

}  // namespace nonet::logic
