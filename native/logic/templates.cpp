#include "logic/templates.h"

#include <initializer_list>

namespace nonet::logic {
namespace {

// The ways to take one place in each row of a band, from different columns and boxes. Those that take the same columns
// are one choice: the other bands cannot tell them apart.
struct Band {
    struct Choice {
        unsigned columns;
        Cells places;
        bool is_used;
    };
    static constexpr int kMost = 128;  // there are 84 ways to choose three columns

    Choice choices[kMost];
    int count = 0;
    uint8_t number[512] = {};  // of the choice of these columns, from 1 on

    Band(Cells board, int first_row) {
        for (int row = first_row; row < first_row + 3; ++row)
            if (const Cells places = board & kBoard.board[row]; places.any()) rows_[row_count_++] = places;
        for (int box = 0; box < 3; ++box)
            if (board.meets(kBoard.board[kFirstBox + first_row + box])) boxes_ |= 1u << box;
        choose(0, 0, 0, {});
    }
    bool has(unsigned columns) const { return number[columns] != 0; }
    Choice& of(unsigned columns) { return choices[number[columns] - 1]; }

  private:
    void choose(int row, unsigned columns, unsigned boxes, Cells places) {
        if (row == row_count_) {
            if (boxes != boxes_) return;  // a box would have no place
            if (!has(columns)) {
                choices[count++] = {columns, {}, false};
                number[columns] = (uint8_t)count;
            }
            of(columns).places |= places;
            return;
        }
        for (int cell : rows_[row]) {
            const unsigned column = 1u << column_of(cell), box = 1u << (column_of(cell) / 3);
            if (!(columns & column) && !(boxes & box))
                choose(row + 1, columns | column, boxes | box, places | Cells::of(cell));
        }
    }

    Cells rows_[3];
    int row_count_ = 0;
    unsigned boxes_ = 0;
};

}  // namespace

Cells possible_places(Cells board) {
    Band top(board, 0), middle(board, 3), bottom(board, 6);
    unsigned all = 0;
    for (int column = 0; column < 9; ++column)
        if (board.meets(kBoard.board[kFirstColumn + column])) all |= 1u << column;
    for (int i = 0; i < top.count; ++i)
        for (int j = 0; j < middle.count; ++j) {
            const unsigned two = top.choices[i].columns | middle.choices[j].columns;
            if (top.choices[i].columns & middle.choices[j].columns || !bottom.has(all & ~two)) continue;
            top.choices[i].is_used = middle.choices[j].is_used = bottom.of(all & ~two).is_used = true;
        }
    Cells possible;
    for (const Band* band : {&top, &middle, &bottom})
        for (int k = 0; k < band->count; ++k)
            if (band->choices[k].is_used) possible |= band->choices[k].places;
    return possible;
}

void DoomedPlaces::compute(const Position& position) {
    digits = 0;
    for (int digit = 1; digit <= 9; ++digit) {
        const Cells board = position.boards[digit];
        if (board_[digit] != board) {
            board_[digit] = board;
            of[digit] = board.minus(possible_places(board));
        }
        if (of[digit].any()) digits |= bit_of(digit);
    }
}

}  // namespace nonet::logic
