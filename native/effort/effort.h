// The effort of a puzzle: how many guesses and rounds one fixed search needs, on any board of houses.
//
// The search is specified in docs/datasets.md, and in Python in src/nonet/engines/effort.py: both count the same.  It is
// made to be simple, not fast, and uses no vectors, so that the numbers are the same on every processor.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include <vector>

#include "pulse.h"

namespace nonet {

struct EffortBoard {
    int size = 0, cells = 0;
    std::vector<uint16_t> house;                   // `size` cells for each house
    std::vector<std::vector<uint16_t>> houses_of;  // the houses of each cell

    int houses() const { return (int)house.size() / size; }
};

class EffortSearch {  // one for each thread
  public:
    uint64_t guesses = 0, rounds = 0;
    int solutions = 0;

    EffortSearch(const EffortBoard& board, uint64_t most, const Pulse& pulse)
        : board_(board), most_(most), pulse_(pulse), all_((1u << board.size) - 1), lone_((size_t)board.houses()) {}

    // values: 0 for an empty cell.
    void run(const uint8_t* values) {
        guesses = rounds = 0;
        solutions = 0;
        const size_t n = (size_t)board_.cells;
        stack_.assign(n, 0);
        for (size_t c = 0; c < n; c++) stack_[c] = values[c] ? 1u << (values[c] - 1) : all_;
        search(0);
    }

  private:
    const EffortBoard& board_;
    const uint64_t most_;
    const Pulse& pulse_;
    const uint32_t all_;
    std::vector<uint32_t> lone_;   // by house: the digits to remove, or to place
    std::vector<uint32_t> stack_;  // the candidates of each cell, position upon position

    static bool single(uint32_t set) { return !(set & (set - 1)); }

    enum Outcome { kDead, kStable };

    // Rounds until one changes nothing, or there is no solution.
    Outcome propagate(uint32_t* x) {
        for (;;) {
            rounds++;
            if ((rounds & 255) == 0 && tick(pulse_)) return kDead;
            bool changed = false;
            if (!remove_solved(x, changed) || !place_lone(x, changed)) return kDead;
            if (!changed) return kStable;
        }
    }

    // A cell with one candidate takes it from all its peers.
    bool remove_solved(uint32_t* x, bool& changed) {
        const int size = board_.size;
        for (int h = 0; h < board_.houses(); h++) {
            uint32_t solved = 0;
            for (int i = 0; i < size; i++) {
                const uint32_t set = x[board_.house[(size_t)(h * size + i)]];
                if (!single(set)) continue;
                if (solved & set) return false;
                solved |= set;
            }
            lone_[(size_t)h] = solved;
        }
        for (int c = 0; c < board_.cells; c++) {
            if (single(x[c])) continue;
            uint32_t solved = 0;
            for (uint16_t h : board_.houses_of[(size_t)c]) solved |= lone_[h];
            if (!(x[c] & solved)) continue;
            x[c] &= ~solved;
            changed = true;
            if (!x[c]) return false;
        }
        return true;
    }

    // A digit with one place in a house is there.
    bool place_lone(uint32_t* x, bool& changed) {
        const int size = board_.size;
        for (int h = 0; h < board_.houses(); h++) {
            uint32_t once = 0, twice = 0;
            for (int i = 0; i < size; i++) {
                const uint32_t set = x[board_.house[(size_t)(h * size + i)]];
                twice |= once & set;
                once |= set;
            }
            if (once != all_) return false;
            lone_[(size_t)h] = once & ~twice;
        }
        for (int c = 0; c < board_.cells; c++) {
            if (single(x[c])) continue;
            uint32_t here = 0;
            for (uint16_t h : board_.houses_of[(size_t)c]) here |= lone_[h];
            here &= x[c];
            if (!here) continue;
            if (!single(here)) return false;
            x[c] = here;
            changed = true;
        }
        return true;
    }

    // The position at this place of the stack and all below it; false: the search is over.
    bool search(size_t place) {
        if (propagate(&stack_[place]) == kDead) return !stopped(pulse_);
        const size_t n = (size_t)board_.cells;
        size_t cell = n;
        int fewest = 64;
        for (size_t c = 0; c < n; c++) {
            const int count = __builtin_popcount(stack_[place + c]);
            if (count > 1 && count < fewest) fewest = count, cell = c;
        }
        if (cell == n) return ++solutions < 2;
        if (stack_.size() < place + 2 * n) stack_.resize(place + 2 * n);
        for (uint32_t left = stack_[place + cell]; left; left &= left - 1) {
            if (guesses >= most_) return false;
            guesses++;
            for (size_t c = 0; c < n; c++) stack_[place + n + c] = stack_[place + c];
            stack_[place + n + cell] = left & -left;
            if (!search(place + n)) return false;
        }
        return true;
    }
};

}  // namespace nonet
