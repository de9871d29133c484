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
    uint32_t mask[kMaxSize];     // without the fixed digits
    uint32_t support[kMaxSize];  // what can be part of a sum; nothing yet

    // False if two cells have the same digit, or a cell has none left.
    bool gather(const Position& position, const int32_t* cells, int cell_count) {
        count = base = 0;
        fixed = together = 0;
        for (int i = 0; i < cell_count; i++) {
            const uint32_t candidates = position[cells[i]];
            if (is_single(candidates)) {
                if (fixed & candidates) return false;
                fixed |= candidates;
                base += lowest(candidates) + 1;
            } else {
                if (count == kMaxSize) return false;
                cell[count] = cells[i];
                mask[count++] = candidates;
            }
        }
        for (int i = 0; i < count; i++) {
            mask[i] &= ~fixed;
            if (!mask[i]) return false;
            together |= mask[i];
            support[i] = 0;
        }
        return true;
    }
};

}  // namespace nonet::rules
