// The 9x9 board as 324 variables, each of which takes one of its candidates: the 81 cells, and the places of a digit in
// each row, column and box. Of two candidates of one variable at most one is true: they are linked.
#pragma once
#include <stdint.h>
#include <string.h>

#include <bitset>

#include "classic.h"

namespace nonet::braids {

constexpr int kCandidates = 729, kVariables = 324;

inline constexpr int candidate_of(int cell, int digit) { return 9 * cell + digit - 1; }

constexpr struct Board {
    struct Place {
        uint16_t variable, bit;
    };
    Place places[kCandidates][4];     // the variables of a candidate, and its bit in each
    uint16_t members[kVariables][9];  // the candidates of a variable, by their bits

    constexpr Board() : places(), members() {
        for (int c = 0; c < kCandidates; c++) {
            const int cell = c / 9, digit = c % 9, row = row_of(cell), column = column_of(cell), box = box_of(cell);
            const int variables[4] = {cell, 81 + 9 * row + digit, 162 + 9 * column + digit, 243 + 9 * box + digit};
            const int bits[4] = {digit, column, row, row % 3 * 3 + column % 3};
            for (int k = 0; k < 4; k++) {
                places[c][k] = {(uint16_t)variables[k], (uint16_t)(1 << bits[k])};
                members[variables[k]][bits[k]] = (uint16_t)c;
            }
        }
    }
} kBoard;

inline bool are_linked(int one, int other) {
    for (int k = 0; k < 4; k++)
        if (kBoard.places[one][k].variable == kBoard.places[other][k].variable) return true;
    return false;
}

class Position {
  public:
    // values: 0 for an empty cell. ruled_out: the digits that a cell may not take.
    Position(const uint8_t* values, const uint16_t* ruled_out) : count_(0), is_dead_(false) {
        for (uint16_t& each : left_) each = kAll;
        for (int cell = 0; cell < 81; cell++)
            for (int digit = 1; digit <= 9; digit++)
                if (ruled_out[cell] >> (digit - 1) & 1) remove(candidate_of(cell, digit));
        for (int cell = 0; cell < 81; cell++)
            if (values[cell] && is_open(candidate_of(cell, values[cell]))) place(candidate_of(cell, values[cell]));
        settle();
    }
    Position(const Position& other) { *this = other; }
    Position& operator=(const Position& other) {
        memcpy(left_, other.left_, sizeof left_);
        memcpy(singles_, other.singles_, sizeof *singles_ * (size_t)other.count_);
        placed_ = other.placed_;
        count_ = other.count_;
        is_dead_ = other.is_dead_;
        return *this;
    }

    bool has(int candidate) const {
        const Board::Place& place = kBoard.places[candidate][0];
        return left_[place.variable] & place.bit;
    }
    bool is_placed(int candidate) const { return placed_[(size_t)candidate]; }
    bool is_open(int candidate) const { return has(candidate) && !is_placed(candidate); }
    bool is_dead() const { return is_dead_; }  // a variable has no candidate
    bool is_solved() const { return placed_.count() == 81; }
    unsigned left(int variable) const { return left_[variable]; }
    const std::bitset<kCandidates>& placed() const { return placed_; }

    // Variables that have come down to one candidate since the last call of `settle`.
    int single_count() const { return count_; }
    int single_variable(int k) const { return singles_[k]; }
    int only(int variable) const { return kBoard.members[variable][__builtin_ctz(left_[variable])]; }

    void remove(int candidate) {  // one that is there
        for (const Board::Place& place : kBoard.places[candidate]) {
            const unsigned rest = left_[place.variable] &= (uint16_t)~place.bit;
            if (rest & (rest - 1)) continue;
            if (rest)
                singles_[count_++] = place.variable;
            else
                is_dead_ = true;
        }
    }

    void place(int candidate) {  // one that is there
        placed_.set((size_t)candidate);
        for (const Board::Place& place : kBoard.places[candidate])
            for (unsigned rest = left_[place.variable] & ~(unsigned)place.bit; rest; rest &= rest - 1)
                remove(kBoard.members[place.variable][__builtin_ctz(rest)]);
    }

    // Takes all singles; false: a contradiction.
    bool settle() {
        while (count_ && !is_dead_) {
            const int variable = singles_[--count_];
            if (!is_placed(only(variable))) place(only(variable));
        }
        return !is_dead_;
    }

  private:
    uint16_t left_[kVariables];
    uint16_t singles_[kVariables];
    std::bitset<kCandidates> placed_;
    int count_;
    bool is_dead_;
};

}  // namespace nonet::braids
