// All ways to fill the two lower boxes of a stack, by the digits of each row.
//
// The top box has 0 … 8 in reading order.  A box below it is one of 12,096: the transposed middle boxes of bands.h, so that
// its number is its choice of sets (here: of columns) times 216, plus the orders of the columns.
//
//     0 1 2        Looked up is what a search for grids knows first: the row below the top box, and the digits of each
//     3 4 5        row, by the numbers of two of 1680 triples of sets, for the upper and the lower box.  Most pairs have
//     6 7 8        no filling or one.
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
        uint8_t orders;  // of its rows, one of 6³
        uint16_t row_sets;
    };
    Box box[kBoxes];

    int lower(int upper, int orders) const { return 216 * bands_.opposite[upper / 216] + orders; }
    // The index as a band of the stack with this upper box, and these orders of the lower box's columns.
    int index(int upper, int orders) const {
        return bands_.index[upper / 216][kOrders.normal[upper % 216]][kOrders.normal[orders]];
    }

    // The number of a triple of sets.  Those with the same first set follow each other.
    int row_sets(unsigned first, unsigned second) const { return number_[kSets.number[first]][kSets.number[second]]; }

  private:
    Stacks();
    const Bands& bands_;
    uint16_t number_[84][84];
};

// The fillings of a stack whose upper box has a given first row, by the digits of each row.
class Fillings {
  public:
    struct Filling {
        uint16_t box[2], index;  // the upper and the lower box, and the index of the stack as a band
        uint8_t orders[2];       // of the rows of each box
    };
    std::vector<Filling> filling;

    // Those with the index `least` or more.
    void find(const uint8_t first_row[3], int least);

    // Where those begin whose lower box has the row sets 0, 1, 2, …; one item more than there are.  nullptr: the upper box
    // has another first row.
    const uint32_t* with(int upper_row_sets) const {
        const unsigned number = (unsigned)(upper_row_sets - first_);
        return number < kSecondSets ? &start_[(size_t)kRowSets * number] : nullptr;
    }

  private:
    static constexpr unsigned kSecondSets = 20;  // how many row sets have the same first set
    int first_ = 0;                              // the first of them
    std::vector<uint32_t> start_;
    std::vector<Filling> unsorted_;
};

}  // namespace nonet
