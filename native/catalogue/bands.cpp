#include "catalogue/bands.h"

#include <string.h>

namespace nonet {
namespace {

// The ways to choose what becomes the first box of the normal form: which box, the order of its rows and of its columns,
// and which of the other two boxes comes next.
constexpr int kWays = 3 * 6 * 6 * 2;

struct Way {
    int box[3];
    const uint8_t *rows, *columns;
    explicit Way(int way) : rows(kOrders.of[way / 6 % 6]), columns(kOrders.of[way % 6]) {
        box[0] = way / 36 % 3;
        box[1] = (box[0] + 1 + way / 108) % 3;
        box[2] = 3 - box[0] - box[1];
    }
};

uint16_t mask_of(const uint8_t* row) { return (uint16_t)(1u << row[0] | 1u << row[1] | 1u << row[2]); }

}  // namespace

const Bands& Bands::all() {
    static const Bands* const bands = new Bands();
    return *bands;
}

Bands::Bands() {
    int count = 0;
    for (int first = 0; first < 512; first++)
        for (int second = 0; second < 512; second++) {
            const int third = 511 ^ first ^ second;
            if (kSets.number[first] == 255 || kSets.number[second] == 255 || first & second) continue;
            if (first & 7 || second & 070 || third & 0700) continue;
            const uint16_t sets[3] = {(uint16_t)first, (uint16_t)second, (uint16_t)third};
            for (int r = 0; r < 3; r++)
                for (int digit = 0, k = 0; digit < 9; digit++)
                    if (sets[r] >> digit & 1) digits[count][r][k++] = (uint8_t)digit;
            memcpy(choices[count++], sets, sizeof sets);
        }
    for (int choice = 0; choice < 56; choice++)
        for (uint8_t other = 0; other < 56; other++)
            if ((choices[choice][0] | choices[other][0]) == 0770 && (choices[choice][1] | choices[other][1]) == 0707 &&
                (choices[choice][2] | choices[other][2]) == 0077)
                opposite[choice] = other;
    for (int turn = 0; turn < 216; turn++)
        for (int orders = 0; orders < 216; orders++)
            turned[turn][orders] =
                kOrders.normal[36 * kOrders.then[orders / 36][turn / 36] +
                               6 * kOrders.then[orders / 6 % 6][turn / 6 % 6] + kOrders.then[orders % 6][turn % 6]];

    // In ascending order, a band whose class is new is the smallest of its class.
    memset(index, 255, sizeof index);
    int found = 0, open = 56 * 36 * 36;
    uint8_t band[3][9] = {{0, 1, 2, 3, 4, 5, 6, 7, 8}, {9, 9, 9, 9, 9, 9, 9, 9, 9}, {9, 9, 9, 9, 9, 9, 9, 9, 9}};
    unsigned row_has[3] = {}, box_has[3] = {7, 070, 0700};
    int cell = 9;
    while (open) {
        if (cell == 27) {
            cell--;
            if (index_of(band) == 0xFFFF) {
                memcpy(rows[found], band, 27);
                const int self = slot(band);
                for (int number = 0; number < kWays; number++) {
                    const Way way(number);
                    uint8_t turned[3][9];
                    for (int r = 0; r < 3; r++)
                        for (int k = 0; k < 9; k++)
                            turned[r][k] = band[way.rows[r]][3 * way.box[k / 3] + (k < 3 ? way.columns[k] : k % 3)];
                    const int reached = slot(turned);
                    uint16_t& target = (&index[0][0][0])[reached];
                    if (target == 0xFFFF) {
                        target = (uint16_t)found;
                        way_[reached] = (uint8_t)number;
                        open--;
                    }
                    if (reached == self && number) automorphisms[found].push_back(through(band, band, number));
                }
                found++;
            }
        }
        const int r = cell / 9, k = cell % 9;
        uint8_t& digit = band[r][k];
        if (digit < 9) {
            row_has[r] &= ~(1u << digit);
            box_has[k / 3] &= ~(1u << digit);
        }
        digit = digit == 9 ? 0 : (uint8_t)(digit + 1);
        while (digit < 9 && (row_has[r] | box_has[k / 3]) >> digit & 1) digit++;
        if (digit == 9) {
            cell--;
            continue;
        }
        row_has[r] |= 1u << digit;
        box_has[k / 3] |= 1u << digit;
        cell++;
    }
}

int Bands::slot(const uint8_t band[3][9]) const {
    uint8_t name[9];
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++) name[band[r][k]] = (uint8_t)(3 * r + k);
    int normal[2];
    uint16_t sets[3] = {};
    for (int box = 2; box >= 1; box--) {
        int code = 0;
        for (int r = 0; r < 3; r++) {
            const uint8_t row[3] = {name[band[r][3 * box]], name[band[r][3 * box + 1]], name[band[r][3 * box + 2]]};
            code = 6 * code + order_of(row[0], row[1], row[2]);
            sets[r] = mask_of(row);
        }
        normal[box - 1] = kOrders.normal[code];
    }
    int choice = 0;
    while (choices[choice][0] != sets[0] || choices[choice][1] != sets[1]) choice++;
    return (choice * 36 + normal[0]) * 36 + normal[1];
}

BandMap Bands::through(const uint8_t from[3][9], const uint8_t to[3][9], int number) const {
    const Way way(number);
    BandMap map;
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++) map.digits[from[r][k]] = to[way.rows[r]][3 * way.box[0] + way.columns[k]];
    for (int k = 0; k < 9; k++) {
        int target = 3 * way.box[k / 3];
        while (to[way.rows[0]][target] != map.digits[from[0][k]]) target++;
        map.columns[target] = (uint8_t)k;
    }
    return map;
}

BandMap Bands::map(const uint8_t band[3][9]) const {
    const int reached = slot(band);
    return through(band, rows[by_slot()[reached]], way_[reached]);
}

}  // namespace nonet
