// How cells can be filled so that their digits make a sum: as src/nonet/logic/variants/ways.py.
#pragma once
#include <vector>

#include "logic/killer.h"
#include "logic/position.h"

namespace nonet::logic {

// Open cells whose digits differ, and what they must make.
struct OpenCage {
    uint8_t cells[9];
    uint16_t masks[9];
    int count = 0, total = 0;

    void add(int cell, unsigned mask) {
        cells[count] = (uint8_t)cell;
        masks[count++] = (uint16_t)mask;
    }
    bool operator==(const OpenCage& other) const;
    bool has_same_ways(const OpenCage& other) const;  // the cells may be others
};

struct Ways {
    // As many combinations have four digits that make 20, or five that make 25; no other sum has more.
    static constexpr int kMost = 12;

    uint16_t combinations[kMost];  // as masks
    int count;
    uint16_t digits[9];      // for each cell those that it has in some way
    unsigned any, each_has;  // the digits of any combination, and those of every one

    void compute(const OpenCage& cage);
};

// Ways by sum and candidates: the cages of similar puzzles, or of one puzzle in several trials, often have the same.
class WaysCache {
  public:
    const Ways& get(const OpenCage& cage);

  private:
    static constexpr int kBits = 9;

    struct Entry {
        OpenCage cage;
        Ways ways;
    };
    std::vector<Entry> entries_;
};

// The cages of a position; ways are looked up again where the cells or candidates are others than the last time.
class CageMemo {
  public:
    struct Item {
        OpenCage open;
        Ways ways;
    };

    void begin(const Position& position);  // before every position that did not come from the last one by moves
    const Item& get(const Position& position, int number);

  private:
    std::vector<Item> items_;
    std::vector<uint64_t> stamps_;
    WaysCache ways_;
};

}  // namespace nonet::logic
