// All ways to fill the two lower boxes of a stack, by the digits of each row.
//
// The top box has 0 … 8 in reading order.  A box below it is one of 12,096: the transposed middle boxes of bands.h, so that
// its number is its choice of sets (here: of columns) times 216, plus the orders of the columns.
//
//     0 1 2        Looked up is what a search for grids knows first: the digits of each row, in six rows of three, by
//     3 4 5        the numbers of two of 1680 triples of sets.  Most pairs have no filling or one or two; all together
//     6 7 8        they have 12,096 * 216.
//     ─────
//     * * *
//     * * *
//     * * *
//     ─────
//     …
#pragma once
#include <stddef.h>
#include <stdint.h>

#include <vector>

#include "catalogue/bands.h"

namespace nonet {

constexpr int kBoxes = 56 * 216, kRowSets = 1680;

class Stacks {
  public:
    static const Stacks& all();

    struct Box {
        uint8_t digits[9];
        uint8_t orders[3];  // of each row
        uint16_t row_sets;
    };
    Box box[kBoxes];

    // A filling: the number of the upper box, the orders of the lower one's columns, and the index of the stack as a band.
    struct Filling {
        uint32_t packed;
        int index() const { return (int)(packed >> 22); }
        int upper() const { return (int)((packed & 0x3FFFFF) / 216); }
    };
    int lower(int upper, int orders) const { return 216 * bands_.opposite[upper / 216] + orders; }
    int lower(Filling filling) const { return lower(filling.upper(), (int)((filling.packed & 0x3FFFFF) % 216)); }
    int index(int upper, int orders) const {
        return bands_.index[upper / 216][kOrders.normal[upper % 216]][kOrders.normal[orders]];
    }

    // The fillings whose rows have these digits, upper and lower box, are at start[kRowSets * upper + lower] and up to the
    // next start.
    std::vector<uint32_t> start;
    std::vector<Filling> filling;

    int row_sets(unsigned first, unsigned second) const { return number_[kSets.number[first]][kSets.number[second]]; }

  private:
    Stacks();
    const Bands& bands_;
    uint16_t number_[84][84];
};

}  // namespace nonet
