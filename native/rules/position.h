// A position: the candidates of each cell, and the propagators that have something to look at.
//
// A frame has the candidates twice over, so that both questions are answered at once:
//
//     masks     cells             for each cell the digits it can hold
//     places    digits x words    for each digit the cells that can hold it, a bit each
//     few       propagators       for each group the digits that had two or three places when it was last looked at; for
//                                 branches, which are known to be impossible
//
// Only frames change, so a guess copies one and a wrong guess drops the copy.  Propagators keep nothing elsewhere.
#pragma once
#include "rules/cellset.h"
#include "rules/masks.h"
#include "rules/plan.h"

namespace nonet::rules {

constexpr int kMostFew = 3;  // places of a digit in a group that may share peers

class Position {
  public:
    explicit Position(const Plan& plan);

    size_t frame_words() const { return frame_words_; }  // of 64 bits
    void enter(uint64_t* frame);
    // Both run propagators until nothing follows; false for a contradiction.
    bool start(const uint32_t* allowed);      // from the candidates that the rules and `allowed` leave
    bool decide(int cell, uint32_t allowed);  // narrows a cell
    // Whether each house alone can still be filled, every digit in another cell.
    bool match_houses();

    const Plan& plan() const { return plan_; }
    uint32_t operator[](int cell) const { return masks_[cell]; }
    const uint32_t* masks() const { return masks_; }
    const uint64_t* places(uint32_t digit) const { return places_ + (size_t)__builtin_ctz(digit) * words_; }

    // Leaves the cell only the allowed digits; false if none is left.
    bool narrow(int cell, uint32_t allowed) {
        const uint32_t old = masks_[cell], now = old & allowed;
        return now == old || change(cell, now);
    }

    // One of the places holds the digit, so no cell that sees all of them does.
    bool exclude_from_common_peers(uint32_t bit, const int* places, int count);

    // Which of the digits with two or three places in a group had more when it was last looked at.
    uint32_t newly_few(const Propagator& group, uint32_t two, uint32_t three);

    // The digits that had two places in a group when it was last looked at.
    uint32_t with_two_places(const Propagator& group) const { return few_of(group).two; }

    // A number that a propagator of branches keeps in the frame, 0 at first; null within a branch.
    uint64_t* note_of(const Propagator& either) { return trials_ ? nullptr : (uint64_t*)&few_of(either); }

    // Called by a propagator that leaves each cell exactly the digits that are part of a way to satisfy it: its own changes
    // don't wake it.
    void conclude_exactly() { exact_ = true; }

    void forget();                           // drops what waits, after a contradiction
    uint64_t runs() const { return runs_; }  // of propagators, so far

    // Of the last contradiction: the cells of the propagator or house, or the cell that had no candidate left.
    const std::vector<int>& blamed() const { return blamed_; }

    // Runs the propagators of a branch on a copy, and returns the copy; null if the branch is impossible.
    const uint32_t* try_branch(const int32_t* bounds, int bound_count, const int32_t* numbers, int count);

    struct Scratch {  // for a propagator to use while it runs
        std::vector<int> cells;
        std::vector<uint64_t> words;
        std::vector<int> layers, places, roots, links, places_of_cells;
    };
    Scratch scratch;

  private:
    struct Few {
        uint32_t two, three;
    };

    Few& few_of(const Propagator& group) const { return few_[&group - plan_.propagators.data()]; }
    bool settle();
    bool change(int cell, uint32_t now);
    bool reduce(int cell, uint32_t now);  // the same without `places`
    bool place_fixed(int cell);
    bool run(const Propagator& propagator);
    bool blame(std::vector<int> cells);  // returns false

    const Plan& plan_;
    const size_t words_;  // of a set of cells
    size_t frame_words_;
    uint32_t* masks_ = nullptr;
    uint64_t* places_ = nullptr;
    Few* few_ = nullptr;

    std::vector<uint64_t> queue_;  // propagators that have something to look at, a bit each; the first runs first
    std::vector<uint16_t> fixed_;  // cells that got their digit: their peers lose it
    size_t fixed_count_ = 0;
    bool exact_ = false;
    std::vector<int> blamed_;
    int failed_cell_ = -1;
    uint64_t runs_ = 0;
    // Branches are tried on copies, within which narrowing wakes no propagator.
    int trials_ = 0;
    bool changed_ = false;
    std::vector<std::vector<uint32_t>> copies_;
};

// What follows from a propagator of each kind; false for a contradiction.
bool house_digits(Position& position, const Propagator& house);
bool has_matching(const Position& position, const Propagator& house);
bool recurring_digits(Position& position, const Propagator& propagator);
bool pair_table(Position& position, const Propagator& propagator);
bool repeated_digits(Position& position, const Propagator& propagator);
bool chosen_sets(Position& position, const Propagator& propagator);
bool cage_sum(Position& position, const Propagator& propagator);
bool weighted_sum(Position& position, const Propagator& propagator);
bool equal_sums(Position& position, const Propagator& propagator);
bool count_digits(Position& position, const Propagator& propagator);
bool counts_together(Position& position, const Propagator& propagator);
bool count_by_houses(Position& position, const Propagator& propagator);
bool same_digits(Position& position, const Propagator& propagator);
bool accepted_word(Position& position, const Propagator& propagator);
bool line_rank(Position& position, const Propagator& propagator);
bool line_order(Position& position, const Propagator& propagator);
bool either_branch(Position& position, const Propagator& propagator);
bool alike_labels(Position& position, const Propagator& propagator);
bool labelled_digits(Position& position, const Propagator& propagator);
bool connected_cells(Position& position, const Propagator& propagator);

// Digits that must occur in some cells of a group: one with one place left takes it; one with two or three is excluded
// from the cells that see all of them.
bool place_required(Position& position, const Propagator& group, const int* cells, int count, uint32_t required);

}  // namespace nonet::rules
