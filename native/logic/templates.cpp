#include "logic/templates.h"

#include <string.h>

namespace nonet::logic {
namespace {

// What has been taken when a row begins: bits 0 … 8 the columns, bits 9 … 11 the boxes of the band.
constexpr int kStates = 1 << 12;

struct StateSet {
    uint64_t words[kStates / 64];
    uint16_t list[kStates];
    int count;

    void clear() {
        memset(words, 0, sizeof words);
        count = 0;
    }
    bool has(unsigned state) const { return words[state >> 6] >> (state & 63) & 1; }
    void add(unsigned state) {
        if (has(state)) return;
        words[state >> 6] |= 1ull << (state & 63);
        list[count++] = (uint16_t)state;
    }
};

unsigned marks_of(int cell) { return 1u << column_of(cell) | 1u << (9 + column_of(cell) / 3); }

// A row with places: each must be passed by taking one of them.
struct Row {
    Cells places;
    unsigned ended;  // what must have been taken after it: houses whose last place is in this row
    bool ends_band;  // whether later rows are in other boxes
};

int rows_of(Cells board, Row* rows) {
    int count = 0;
    for (int row = 0; row < 9; ++row)
        if (const Cells places = board & kBoard.board[row]; places.any()) rows[count++] = {places, 0, true};
    for (int house = kFirstColumn; house < kHouses; ++house) {
        const Cells inside = board & kBoard.board[house];
        if (inside.none()) continue;
        const int last = inside.last();
        for (int k = 0; k < count; ++k)
            if (rows[k].places.has(last))
                rows[k].ended |= house < kFirstBox ? 1u << (house - kFirstColumn) : 1u << (9 + (house - kFirstBox) % 3);
    }
    for (int k = 0; k + 1 < count; ++k)
        rows[k].ends_band = rows[k].places.first() / 27 != rows[k + 1].places.first() / 27;
    return count;
}

// The state after taking the place in the row; kStates if that is not possible.
unsigned after(unsigned state, int cell, const Row& row) {
    const unsigned marks = marks_of(cell);
    if (state & marks) return kStates;
    const unsigned both = state | marks;
    if (row.ended & ~both) return kStates;
    return row.ends_band ? both & 0x1ff : both;
}

}  // namespace

Cells possible_places(Cells board) {
    Row rows[9];
    const int count = rows_of(board, rows);
    StateSet layers[10];
    layers[0].clear();
    layers[0].add(0);
    for (int k = 0; k < count; ++k) {
        layers[k + 1].clear();
        for (int i = 0; i < layers[k].count; ++i)
            for (int cell : rows[k].places)
                if (const unsigned state = after(layers[k].list[i], cell, rows[k]); state < kStates)
                    layers[k + 1].add(state);
    }
    Cells possible;
    for (int k = count - 1; k >= 0; --k) {
        StateSet& before = layers[k];
        int kept = 0;
        for (int i = 0; i < before.count; ++i) {
            const unsigned state = before.list[i];
            bool alive = false;
            for (int cell : rows[k].places)
                if (const unsigned next = after(state, cell, rows[k]); next < kStates && layers[k + 1].has(next)) {
                    possible.add(cell);
                    alive = true;
                }
            if (alive)
                before.list[kept++] = (uint16_t)state;
            else
                before.words[state >> 6] &= ~(1ull << (state & 63));
        }
        before.count = kept;
    }
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
