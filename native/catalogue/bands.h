// The 416 bands: three rows of a grid, up to symmetry.  Digits are 0 … 8 in this folder.
//
// A band in normal form has 0 … 8 in its first box, and every other box is given by two numbers: which digits are in each
// of its rows, and the order of each row.
//
//     0 1 2 │ 6 4 7 │ 8 3 5        the sets of the middle box: {4 6 7} {0 2 8} {1 3 5}, one of 56 choices; those of the right
//     3 4 5 │ 8 0 2 │ 7 1 6        box follow
//     6 7 8 │ 1 5 3 │ 2 4 0        its orders: 1 0 2, 2 0 1, 0 2 1 (the place of each digit in its set), one of 6³
//
// The columns of a box may trade places, so its orders come down to 36: the first row ascends.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include <vector>

namespace nonet {

constexpr int kBands = 416;

// Orders of three things, numbered 0 … 5: 012, 021, 102, 120, 201, 210.
struct Orders {
    uint8_t of[6][3];
    uint8_t then[6][6];  // of[then[a][b]][k] == of[b][of[a][k]]
    uint8_t inverse[6];
    uint8_t normal[216];  // the orders of three rows -> one of 36, the columns sorted by the first row
    constexpr Orders();
};

inline constexpr uint8_t order_of(uint8_t x, uint8_t y, uint8_t z) {
    return (uint8_t)(2 * ((x > y) + (x > z)) + (y > z));
}

inline constexpr Orders::Orders() : of{}, then{}, inverse{}, normal{} {
    for (uint8_t x = 0; x < 3; x++)
        for (uint8_t y = 0; y < 3; y++) {
            if (x == y) continue;
            const uint8_t z = (uint8_t)(3 - x - y), order = order_of(x, y, z);
            of[order][0] = x;
            of[order][1] = y;
            of[order][2] = z;
        }
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++) {
            then[a][b] = order_of(of[b][of[a][0]], of[b][of[a][1]], of[b][of[a][2]]);
            if (then[a][b] == 0) inverse[a] = (uint8_t)b;
        }
    for (int code = 0; code < 216; code++) {
        const uint8_t sorted = inverse[code / 36];
        normal[code] = (uint8_t)(6 * then[sorted][code / 6 % 6] + then[sorted][code % 6]);
    }
}

inline constexpr Orders kOrders;

// A symmetry as far as the lines outside a band see it: line'[k] = digits[line[columns[k]]].
struct BandMap {
    uint8_t columns[9];
    uint8_t digits[9];
};

class Bands {
  public:
    static const Bands& all();

    // The smallest band of each class when written row by row, in ascending order.
    uint8_t rows[kBands][3][9];
    // The symmetries that map this band to itself, without the identity.
    std::vector<BandMap> automorphisms[kBands];

    uint16_t index[56][36][36];  // by the choice of sets, and the normal orders of the middle and the right box
    uint16_t choices[56][3];     // the sets of the middle box, as masks
    uint8_t digits[56][3][3];    // the same, as digits in ascending order
    uint8_t opposite[56];        // the choice that has the sets of the right box in the middle

    // The normal orders of a box with orders [1] after the digits of each row were renamed, and so ordered by [0].
    uint8_t turned[216][216];

    int index_of(const uint8_t rows[3][9]) const { return by_slot()[slot(rows)]; }
    // One way from a band to the smallest of its class.
    BandMap map(const uint8_t rows[3][9]) const;

  private:
    Bands();
    const uint16_t* by_slot() const { return &index[0][0][0]; }
    int slot(const uint8_t rows[3][9]) const;
    BandMap through(const uint8_t from[3][9], const uint8_t to[3][9], int way) const;

    uint8_t way_[56 * 36 * 36];  // the way by which a slot was reached from the smallest band
};

// The number of a set of three digits, 0 … 83.
struct Sets {
    uint8_t number[512];
    constexpr Sets() : number{} {
        int next = 0;
        for (int mask = 0; mask < 512; mask++) {
            int size = 0;
            for (int rest = mask; rest; rest &= rest - 1) size++;
            number[mask] = (uint8_t)(size == 3 ? next++ : 255);
        }
    }
};
inline constexpr Sets kSets;

}  // namespace nonet
