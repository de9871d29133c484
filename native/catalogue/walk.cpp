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

Walk::Walk(int band) : bands_(Bands::all()), stacks_(Stacks::all()), band_(band), choices_(kBoxes) {
    unsigned column_has[9] = {};
    for (int box = 0; box < 3; box++)
        for (int i = 0; i < 9; i++) {
            const uint8_t digit = bands_.rows[band][i / 3][3 * box + i % 3];
            digit_[box][i] = digit;
            place_[box][digit] = (uint8_t)i;
            column_has[3 * box + i % 3] |= 1u << digit;
        }
    uint8_t row[9] = {1};
    const auto fill = [&](const auto& next, int k, unsigned used) -> void {
        if (k == 9) {
            rows_.insert(rows_.end(), row, row + 9);
            return;
        }
        for (uint8_t digit = 0; digit < 9; digit++) {
            if ((used | column_has[k]) >> digit & 1) continue;
            row[k] = digit;
            next(next, k + 1, used | 1u << digit);
        }
    };
    fill(fill, 1, 2);
}

void Walk::begin(int row) {
    const uint8_t* const fourth = &rows_[9 * (size_t)row];
    uint8_t places[3][3];
    for (int k = 0; k < 9; k++) places[k / 3][k % 3] = place_[k / 3][fourth[k]];
    for (int s = 0; s < 2; s++) fillings_[s].find(places[s + 1], band_);

    lefts_.clear();
    for (int box4 = 0; box4 < kBoxes; box4++) {
        const uint8_t* const upper = stacks_.box[box4].digits;
        if (memcmp(upper, places[0], 3) || digit_[0][upper[3]] > digit_[0][upper[6]]) continue;
        for (int orders = 0; orders < 216; orders++) {
            const int index = stacks_.index(box4, orders), box7 = stacks_.lower(box4, orders);
            const uint8_t* const lower = stacks_.box[box7].digits;
            if (index < band_ || digit_[0][lower[0]] > digit_[0][lower[3]] || digit_[0][lower[3]] > digit_[0][lower[6]])
                continue;
            lefts_.push_back({code(upper + 3), (uint16_t)box4, (uint16_t)box7, index == band_});
        }
    }
    std::stable_sort(lefts_.begin(), lefts_.end(), [](const Left& a, const Left& b) { return a.fifth < b.fifth; });
    groups_.clear();
    for (size_t i = 0; i < lefts_.size(); i++)
        if (i == 0 || lefts_[i - 1].fifth != lefts_[i].fifth) groups_.push_back(i);
    groups_.push_back(lefts_.size());
}

int Walk::group_of(const uint8_t fifth[3]) const {
    const int wanted = 81 * fifth[0] + 9 * fifth[1] + fifth[2];
    for (size_t group = 0; group < groups(); group++)
        if (lefts_[groups_[group]].fifth == wanted) return (int)group;
    return -1;
}

const Walk::Choices& Walk::choices(int box) {
    std::unique_ptr<Choices>& known = choices_[(size_t)box];
    if (known) return *known;
    known.reset(new Choices());
    uint8_t place[2][9];
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < 9; k++) place[s][k] = place_[s + 1][digit_[0][stacks_.box[box].digits[k]]];
    for (int i = 0; i < 56; i++) {
        Choice& choice = (*known)[(size_t)i];
        for (int s = 0; s < 2; s++) {
            const uint8_t (*const digits)[3] = bands_.digits[s ? bands_.opposite[i] : i];
            unsigned masks[3];
            choice.turn[s] = 0;
            for (int r = 0; r < 3; r++) {
                const uint8_t x = place[s][digits[r][0]], y = place[s][digits[r][1]], z = place[s][digits[r][2]];
                masks[r] = 1u << x | 1u << y | 1u << z;
                choice.turn[s] = (uint8_t)(6 * choice.turn[s] + kOrders.inverse[order_of(x, y, z)]);
            }
            choice.row_sets[s] = (uint16_t)stacks_.row_sets(masks[0], masks[1]);
        }
    }
    return *known;
}

void Walk::grid(uint8_t values[81]) const {
    memcpy(values, bands_.rows[band_], 27);
    for (int b = 0; b < 2; b++)
        for (int s = 0; s < 3; s++) {
            const uint8_t *place = stacks_.box[boxes_[b][s]].digits, *const digit = digit_[s];
            uint8_t* row = values + 27 * (b + 1) + 3 * s;
            for (int r = 0; r < 3; r++, row += 9, place += 3) {
                row[0] = digit[place[0]];
                row[1] = digit[place[1]];
                row[2] = digit[place[2]];
            }
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
