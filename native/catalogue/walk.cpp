#include "catalogue/walk.h"

#include <algorithm>

namespace nonet {
namespace {

// Compares what a map makes of the six lines outside a band with the rows 4 to 9 of the grid: less than, equal to or greater
// than 0.  Of the six lines the one that then begins with 1 comes first: the band has 0 in the corner.
int compare(const uint8_t* const lines[6], const BandMap& map, const uint8_t (*rows)[9]) {
    const auto begins = [&](int line) { return map.digits[lines[line][map.columns[0]]]; };
    int first = 0;
    while (begins(first) != 1) first++;
    int order[6];
    for (int i = 0; i < 3; i++) {
        order[i] = first / 3 * 3 + (first + i) % 3;
        order[i + 3] = (3 - first / 3 * 3) + i;
    }
    const auto sort = [&](int begin, int end) {
        std::sort(order + begin, order + end, [&](int a, int b) { return begins(a) < begins(b); });
    };
    for (int i = 0; i < 6; i++) {
        if (i == 1) {
            sort(1, 3);
            sort(3, 6);
        }
        const uint8_t* line = lines[order[i]];
        for (int k = 0; k < 9; k++) {
            const int difference = map.digits[line[map.columns[k]]] - rows[i][k];
            if (difference) return difference;
        }
    }
    return 0;
}

BandMap then(const BandMap& first, const BandMap& second) {
    BandMap map;
    for (int k = 0; k < 9; k++) {
        map.columns[k] = first.columns[second.columns[k]];
        map.digits[k] = second.digits[first.digits[k]];
    }
    return map;
}

}  // namespace

Walk::Walk(int band) : bands_(Bands::all()), stacks_(Stacks::all()), band_(band), row_number_(81 * 729 * 6, -1) {
    for (int box = 0; box < 3; box++)
        for (int i = 0; i < 9; i++) {
            const uint8_t digit = bands_.rows[band][i / 3][3 * box + i % 3];
            digit_[box][i] = digit;
            place_[box][digit] = (uint8_t)i;
        }
    uint8_t row[9] = {1};
    const auto fill = [&](const auto& next, int k, unsigned used) -> void {
        if (k == 9) {
            const size_t number =
                ((size_t)(9 * row[1] + row[2]) * 729 + (size_t)(81 * row[3] + 9 * row[4] + row[5])) * 6 +
                order_of(row[6], row[7], row[8]);
            row_number_[number] = (int16_t)(rows_.size() / 9);
            rows_.insert(rows_.end(), row, row + 9);
            return;
        }
        for (uint8_t digit = 0; digit < 9; digit++) {
            bool free = !(used >> digit & 1);
            for (int r = 0; r < 3; r++) free = free && bands_.rows[band][r][k] != digit;
            if (!free) continue;
            row[k] = digit;
            next(next, k + 1, used | 1u << digit);
        }
    };
    fill(fill, 1, 2);
    for (int box = 0; box < kBoxes; box++) {
        const uint8_t *places = stacks_.box[box].digits, *left = digit_[0], *middle = digit_[1], *right = digit_[2];
        left_code_[box] = (uint16_t)(9 * left[places[1]] + left[places[2]]);
        middle_code_[box] = (uint16_t)(81 * middle[places[0]] + 9 * middle[places[1]] + middle[places[2]]);
        right_code_[box] = order_of(right[places[0]], right[places[1]], right[places[2]]);
    }
}

void Walk::prepare(const uint8_t left[9], Choice* choices) const {
    uint8_t place[2][9];
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < 9; k++) place[s][k] = place_[s + 1][left[k]];
    for (int i = 0; i < 56; i++)
        for (int s = 0; s < 2; s++) {
            const uint8_t (*const digits)[3] = bands_.digits[s ? bands_.opposite[i] : i];
            unsigned masks[3];
            for (int r = 0; r < 3; r++) {
                const uint8_t x = place[s][digits[r][0]], y = place[s][digits[r][1]], z = place[s][digits[r][2]];
                masks[r] = 1u << x | 1u << y | 1u << z;
                choices[i].turn[s][r] = kOrders.inverse[order_of(x, y, z)];
            }
            choices[i].row_sets[s] = (uint16_t)stacks_.row_sets(masks[0], masks[1]);
        }
}

void Walk::grid(uint8_t values[81]) const {
    memcpy(values, bands_.rows[band_], 27);
    for (int b = 0; b < 2; b++)
        for (int s = 0; s < 3; s++) {
            const uint8_t* places = stacks_.box[boxes_[b][s]].digits;
            for (int i = 0; i < 9; i++) values[27 * (b + 1) + 9 * (i / 3) + 3 * s + i % 3] = digit_[s][places[i]];
        }
}

// How many symmetries map the grid to itself; 0 if one makes it smaller.
int Walk::automorphisms(const bool same[6]) const {
    const std::vector<BandMap>& own = bands_.automorphisms[band_];
    const bool upright = same[1] || same[2], across = same[3] || same[4] || same[5];
    if (own.empty() && !upright && !across) return 1;
    uint8_t sheets[2][9][9];
    grid(sheets[0][0]);
    const uint8_t (*const rows)[9] = sheets[0] + 3;
    int count = 0;
    for (int b = 0; b < 6; b++) {
        if (!same[b]) continue;
        if (b == 3 || (b > 3 && !same[3] && (b == 4 || !same[4])))
            for (int r = 0; r < 9; r++)
                for (int k = 0; k < 9; k++) sheets[1][k][r] = sheets[0][r][k];
        const uint8_t (*const sheet)[9] = sheets[b / 3];
        const uint8_t* lines[6];
        for (int i = 0, line = 0; line < 9; line++)
            if (line / 3 != b % 3) lines[i++] = sheet[line];
        BandMap map;
        if (b) {
            map = bands_.map(sheet + 3 * (b % 3));
            const int difference = compare(lines, map, rows);
            if (difference < 0) return 0;
            count += difference == 0;
        } else {
            count++;
        }
        for (const BandMap& further : own) {
            const int difference = compare(lines, b ? then(map, further) : further, rows);
            if (difference < 0) return 0;
            count += difference == 0;
        }
    }
    return count;
}

}  // namespace nonet
