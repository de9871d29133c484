// Almost locked sets: n cells of a house that hold n + 1 digits between them; as src/nonet/logic/almost_locked.py.
//
// Sets are numbered in the order of the houses, and within a house as in a dictionary (c1, c1c2, c1c2c5, c1c5, c2 ...).
#pragma once
#include <vector>

#include "logic/bit_rows.h"
#include "logic/narrow.h"
#include "logic/position.h"

namespace nonet::logic {

struct AlmostLocked {
    Cells cells;
    unsigned digits;
    int size;
    Cells places[10], seen[10];  // by digit: where it can be, and the candidates outside that see all of that
};

// What two sets see together, digit by digit.
struct Sight {
    Cells of[10];
    bool is_empty = true;

    void add(int digit, Cells cells) {
        of[digit] |= cells;
        is_empty = is_empty && cells.none();
    }
    void clear() { *this = Sight(); }
};

// A later set that a set is tied to, and the digits that can be in one of both only (the restricted commons).
struct Tie {
    uint16_t other, digits;
};

class LockedSets {
  public:
    std::vector<AlmostLocked> sets;

    void compute(const Position& position, const NarrowSets& narrow);

    int count() const { return (int)sets.size(); }
    // The later sets that a set is tied to, ascending. Sets that share cells are not tied.
    const Tie* begin(int set) const { return ties_.data() + first_tie_[(size_t)set]; }
    const Tie* end(int set) const { return ties_.data() + first_tie_[(size_t)set + 1]; }
    unsigned commons(int one, int other) const;

    int words() const { return touching_.words(); }
    // The sets that see any candidate that this one sees, and do not touch it.
    const uint64_t* meeting(int set);

    // What two sets see together, but for some digits; false if that is nothing.
    bool shared_sight(int one, int other, unsigned without, Sight& sight) const;

  private:
    struct Key {  // the places of a digit in some sets
        Cells places, seen;
        int digit;
    };

    void add_set(const Position& position, const NarrowSet& narrow);
    void find_touching();
    void find_keys();
    void find_ties();

    std::vector<Tie> ties_;
    std::vector<uint32_t> first_tie_;
    BitRows touching_, seeing_, meeting_;  // touching: for each set those that share a cell with it, itself among them
    bool has_seeing_ = false;
    std::vector<char> has_meeting_;
    std::vector<Key> keys_;
    std::vector<uint16_t> key_of_;        // by set and digit
    std::vector<uint16_t> keys_at_[729];  // by digit and first place
    BitRows having_, partners_;           // by key: the sets that have these places, and those they are tied to
};

}  // namespace nonet::logic
