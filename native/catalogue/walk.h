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

    // Calls visit(row, automorphisms) for each canonical grid, in no order: the number of its fourth row, and how many
    // symmetries map it to itself.  grid() writes the grid.  With a row, only for grids that have this fourth row.
    template <class Visit> void each(int row, const Pulse& pulse, Visit&& visit);

    void grid(uint8_t values[81]) const;

  private:
    // For one choice of sets in boxes 5 and 6, or 8 and 9; item 0 is for the middle stack, item 1 for the right one.
    struct Choice {
        uint16_t row_sets[2];
        uint8_t turn[2][3];  // from the order of digits in the stack to their order in the band, for each row
    };
    void prepare(const uint8_t left[9], Choice* choices) const;
    int normal_orders(int box, const uint8_t* turn) const {
        const uint8_t* orders = stacks_.box[box].orders;
        return kOrders.normal[36 * kOrders.then[orders[0]][turn[0]] + 6 * kOrders.then[orders[1]][turn[1]] +
                              kOrders.then[orders[2]][turn[2]]];
    }
    void left_digits(int box, uint8_t digits[9]) const {
        for (int i = 0; i < 9; i++) digits[i] = digit_[0][stacks_.box[box].digits[i]];
    }
    int automorphisms(const bool same[6]) const;

    const Bands& bands_;
    const Stacks& stacks_;
    const int band_;
    uint8_t digit_[3][9];  // the digits of the band's boxes, in reading order …
    uint8_t place_[3][9];  // … and the place of each digit in its box
    std::vector<uint8_t> rows_;
    // The number of a fourth row by the first three digits, the middle three and the order of the last
    std::vector<int16_t> row_number_;
    uint16_t left_code_[kBoxes], middle_code_[kBoxes];
    uint8_t right_code_[kBoxes];
    int boxes_[2][3];  // 4 5 6, 7 8 9
};

template <class Visit> void Walk::each(int row, const Pulse& pulse, Visit&& visit) {
    const uint8_t* const fourth = row < 0 ? nullptr : &rows_[9 * (size_t)row];
    uint8_t order[2] = {};  // of the fourth row's digits in the boxes 5 and 6
    unsigned middle = 0;
    if (fourth) {
        for (int s = 0; s < 2; s++) {
            const uint8_t *place = place_[s + 1], *digits = fourth + 3 * s + 3;
            order[s] = order_of(place[digits[0]], place[digits[1]], place[digits[2]]);
        }
        middle = 1u << fourth[3] | 1u << fourth[4] | 1u << fourth[5];
    }
    Choice upper[56], lower[56];
    bool same[6] = {true};  // which bands have this band's index: three bands, three stacks
    for (int box4 = 0; box4 < kBoxes; box4++) {
        uint8_t left[9];
        left_digits(box4, left);
        if (left[0] != 1 || left[3] > left[6] || (fourth && memcmp(left, fourth, 3))) continue;
        prepare(left, upper);
        const int16_t* const number = &row_number_[(size_t)left_code_[box4] * (729 * 6)];
        bool wanted[56];
        for (int i = 0; i < 56; i++) {
            unsigned set = 0;
            for (int k = 0; k < 3; k++) set |= 1u << left[bands_.digits[i][0][k]];
            wanted[i] = !fourth || set == middle;
        }
        for (int orders = 0; orders < 216; orders++) {
            const int index = stacks_.index(box4, orders), box7 = stacks_.lower(box4, orders);
            if (index < band_) continue;
            same[3] = index == band_;
            left_digits(box7, left);
            if (left[0] > left[3] || left[3] > left[6]) continue;
            if (tick(pulse)) return;
            prepare(left, lower);
            boxes_[0][0] = box4;
            boxes_[1][0] = box7;
            for (int i = 0; i < 56; i++) {
                if (!wanted[i]) continue;
                const uint32_t *const middle_start = &stacks_.start[(size_t)kRowSets * upper[i].row_sets[0]],
                                      *const right_start = &stacks_.start[(size_t)kRowSets * upper[i].row_sets[1]];
                for (int j = 0; j < 56; j++) {
                    const uint32_t *const m = middle_start + lower[j].row_sets[0], *const r = right_start +
                                                                                              lower[j].row_sets[1];
                    if (m[0] == m[1] || r[0] == r[1]) continue;
                    for (uint32_t a = m[0]; a < m[1]; a++) {
                        const Stacks::Filling mid = stacks_.filling[a];
                        if (mid.index() < band_) continue;
                        const int box5 = mid.upper(), box8 = stacks_.lower(mid);
                        if (fourth && stacks_.box[box5].orders[0] != order[0]) continue;
                        same[4] = mid.index() == band_;
                        boxes_[0][1] = box5;
                        boxes_[1][1] = box8;
                        const uint16_t *const second = bands_.index[i][normal_orders(box5, upper[i].turn[0])],
                                              *const third = bands_.index[j][normal_orders(box8, lower[j].turn[0])];
                        for (uint32_t b = r[0]; b < r[1]; b++) {
                            const Stacks::Filling right = stacks_.filling[b];
                            if (right.index() < band_) continue;
                            const int box6 = right.upper(), box9 = stacks_.lower(right);
                            if (fourth && stacks_.box[box6].orders[0] != order[1]) continue;
                            const int index2 = second[normal_orders(box6, upper[i].turn[1])];
                            if (index2 < band_) continue;
                            const int index3 = third[normal_orders(box9, lower[j].turn[1])];
                            if (index3 < band_) continue;
                            same[5] = right.index() == band_;
                            same[1] = index2 == band_;
                            same[2] = index3 == band_;
                            boxes_[0][2] = box6;
                            boxes_[1][2] = box9;
                            const int count = automorphisms(same);
                            if (count) visit(number[6 * middle_code_[box5] + right_code_[box6]], count);
                        }
                    }
                }
            }
        }
    }
}

}  // namespace nonet
