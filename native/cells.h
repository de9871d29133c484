// Sets of cells and of digits, and the geometry of the 9x9 board.
//
//     Cells     a bitboard: cell c is bit c of `low`, or bit c - 64 of `high`
//     mask      the candidates of a cell: bit d-1 is digit d
//
// Digits count from 1 and houses are numbered as in classic.h and nonet.layout, so that this code can be compared with
// src/nonet/logic line by line.
#pragma once
#include <stdint.h>

#include "classic.h"
#include "nine_bits.h"

namespace nonet {

inline bool is_one(unsigned mask) { return mask && !(mask & (mask - 1)); }
inline int lowest_digit(unsigned mask) { return __builtin_ctz(mask) + 1; }
inline unsigned bit_of(int digit) { return 1u << (digit - 1); }

inline int count_word(uint64_t word) {
    word -= word >> 1 & 0x5555555555555555;
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (int)(word * 0x0101010101010101 >> 56);
}

typedef Members<1> Digits;

struct Cells {
    uint64_t low = 0, high = 0;

    static constexpr Cells of(int cell) { return cell < 64 ? Cells{1ull << cell, 0} : Cells{0, 1ull << (cell - 64)}; }
    static constexpr Cells all() { return {~0ull, (1ull << 17) - 1}; }

    constexpr bool has(int cell) const { return (cell < 64 ? low >> cell : high >> (cell - 64)) & 1; }
    constexpr bool any() const { return (low | high) != 0; }
    constexpr bool none() const { return (low | high) == 0; }
    int count() const { return count_word(low) + count_word(high); }
    int first() const { return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll(high); }  // of a set that has one
    int last() const { return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll(low); }

    constexpr Cells without_first() const { return low ? Cells{low & (low - 1), high} : Cells{0, high & (high - 1)}; }
    constexpr bool is_one() const { return any() && without_first().none(); }
    constexpr bool is_several() const { return any() && without_first().any(); }
    constexpr bool is_two() const { return any() && without_first().is_one(); }

    constexpr void add(int cell) { *this |= of(cell); }
    constexpr void remove(int cell) { *this = minus(of(cell)); }
    constexpr Cells minus(Cells other) const { return {low & ~other.low, high & ~other.high}; }
    constexpr bool meets(Cells other) const { return ((low & other.low) | (high & other.high)) != 0; }
    constexpr bool is_inside(Cells other) const { return minus(other).none(); }

    constexpr Cells operator&(Cells other) const { return {low & other.low, high & other.high}; }
    constexpr Cells operator|(Cells other) const { return {low | other.low, high | other.high}; }
    constexpr Cells operator^(Cells other) const { return {low ^ other.low, high ^ other.high}; }
    constexpr Cells& operator&=(Cells other) { return *this = *this & other; }
    constexpr Cells& operator|=(Cells other) { return *this = *this | other; }
    constexpr Cells& operator^=(Cells other) { return *this = *this ^ other; }
    constexpr bool operator==(Cells other) const { return low == other.low && high == other.high; }
    constexpr bool operator!=(Cells other) const { return !(*this == other); }
    constexpr bool operator<(Cells other) const {  // as Python compares its integers
        return high != other.high ? high < other.high : low < other.low;
    }

    // for (int cell : cells): ascending.
    struct Iterator {
        uint64_t low, high;
        int operator*() const { return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll(high); }
        Iterator& operator++() {
            if (low)
                low &= low - 1;
            else
                high &= high - 1;
            return *this;
        }
        bool operator!=(const Iterator& other) const { return low != other.low || high != other.high; }
    };
    Iterator begin() const { return {low, high}; }
    Iterator end() const { return {0, 0}; }
};

constexpr int kCells = 81, kHouses = 27;
constexpr int kFirstColumn = 9, kFirstBox = 18;

struct Geometry {
    uint8_t cells[kHouses][9];  // in the order of the house
    uint8_t houses[kCells][3];  // row, column, box
    Cells board[kHouses];
    Cells peers[kCells];

    constexpr Geometry() : cells(), houses(), board(), peers() {
        for (int house = 0; house < kHouses; ++house)
            for (int i = 0; i < 9; ++i) {
                cells[house][i] = (uint8_t)house_cell(house, i);
                board[house].add(house_cell(house, i));
            }
        for (int cell = 0; cell < kCells; ++cell) {
            houses[cell][0] = (uint8_t)row_of(cell);
            houses[cell][1] = (uint8_t)(kFirstColumn + column_of(cell));
            houses[cell][2] = (uint8_t)(kFirstBox + box_of(cell));
            for (int kind = 0; kind < 3; ++kind) peers[cell] |= board[houses[cell][kind]];
            peers[cell].remove(cell);
        }
    }
};
inline constexpr Geometry kBoard;

inline bool sees(int one, int other) { return kBoard.peers[one].has(other); }

// The cells that see all of these; all cells, if there are none.
inline Cells seen_by_all(Cells cells) {
    Cells seen = Cells::all();
    for (int cell : cells) seen &= kBoard.peers[cell];
    return seen;
}

struct Candidate {
    uint8_t cell, digit;
    bool operator==(const Candidate& other) const { return cell == other.cell && digit == other.digit; }
};

}  // namespace nonet
