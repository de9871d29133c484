// All canonical grids that begin with one of the 416 bands: each is the smallest of its class when written row by row.
//
//     ┌─────────────────────────┐     A canonical grid begins with the band of the smallest index among its six bands
//     │  the band, with index b │     (three bands, three stacks): the smallest grid of its class begins with the
//     ├───────┬────────┬────────┤     smallest band.  Its other rows are sorted by their first digits.
//     │ box 4 │ box 5  │ box 6  │
//     ├───────┼────────┼────────┤     1. boxes 4 and 7: a stack, of index b or more
//     │ box 7 │ box 8  │ box 9  │     2. the digits of each row of box 5, which gives those of box 6; and of 8 and 9
//     └───────┴────────┴────────┘     3. fillings of the middle and of the right stack, each of index b or more
//                                     4. boxes 4 5 6 and boxes 7 8 9 are bands of index b or more
//                                     5. no symmetry that puts a band of index b first gives a smaller grid
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <array>
#include <memory>
#include <vector>

#include "catalogue/bands.h"
#include "catalogue/stacks.h"
#include "pulse.h"

namespace nonet {

class Walk {
  public:
    explicit Walk(int band);

    // The rows that can come fourth, nine digits each, in ascending order.  A fourth row begins with 1.
    const std::vector<uint8_t>& fourth_rows() const { return rows_; }

    // From now on, only grids with this fourth row.  They come in groups, in ascending order: all grids of a group have the
    // same first three digits in their fifth row.
    void begin(int row);
    size_t groups() const { return groups_.size() - 1; }
    int group_of(const uint8_t fifth[3]) const;  // -1: there is none
    bool in_first_half(size_t group) const { return groups_[group] + groups_[group + 1] < lefts_.size(); }

    // Calls visit(automorphisms) for each canonical grid of a group, in no order, with the number of symmetries that map it
    // to itself.  grid() writes the grid.
    template <class Visit> void each(size_t group, const Pulse& pulse, Visit&& visit);

    void grid(uint8_t values[81]) const;

  private:
    // For one choice of sets in boxes 5 and 6, or 8 and 9; item 0 is for the middle stack, item 1 for the right one.
    struct Choice {
        uint16_t row_sets[2];
        uint8_t turn[2];  // from the orders of digits in the stack to those in the band
    };
    struct Left {  // boxes 4 and 7
        uint16_t fifth, box4, box7;
        bool same;  // the stack has the band's index
    };
    using Choices = std::array<Choice, 56>;
    const Choices& choices(int box);
    uint16_t code(const uint8_t places[3]) const {
        return (uint16_t)(81 * digit_[0][places[0]] + 9 * digit_[0][places[1]] + digit_[0][places[2]]);
    }
    int automorphisms(const bool same[6]) const;

    const Bands& bands_;
    const Stacks& stacks_;
    const int band_;
    uint8_t digit_[3][9];  // the digits of the band's boxes, in reading order …
    uint8_t place_[3][9];  // … and the place of each digit in its box
    std::vector<uint8_t> rows_;
    std::vector<std::unique_ptr<Choices>> choices_;  // for each box of the left stack that was asked for
    std::vector<Left> lefts_;                        // those with the fourth row
    std::vector<size_t> groups_;                     // where each group begins in lefts_, and their end
    Fillings fillings_[2];                           // of the middle and the right stack, with the fourth row
    int boxes_[2][3];                                // 4 5 6, 7 8 9
};

template <class Visit> void Walk::each(size_t group, const Pulse& pulse, Visit&& visit) {
    bool same[6] = {true};  // which bands have this band's index: three bands, three stacks
    for (size_t l = groups_[group]; l < groups_[group + 1]; l++) {
        if (tick(pulse)) return;
        const Left& left = lefts_[l];
        const Choices &upper = choices(left.box4), &lower = choices(left.box7);
        same[3] = left.same;
        boxes_[0][0] = left.box4;
        boxes_[1][0] = left.box7;
        for (size_t i = 0; i < 56; i++) {
            const uint32_t* const middle = fillings_[0].with(upper[i].row_sets[0]);
            const uint32_t* const right = fillings_[1].with(upper[i].row_sets[1]);
            if (!middle || !right) continue;
            uint8_t possible[56];
            int count = 0;
            for (size_t j = 0; j < 56; j++) {  // without branches: what is possible is hard to predict
                const uint32_t *const m = middle + lower[j].row_sets[0], *const r = right + lower[j].row_sets[1];
                possible[count] = (uint8_t)j;
                count += (m[0] != m[1]) & (r[0] != r[1]);
            }
            for (int n = 0; n < count; n++) {
                const size_t j = possible[n];
                const uint32_t *const m = middle + lower[j].row_sets[0], *const r = right + lower[j].row_sets[1];
                for (uint32_t a = m[0]; a < m[1]; a++) {
                    const Fillings::Filling& mid = fillings_[0].filling[a];
                    const uint16_t *const second = bands_.index[i][bands_.turned[upper[i].turn[0]][mid.orders[0]]],
                                          *const third =
                                              bands_.index[j][bands_.turned[lower[j].turn[0]][mid.orders[1]]];
                    for (uint32_t b = r[0]; b < r[1]; b++) {
                        const Fillings::Filling& last = fillings_[1].filling[b];
                        const int index2 = second[bands_.turned[upper[i].turn[1]][last.orders[0]]],
                                  index3 = third[bands_.turned[lower[j].turn[1]][last.orders[1]]];
                        if (index2 < band_ || index3 < band_) continue;
                        same[1] = index2 == band_;
                        same[2] = index3 == band_;
                        same[4] = mid.index == band_;
                        same[5] = last.index == band_;
                        for (int k = 0; k < 2; k++) {
                            boxes_[k][1] = mid.box[k];
                            boxes_[k][2] = last.box[k];
                        }
                        if (const int symmetries = automorphisms(same)) visit(symmetries);
                    }
                }
            }
        }
    }
}

}  // namespace nonet
