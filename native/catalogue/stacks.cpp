#include "catalogue/stacks.h"

#include <string.h>

namespace nonet {

const Stacks& Stacks::all() {
    static const Stacks* const stacks = new Stacks();
    return *stacks;
}

Stacks::Stacks() : bands_(Bands::all()) {
    uint16_t count = 0;
    for (int first = 0; first < 512; first++)
        for (int second = 0; second < 512; second++)
            if (kSets.number[first] < 84 && kSets.number[second] < 84 && !(first & second))
                number_[kSets.number[first]][kSets.number[second]] = count++;

    for (int number = 0; number < kBoxes; number++) {
        Box& b = box[number];
        const int orders[3] = {number % 216 / 36, number % 36 / 6, number % 6};
        for (int column = 0; column < 3; column++) {
            uint8_t sorted[3];
            for (int i = 0; i < 3; i++) {  // 3 r + k in a band is 3 k + r in a stack
                const uint8_t digit = bands_.digits[number / 216][column][i];
                sorted[i] = (uint8_t)(digit % 3 * 3 + digit / 3);
            }
            for (int row = 0; row < 3; row++) b.digits[3 * row + column] = sorted[kOrders.of[orders[column]][row]];
        }
        unsigned sets[3];
        b.orders = 0;
        for (int row = 0; row < 3; row++) {
            const uint8_t* d = b.digits + 3 * row;
            b.orders = (uint8_t)(6 * b.orders + order_of(d[0], d[1], d[2]));
            sets[row] = 1u << d[0] | 1u << d[1] | 1u << d[2];
        }
        b.row_sets = (uint16_t)row_sets(sets[0], sets[1]);
    }
}

void Fillings::find(const uint8_t first_row[3], int least) {
    const Stacks& stacks = Stacks::all();
    const unsigned set = 1u << first_row[0] | 1u << first_row[1] | 1u << first_row[2];
    unsigned second = 7;
    while (second & set || kSets.number[second] == 255) second++;
    first_ = stacks.row_sets(set, second);
    start_.assign(kSecondSets * kRowSets + 1, 0);
    const auto start = [&](const Filling& f) -> uint32_t& {
        return start_[(size_t)kRowSets * (size_t)(stacks.box[f.box[0]].row_sets - first_) +
                      stacks.box[f.box[1]].row_sets];
    };
    unsorted_.clear();
    for (int upper = 0; upper < kBoxes; upper++) {
        if (memcmp(stacks.box[upper].digits, first_row, 3)) continue;
        for (int orders = 0; orders < 216; orders++) {
            const int lower = stacks.lower(upper, orders), index = stacks.index(upper, orders);
            if (index < least) continue;
            const Filling found = {{(uint16_t)upper, (uint16_t)lower},
                                   (uint16_t)index,
                                   {stacks.box[upper].orders, stacks.box[lower].orders}};
            unsorted_.push_back(found);
            start(found)++;
        }
    }
    uint32_t sum = 0;
    for (uint32_t& item : start_) item = sum += item;
    filling.resize(unsorted_.size());
    for (const Filling& found : unsorted_) filling[--start(found)] = found;
}

}  // namespace nonet
