// The cells of a group with different digits that have no digit yet.
#pragma once
#include "rules/position.h"

namespace nonet::rules {

struct OpenCells {
    int count = 0;
    int base = 0;        // the sum of the cells that have their digit
    uint32_t fixed = 0;  // those digits
    uint32_t together = 0;
    int cell[kMaxSize];
    uint32_t mask[kMaxSize];  // without the fixed digits

    // False if two cells have the same digit, or a cell has none left.  What depends on candidates is computed, not
    // branched on: the processor cannot foresee it.
    bool gather(const Position& position, const int32_t* cells, int cell_count) {
        count = base = 0;
        fixed = together = 0;
        uint32_t twice = 0;
        for (int i = 0; i < cell_count; i++) {
            if (count == kMaxSize) return false;
            const uint32_t candidates = position[cells[i]], single = is_single(candidates) ? candidates : 0;
            twice |= fixed & single;
            fixed |= single;
            together |= candidates & ~single;
            base += __builtin_ffs((int)single);
            cell[count] = cells[i];
            mask[count] = candidates;
            count += !single;
        }
        return !twice && (!(fixed & together) || remove_fixed());
    }

  private:
    // Needed within branches; elsewhere, peers have lost these digits by now.
    bool remove_fixed() {
        together &= ~fixed;
        bool some_empty = false;
        for (int i = 0; i < count; i++) {
            mask[i] &= ~fixed;
            some_empty |= !mask[i];
        }
        return !some_empty;
    }
};

}  // namespace nonet::rules
