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

#include "classic.h"
#include "nine_bits.h"

namespace nonet::explainer {

constexpr int kCells = 81;
constexpr int kHouses = 27;
constexpr int kDigits = 9;

inline int lowest(unsigned mask) { return __builtin_ctz(mask); }

typedef Members<0> Bits;

// A set of cells.
struct CellSet {
    uint64_t words[2] = {0, 0};

    void add(int cell) { words[cell >> 6] |= 1ull << (cell & 63); }
    void remove(int cell) { words[cell >> 6] &= ~(1ull << (cell & 63)); }
    bool has(int cell) const { return words[cell >> 6] >> (cell & 63) & 1; }
    bool is_empty() const { return !(words[0] | words[1]); }
    // Whether it has two cells or more.
    bool has_several() const {
        return (words[0] && words[1]) || (words[0] & (words[0] - 1)) || (words[1] & (words[1] - 1));
    }
    CellSet operator&(const CellSet& other) const { return {{words[0] & other.words[0], words[1] & other.words[1]}}; }
    CellSet operator|(const CellSet& other) const { return {{words[0] | other.words[0], words[1] | other.words[1]}}; }
    // Without the cells of the other.
    CellSet operator-(const CellSet& other) const { return {{words[0] & ~other.words[0], words[1] & ~other.words[1]}}; }

    struct Iterator {
        uint64_t words[2];
        int operator*() const { return words[0] ? __builtin_ctzll(words[0]) : 64 + __builtin_ctzll(words[1]); }
        Iterator& operator++() {
            uint64_t& word = words[0] ? words[0] : words[1];
            word &= word - 1;
            return *this;
        }
        bool operator!=(const Iterator&) const { return words[0] | words[1]; }
    };
    // Ascending.
    Iterator begin() const { return {{words[0], words[1]}}; }
    Iterator end() const { return {{0, 0}}; }
};

struct Geometry {
    uint8_t cells[kHouses][9];  // in the order of the house
    uint8_t houses[kCells][3];  // box, row, column: the order in which chains pass through them
    uint8_t place[kCells][3];   // which cell of each of those houses it is
    uint8_t peers[kCells][20];  // ascending
    bool sees[kCells][kCells];
    CellSet peer_set[kCells];
    CellSet house_set[kHouses];
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
