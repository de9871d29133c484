// Random symmetries of 9x9 boards, one for each, drawn as a single number.  The twin in Python is
// src/nonet/data/disguises.py; docs/randomness.md says which number is which symmetry.
#pragma once
#include <stdint.h>

#include "rng.h"

namespace nonet {

struct Disguise {
    uint8_t row[9], column[9];  // where the cell in row i, column j comes from: row[i] + column[j]
    uint8_t digit[16] = {};     // the new name of each digit; 0 for an empty cell and for whatever is not a digit

    static constexpr uint64_t kCount = 2ull * 1679616 * 362880;  // 2 · (3! · 3!³)² · 9!

    explicit Disguise(uint64_t number) {
        static constexpr uint8_t kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        uint32_t names = (uint32_t)(number % 362880), lines = (uint32_t)(number / 362880);
        uint64_t left = 0x987654321;
        for (uint32_t n = 9; n > 0; n--) {
            const uint32_t at = 4 * (names % n);
            names /= n;
            digit[10 - n] = (uint8_t)(left >> at & 15);
            const uint64_t before = (1ull << at) - 1;
            left = (left & before) | (left >> 4 & ~before);
        }
        const uint8_t down = lines % 2 ? 1 : 9, right = (uint8_t)(10 - down);
        lines /= 2;
        place(row, lines, down, kOrders);
        place(column, lines, right, kOrders);
    }

    void apply(const uint8_t* from, uint8_t* to) const {
        for (int i = 0; i < 9; i++) {
            const uint8_t* line = from + row[i];
            for (int j = 0; j < 9; j++) to[9 * i + j] = digit[line[column[j]] & 15];
        }
    }

  private:
    static void place(uint8_t* line, uint32_t& lines, uint8_t step, const uint8_t (*orders)[3]) {
        const uint8_t* bands = orders[lines % 6];
        lines /= 6;
        for (int band = 0; band < 3; band++) {
            const uint8_t* order = orders[lines % 6];
            lines /= 6;
            for (int i = 0; i < 3; i++) line[3 * band + i] = (uint8_t)(step * (3 * bands[band] + order[i]));
        }
    }
};

}  // namespace nonet
