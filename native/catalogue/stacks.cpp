#include "catalogue/stacks.h"

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
        for (int row = 0; row < 3; row++) {
            const uint8_t* d = b.digits + 3 * row;
            b.orders[row] = order_of(d[0], d[1], d[2]);
            sets[row] = 1u << d[0] | 1u << d[1] | 1u << d[2];
        }
        b.row_sets = (uint16_t)row_sets(sets[0], sets[1]);
    }

    start.assign((size_t)kRowSets * kRowSets + 1, 0);
    filling.resize((size_t)kBoxes * 216);
    const auto key = [&](int upper, int orders) {
        return (size_t)kRowSets * box[upper].row_sets + box[lower(upper, orders)].row_sets;
    };
    for (int upper = 0; upper < kBoxes; upper++)
        for (int orders = 0; orders < 216; orders++) start[key(upper, orders)]++;
    uint32_t sum = 0;
    for (uint32_t& item : start) item = sum += item;
    for (int upper = kBoxes - 1; upper >= 0; upper--)
        for (int orders = 215; orders >= 0; orders--)
            filling[--start[key(upper, orders)]] = {(uint32_t)(index(upper, orders) << 22 | (upper * 216 + orders))};
}

}  // namespace nonet
