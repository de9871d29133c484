// Suppose a candidate and place every single that follows, again and again: the engine of nets; as
// src/nonet/logic/suppose.py.
//
// A candidate is a number here, as in Python: (digit - 1) * 81 + cell. A truth (what must hold) is a number, too: a cell, or
// 81 + house * 9 + digit - 1; its candidates are a mask of nine bits, by digit or by place in the house. Filled cells take
// part with the one candidate they hold.
#pragma once
#include <vector>

#include "logic/links.h"
#include "logic/position.h"

namespace nonet::logic {

constexpr int kCandidates = 9 * kCells;
constexpr int kTruths = kCells + 9 * kHouses;

constexpr int bit_at(int cell, int digit) { return (digit - 1) * kCells + cell; }
inline int cell_of_bit(int bit) { return bit % kCells; }
inline int digit_of_bit(int bit) { return bit / kCells + 1; }

inline Truth truth_of(int number) {
    if (number < kCells) return {0, (uint8_t)number};
    return {(uint8_t)((number - kCells) % 9 + 1), (uint8_t)((number - kCells) / 9)};
}

// For each candidate its truths (cell, row, column, box) and its place in each; for each truth its candidates.
struct CandidateTables {
    uint16_t truth[kCandidates][4];
    uint16_t mask[kCandidates][4];
    uint16_t bit[kTruths][9];

    constexpr CandidateTables() : truth(), mask(), bit() {
        for (int number = 0; number < kTruths; ++number)
            for (int place = 0; place < 9; ++place) {
                const int house = (number - kCells) / 9, digit = (number - kCells) % 9 + 1;
                const int each =
                    number < kCells ? bit_at(number, place + 1) : bit_at(kBoard.cells[house][place], digit);
                const int kind = number < kCells ? 0 : 1 + house / 9;
                bit[number][place] = (uint16_t)each;
                truth[each][kind] = (uint16_t)number;
                mask[each][kind] = (uint16_t)(1u << place);
            }
    }
};
inline constexpr CandidateTables kTables;

// The candidate at a place of a truth's mask.
inline int bit_of_truth(int truth, int place) { return kTables.bit[truth][place]; }

// for (int bit : TruthBits{truth, mask}): its candidates, ascending.
struct TruthBits {
    int truth;
    unsigned mask;

    struct Iterator {
        int truth;
        unsigned rest;
        int operator*() const { return bit_of_truth(truth, __builtin_ctz(rest)); }
        Iterator& operator++() {
            rest &= rest - 1;
            return *this;
        }
        bool operator!=(const Iterator& other) const { return rest != other.rest; }
    };
    Iterator begin() const { return {truth, mask}; }
    Iterator end() const { return {truth, 0}; }
};

// A position in the middle of a supposition: what is left of every truth, and what is placed.
struct State {
    uint16_t left[kTruths];
    uint64_t placed[(kCandidates + 63) / 64];
    bool is_settled = false;  // no single is waiting to be placed

    void start(const Position& position);

    bool has(int bit) const { return left[kTables.truth[bit][0]] & kTables.mask[bit][0]; }
    bool is_placed(int bit) const { return has_bit(placed, bit); }
    // Whether a candidate of the truth is placed.
    bool is_met(int truth) const {
        for (int bit : TruthBits{truth, left[truth]})
            if (is_placed(bit)) return true;
        return false;
    }
    int candidate_count() const {
        int count = 0;
        for (int cell = 0; cell < kCells; ++cell) count += count_bits((unsigned)left[cell]);
        return count;
    }
};

// Places singles round by round: all that are there when a round begins.
class Settler {
  public:
    static constexpr int kAllRounds = -1;

    // Supposes a candidate true, or false, and places the singles that follow. False if some truth has no candidate left,
    // or two candidates that exclude each other were placed; with a number of rounds it goes on after that, as HoDoKu does.
    bool settle(State& state, int bit, bool on, int rounds = kAllRounds);

    // What was placed then, the supposition included.
    const uint16_t* begin() const { return placed_; }
    const uint16_t* end() const { return placed_ + count_; }

  private:
    void place(State& state, int bit);
    void remove(State& state, int bit);

    bool is_empty_, is_conflict_;
    int single_count_, count_;
    uint16_t singles_[kTruths];  // truths that came to have one candidate; that happens to a truth only once
    uint16_t placed_[kTruths + 1];
};

// The truths that are not yet settled, those with the fewest candidates first.
struct OpenTruths {
    State start;
    std::vector<uint16_t> order;

    void compute(const Position& position);
};

}  // namespace nonet::logic
