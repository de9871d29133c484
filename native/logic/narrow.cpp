#include "logic/narrow.h"

#include <string.h>

namespace nonet::logic {
namespace {

constexpr int kLargest = 8;  // a set has all cells of a house but one at most

struct Builder {
    const uint8_t* cells;
    const uint16_t* masks;
    std::vector<NarrowSet>& found;

    // All sets that begin with these cells.
    void extend(int start, Cells chosen, unsigned digits, int count) {
        for (int place = start; place < 9; ++place) {
            if (!masks[place]) continue;
            const Cells wider = chosen | Cells::of(cells[place]);
            const unsigned both = digits | masks[place];
            const int excess = count_bits(both) - (count + 1);
            if (excess <= 2) found.push_back({wider, (uint16_t)both, (uint8_t)(count + 1), (int8_t)excess});
            if (count + 1 < kLargest) extend(place + 1, wider, both, count + 1);
        }
    }
};

}  // namespace

void NarrowSets::compute(const Position& position) {
    for (int house = 0; house < kHouses; ++house) {
        uint16_t masks[9];
        for (int place = 0; place < 9; ++place) masks[place] = position.masks[kBoard.cells[house][place]];
        if (!memcmp(masks, masks_[house], sizeof masks)) continue;
        memcpy(masks_[house], masks, sizeof masks);
        of[house].clear();
        Builder{kBoard.cells[house], masks, of[house]}.extend(0, {}, 0, 0);
    }
}

}  // namespace nonet::logic
