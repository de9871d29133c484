// Ratings by trial and error, by braids and by whips (Denis Berthier, Pattern-Based Constraint Satisfaction).
//
//     T&E(1)      suppose a candidate, take all singles, and eliminate it if a variable has no candidate left
//     T&E(n + 1)  the same, with T&E(n) after each supposition
//     braid[n]    with a candidate supposed, n - 1 singles, one after the other, leave a variable without candidates
//     whip[n]     the same, and each single's variable (the last one, too) has a candidate linked to the single before
//     g-whip[n]   a single may also be a group: all that is left of a variable is in one row or column of a box
#pragma once
#include <unordered_set>
#include <utility>
#include <vector>

#include "braids/position.h"
#include "pulse.h"

namespace nonet::braids {

struct Term;

enum class Scheme : uint8_t {
    kDepth,  // of T&E: 0 if singles solve the puzzle, 3 if T&E(2) does not
    kB,      // the length of braids that solve it: 0 if singles do
    kBxB,    // the same within T&E(1): braids are taken after each supposition
    kBxBB,   // the same within T&E(2)
    kW,      // the length of whips
    kGroupW,
    kSchemes,
};

constexpr int kBeyond = 255;  // chains of the scheme do not solve the puzzle
constexpr int kMost = 36;     // no chain is longer
constexpr int kDeepest = 2;   // T&E that is tried

class Rater {
  public:
    explicit Rater(const Pulse& pulse) : pulse_(pulse) {}

    // The rating of a puzzle with one solution, with its singles taken.
    int rate(Position position, Scheme scheme);

  private:
    using Set = std::bitset<kCandidates>;

    bool close(Position& position, int depth);
    bool close_chains(Position& position);
    std::vector<int> refutable(const Position& position);
    bool refutes(const Position& position, int candidate, int length);
    bool braid_ends(const Position& position, int left, Set excluded);
    bool whip_ends(const Position& position, Term last, int left, uint64_t name);
    bool with_groups() const { return scheme_ == Scheme::kGroupW; }
    bool with_whips() const { return scheme_ >= Scheme::kW; }
    bool is_stopped() { return ++steps_ % 1024 == 0 ? tick(pulse_) : stopped(pulse_); }

    const Pulse& pulse_;
    Scheme scheme_ = Scheme::kDepth;
    int longest_ = 0;  // chain that may be used
    unsigned steps_ = 0;
    const Position* base_ = nullptr;  // before a candidate was supposed
    std::unordered_set<uint64_t> seen_;
};

}  // namespace nonet::braids
