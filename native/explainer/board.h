// The position that Sudoku Explainer's rules look at. Candidates are kept twice, because half of the rules ask "what can this
// cell take?" and the other half "where can this digit go?".
//
//     candidates[cell]       bit d: the cell may take it
//     places[house][digit]   bit p: the house's p-th cell may take it
//
// Houses are numbered as in nonet.layout: rows 0 to 8, columns 9 to 17, boxes 18 to 26; digits from 0.
#pragma once

#include <array>
#include <cstdint>

#include "cells.h"

namespace nonet::explainer {

constexpr int kDigits = 9;

inline int lowest(unsigned mask) { return __builtin_ctz(mask); }

typedef Members<0> Bits;

struct Geometry {
    uint8_t houses[kCells][3];  // box, row, column: the order in which chains pass through them
    uint8_t place[kCells][3];   // which cell of each of those houses it is
    uint8_t peers[kCells][20];  // ascending
    bool sees[kCells][kCells];
    uint16_t overlap[kHouses][kHouses];  // the places of the first that lie in the second

    Geometry();
    bool contains(int house, int cell) const {
        return houses[cell][0] == house || houses[cell][1] == house || houses[cell][2] == house;
    }
    int place_in(int house, int cell) const {
        for (int kind = 0; kind < 3; ++kind)
            if (houses[cell][kind] == house) return place[cell][kind];
        return -1;
    }
};

extern const Geometry kGeometry;

struct Board {
    std::array<uint16_t, kCells> candidates{};
    std::array<std::array<uint16_t, kDigits>, kHouses> places{};
    std::array<uint8_t, kCells> values{};   // 0: empty, otherwise the digit from 1
    std::array<uint8_t, kHouses> empty{};   // cells without a value
    std::array<uint8_t, kDigits> placed{};  // cells with that value

    // 81 values, 0 for an empty cell; and for each cell, unless it is null, the digits that it may not take.
    explicit Board(const uint8_t* givens, const uint16_t* ruled_out = nullptr);

    bool has(int cell, int digit) const { return candidates[cell] >> digit & 1; }
    int count(int cell) const { return count_bits(candidates[cell]); }
    bool is_solved() const;

    void restore(int cell, int digit) {
        candidates[cell] |= 1 << digit;
        for (int kind = 0; kind < 3; ++kind)
            places[kGeometry.houses[cell][kind]][digit] |= 1 << kGeometry.place[cell][kind];
    }
    void remove(int cell, int digit) {
        candidates[cell] &= ~(1 << digit);
        for (int kind = 0; kind < 3; ++kind)
            places[kGeometry.houses[cell][kind]][digit] &= ~(1 << kGeometry.place[cell][kind]);
    }
    void place(int cell, int digit);
};

}  // namespace nonet::explainer
