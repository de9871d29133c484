// A position: the candidates of each cell, and the propagators that have something to look at.
//
// Only candidates change, so a guess copies them and a wrong guess drops the copy.  Propagators keep no state.
#pragma once
#include "rules/cellset.h"
#include "rules/plan.h"

namespace nonet::rules {

inline int count_of(uint32_t mask) {  // of the digits in a mask, without the help of the processor
    mask -= mask >> 1 & 0x55555555u;
    mask = (mask & 0x33333333u) + (mask >> 2 & 0x33333333u);
    return (int)(((mask + (mask >> 4)) & 0x0F0F0F0Fu) * 0x01010101u >> 24);
}
inline bool is_single(uint32_t mask) { return !(mask & (mask - 1)); }

class Position {
  public:
    explicit Position(const Plan& plan);

    void enter(uint32_t* masks) { masks_ = masks; }
    const Plan& plan() const { return plan_; }
    uint32_t operator[](int cell) const { return masks_[cell]; }

    // Leaves the cell only the allowed digits; false if none is left.
    bool narrow(int cell, uint32_t allowed) {
        const uint32_t old = masks_[cell], now = old & allowed;
        return now == old || change(cell, now);
    }

    // One of the places holds the digit, so no cell that sees all of them does.
    bool exclude_from_common_peers(uint32_t bit, const int* places, int count);

    void wake_all();
    bool settle();  // runs propagators until nothing follows; false for a contradiction
    void forget();  // drops what waits, after a contradiction

    // Of the last contradiction: the cells of the propagator, or the cell that had no candidate left.
    const std::vector<int>& blamed() const { return blamed_; }

    // Runs the propagators of a branch on a copy, and returns the copy; null if the branch is impossible.
    const uint32_t* try_branch(const int32_t* bounds, int bound_count, const int32_t* numbers, int count);

    struct Scratch {  // for a propagator to use while it runs
        std::vector<int> cells;
        std::vector<uint32_t> masks;
        std::vector<uint64_t> words;
    };
    Scratch scratch;

  private:
    bool change(int cell, uint32_t now);
    bool fixed_peers(int cell);
    bool run(const Propagator& propagator);

    const Plan& plan_;
    uint32_t* masks_ = nullptr;
    std::vector<uint64_t> queue_;  // propagators that have something to look at, a bit each; the first runs first
    std::vector<int> fixed_;       // cells that got their digit: their peers lose it
    std::vector<int> blamed_;
    int failed_cell_ = 0;
    // Branches are tried on copies, within which narrowing wakes nobody.
    int trials_ = 0;
    bool changed_ = false;
    std::vector<std::vector<uint32_t>> copies_;
};

// What follows from a propagator of each kind; false for a contradiction.
bool hidden_singles(Position& position, const Propagator& propagator);
bool locked_digits(Position& position, const Propagator& propagator);
bool pair_table(Position& position, const Propagator& propagator);
bool repeated_digits(Position& position, const Propagator& propagator);
bool chosen_sets(Position& position, const Propagator& propagator);
bool cage_sum(Position& position, const Propagator& propagator);
bool weighted_sum(Position& position, const Propagator& propagator);
bool equal_sums(Position& position, const Propagator& propagator);
bool count_digits(Position& position, const Propagator& propagator);
bool same_digits(Position& position, const Propagator& propagator);
bool accepted_word(Position& position, const Propagator& propagator);
bool line_rank(Position& position, const Propagator& propagator);
bool line_order(Position& position, const Propagator& propagator);
bool either_branch(Position& position, const Propagator& propagator);

// Digits that must occur in a group: a last place is taken, and cells that see all places lose the digit.
bool place_required(Position& position, const int* cells, int count, uint32_t required);

}  // namespace nonet::rules
