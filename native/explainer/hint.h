// What a rule concludes: a value, or candidates that go.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "explainer/board.h"

namespace nonet::explainer {

// Sudoku Explainer's names, in the order of RULE_NAMES in src/nonet/logic/se/names.py.
enum class Name : uint8_t {
    kHiddenSingle,
    kDirectPointing,
    kDirectClaiming,
    kDirectHiddenPair,
    kNakedSingle,
    kDirectHiddenTriplet,
    kPointing,
    kClaiming,
    kNakedPair,
    kXWing,
    kHiddenPair,
    kNakedTriplet,
    kSwordfish,
    kHiddenTriplet,
    kXYWing,
    kXYZWing,
    kUniqueRectangle1,
    kUniqueRectangle2,
    kUniqueRectangle3,
    kUniqueRectangle4,
    kUniqueLoop1,
    kUniqueLoop2,
    kUniqueLoop3,
    kUniqueLoop4,
    kNakedQuad,
    kJellyfish,
    kHiddenQuad,
    kBug1,
    kBug2,
    kBug3,
    kBug4,
    kAlignedPair,
    kGeneralizedXWing,
    kXCycle,
    kYCycle,
    kCycle,
    kTurbotFish,
    kForcingXChain,
    kForcingChain,
    kAlignedTriplet,
    kNishio,
    kCellChains,
    kRegionChains,
    kStrongLinks,  // of 1.18, as kLargeWing
    kLargeWing,
    kDynamicContradiction,  // and, in this order, double, cell and region chains; then the same for each level
};

// A candidate: cell * 9 + digit.
using Candidate = uint16_t;

inline Candidate candidate(int cell, int digit) { return static_cast<Candidate>(cell * 9 + digit); }

struct Removal {
    uint8_t cell;
    uint16_t digits;
    bool operator==(const Removal& other) const { return cell == other.cell && digits == other.digits; }
};

// How a rule knows which candidates had to go before it applied.
enum class Pattern : uint8_t { kNone, kLines, kNaked, kHidden };

// A node of a chain that the hint rests on: a candidate that is on or off (see Key), why, and the nodes before it.
struct ChainNode {
    uint16_t key;
    uint8_t cause;
    std::vector<uint16_t> parents;  // numbers of nodes of the same chain
};
using Chain = std::vector<ChainNode>;  // the last conclusion first

struct Hint {
    Name name{};
    double difficulty = 0;
    int size = 0;               // of a unique loop; which strong links or wing, see src/nonet/logic/se/names.py
    int cell = -1, digit = -1;  // a value that follows at once, if cell >= 0
    std::vector<Removal> removals;
    std::vector<Chain> chains;

    Pattern pattern = Pattern::kNone;
    int house = -1;                                                       // of a set
    uint16_t digits = 0, members = 0;                                     // of a set: digits, and places in the house
    std::array<int8_t, 4> bases{-1, -1, -1, -1}, covers{-1, -1, -1, -1};  // of locked candidates and fish

    static Hint value(Name name, double difficulty, int cell, int digit) {
        Hint hint;
        hint.name = name;
        hint.difficulty = difficulty;
        hint.cell = cell;
        hint.digit = digit;
        return hint;
    }
    void remove(int from, int mask) { removals.push_back({static_cast<uint8_t>(from), static_cast<uint16_t>(mask)}); }
    void apply(Board& board) const {
        for (const Removal& removal : removals)
            for (const int each : Bits{removal.digits}) board.remove(removal.cell, each);
        if (cell >= 0) board.place(cell, digit);
    }
    // The candidates that went between two positions, without which the rule would not apply.
    void parents(const Board& start, const Board& now, std::vector<Candidate>& found) const;
};

// The order of a Java HashMap over cells: by the remainder of their number by the table's size.
inline void sort_by_hash(std::vector<Removal>& removals) {
    unsigned size = 16;
    while (removals.size() > size * 3 / 4) size *= 2;
    std::stable_sort(removals.begin(), removals.end(),
                     [size](const Removal& a, const Removal& b) { return a.cell % size < b.cell % size; });
}

// Takes the hints of a rule; false ends the search.
class Sink {
  public:
    virtual ~Sink() = default;
    virtual bool add(Hint&& hint) = 0;
};

// Rules return false if the sink ended the search.
bool hidden_singles(const Board&, Sink&);
bool naked_singles(const Board&, Sink&);
bool direct_locking(const Board&, Sink&);
bool locking(const Board&, Sink&);
bool direct_hidden_sets(const Board&, int size, Sink&);
bool hidden_sets(const Board&, int size, Sink&);
bool naked_sets(const Board&, int size, Sink&);
bool fish(const Board&, int size, Sink&);
bool wings(const Board&, int pivot_size, Sink&);
bool unique_loops(const Board&, Sink&);
bool graves(const Board&, Sink&);
bool aligned_exclusions(const Board&, int size, Sink&);

// These report their best hint alone.
bool strong_links(const Board&, int size, Sink&);
bool large_wings(const Board&, int size, Sink&);

// Every choice of `size` of the numbers 0 to 8 as a mask, ascending.
const std::vector<uint16_t>& combinations(int size);

}  // namespace nonet::explainer
