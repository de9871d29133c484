// A board with its rules, as plain data.
//
// A propagator narrows the candidates of its cells.  Its numbers are in one arena: first its cells, then its data.
//
//     arena   … │ 12 13 21 │ 15 │ …           cells r2c4 r2c5 r3c4, sum 15
//               cells      data
//
//     kind       data
//     kHouse     -   (cells that all differ: as many as there are digits, or fewer)
//     kRecurring in how many houses each digit occurs at least, how many houses, for each: how many cells
//     kPair      where in the arena its table is: for each five digits of the first cell, and each set of them, the digits of
//                the second that go with one of the set; then the reverse
//     kRepeats   the digits that must not occur twice
//     kSets      how many sets of digits are possible, and the sets
//     kCage      the sum; the cells all differ
//     kSum       total, up to how many open cells it looks, how many groups, for each: weight, how many cells (they all differ)
//     kEqual     how many sums, for each: what is added to it, how many groups; for each group: how many cells (they all differ)
//     kCount     digits, and for each number 0 … of cells whether so many may hold one of them
//     kCounts    how many sets of digits (together all, none twice), for each: digits, and the same as 64 bits
//     kCountByHouses    digit, how many houses, of each how many of its cells count (they come first), and as in kCount
//     kSame      how many groups
//     kWord      kRepeated if a cell occurs twice, with kLong if the line is long and has few states, or if all cells differ
//                how many digits there are (at least 6); how many states, for each whether it accepts; then, if all cells
//                differ, for each its next states (or -1); for kLong, for each five digits, each set of them and each state
//                the set of its next states; otherwise for each where its edges begin, where the last ones end, and the edges
//     kRank      place, ties, how many lines besides the first (all have the same length), how many sides, and for each
//                side which line is the first after it; they come side by side, that of the line itself first
//     kOrder     -   (the first half of the cells is a line that is smaller than the second half)
//     kEither    how many branches, for each: how many bounds, (cell, digits) …, how many propagators, their numbers …
//     kLabelled  -   (the second half of the cells are the labels of the first half)
//     kConnected how many cells, or 0; how many sets of digits, and the sets; for each cell where its neighbours begin,
//                where the last ones end, and the neighbours, as places
#pragma once
#include "rules/combinations.h"
#include "rules/matchings.h"
#include "rules/rules.h"

namespace nonet::rules {

enum Kind : uint8_t {
    kHouse,
    kRecurring,
    kPair,
    kRepeats,
    kSets,
    kCage,
    kSum,
    kEqual,
    kCount,
    kCounts,
    kCountByHouses,
    kSame,
    kWord,
    kRank,
    kOrder,
    kEither,
    kAlike,
    kLabelled,
    kConnected,
};

// Costs; those in between are taken by the number of cells.
constexpr int kCheap = 0, kCostOfCage = 40, kCostOfSum = 80, kCostOfHouse = 120, kExpensive = 160;

constexpr int kRepeated = 1, kLong = 2;  // of kWord
constexpr int kMostAtOnce = 32;          // states, of kLong
constexpr int kUnited = 5;               // digits, of kPair and kLong
constexpr size_t kMostTogether = UINT16_MAX;
constexpr int kMostArms = 8;         // of kAlike
constexpr size_t kMostCounted = 63;  // cells of which the counts of all digits are added up

struct Propagator {
    Kind kind;
    uint8_t cost;    // cheap ones run first
    uint16_t count;  // cells, at most kMostTogether
    uint32_t cells;  // offset in the arena; the data follow the cells
};

// Of an automaton: any of the digits leads to the next state.
struct Edge {
    uint32_t digits;
    int32_t next;
};

// If `cell` holds one of `digits`, `other` does not hold the same.
struct Exclusion {
    uint16_t cell, other;
    uint32_t digits;
};

struct Plan {
    const Board& board;
    const Combinations* combinations;  // null on boards above 16x16
    const Matchings& matchings = Matchings::table();
    std::vector<int32_t> arena;
    std::vector<Propagator> propagators;
    uint32_t watched = 0;         // the first ones are woken by cells; those after them belong to branches
    std::vector<uint32_t> start;  // the candidates of each cell before anything is known
    std::vector<uint64_t> peers;  // as in Board, with those of the rules
    int watch_words = 0;
    std::vector<uint64_t> watch;        // cells x watch_words: the propagators that look at a cell, a bit each
    std::vector<Exclusion> exclusions;  // sorted by cell; of cell c: exclusions[exclusion_start[c]] …
    std::vector<uint32_t> exclusion_start;
    std::vector<std::pair<int, int>> equal;  // cells that hold the same
    std::vector<Propagator> alike;           // those of kAlike that are not part of a branch
    int longest = 0;                         // the most cells of a propagator
    bool has_cages = false;

    explicit Plan(const Board& its_board);
    const uint64_t* peers_of(int cell) const { return &peers[(size_t)cell * (size_t)board.words]; }
    const int32_t* cells_of(const Propagator& propagator) const { return arena.data() + propagator.cells; }
    const int32_t* data_of(const Propagator& propagator) const { return cells_of(propagator) + propagator.count; }
    // How many of its cells, the first ones, are worth a guess after a contradiction: of all lines that a place depends on,
    // only its own; of a rule about much of the board none, for it says little about each of them.
    int focus_of(const Propagator& propagator) const {
        if (propagator.kind == kRank) return propagator.count / (data_of(propagator)[2] + 1);
        return propagator.count > 3 * board.size ? 0 : propagator.count;
    }

    // Both return the number of the propagator.  A sum is added as a cage if its cells all differ.
    uint32_t add(Kind kind, int cost, const std::vector<int>& cells, const std::vector<int>& data);
    uint32_t add_sum(const int* cells, const int* weights, size_t count, int total, int most_open = kMaxCells);
    void finish(const std::vector<uint32_t>& inner);  // once all are there; inner: those of branches

  private:
    void sort(const std::vector<uint32_t>& inner);
    static void renumber(int32_t* data, const std::vector<uint32_t>& moved);

    std::vector<int32_t> group_data_;  // both only while a sum is added
    std::vector<uint64_t> common_;
};

// Cells with a known sum.
struct Cage {
    uint32_t set;  // offset of its cells in `sets` of Cages
    int total, count;
};
struct Cages {
    std::vector<Cage> list;
    std::vector<uint64_t> sets;  // as in Board
};

// Adds the propagators of primitives, given as numbers, and finishes the plan.  Throws BadNumbers.
// most_houses: of the regions that sums are derived from.
void add_primitives(Plan& plan, const std::vector<int64_t>& numbers, int most_houses);

// Adds the sums that follow from cages and regions of up to so many houses.
void add_derived_sums(Plan& plan, const Cages& cages, int most_houses);

}  // namespace nonet::rules
