// Narrow sets: open cells of a house with at most two digits more than cells, as in src/nonet/logic/almost_locked.py.
#pragma once
#include <vector>

#include "logic/position.h"

namespace nonet::logic {

struct NarrowSet {
    Cells cells;
    uint16_t digits;
    uint8_t count;
    int8_t excess;  // how many digits there are more than cells
};

class NarrowSets {
  public:
    std::vector<NarrowSet> of[kHouses];  // in dictionary order: c1, c1c2, c1c2c5, c1c5, c2 …

    void compute(const Position& position);

  private:
    uint16_t masks_[kHouses][9] = {};  // what `of` was computed for: most moves leave most houses as they are
};

}  // namespace nonet::logic
