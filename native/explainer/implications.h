// Implications between candidates, and what chains of them cost.
//
//     on -> off    a cell takes this digit: it takes no other, and its peers do not take the digit
//     off -> on    a cell does not take this digit: the one other candidate of the cell, or the one other place of the
//                  digit in a house, is true
#pragma once

#include <utility>

#include "explainer/hint.h"

namespace nonet::explainer {

// A candidate and its state: candidate * 2 + (1 if on).
using Key = uint16_t;
constexpr int kKeys = kCells * kDigits * 2;

inline Key key_of(int cell, int digit, bool on) { return static_cast<Key>((cell * 9 + digit) * 2 + on); }
inline int cell_of(Key key) { return key / 18; }
inline int digit_of(Key key) { return key / 2 % 9; }
inline bool is_on(Key key) { return key & 1; }

// Why a node follows: 0, 1, 2 name the box, row or column of its cell; then the cell itself; then a rule.
enum Cause : uint8_t { kBox, kRow, kColumn, kNaked, kRule, kSupposed };

enum class Kind : uint8_t { kDouble = 1, kX, kY, kXY, kCell, kHouse, kContradiction };

// The base, and 0.1 for each of the lengths 4, 6, 8, 12, 16, 24 … that the chains exceed. Added one by one, as
// Sudoku Explainer does it: two chains are equally hard only if these sums are the same to the last bit.
inline double with_length(double base, int complexity) {
    double added = 0.0;
    int bound = 4;
    for (bool is_odd = false; complexity - 2 > bound; is_odd = !is_odd) {
        added += 0.1;
        bound = is_odd ? bound * 4 / 3 : bound * 3 / 2;
    }
    return base + added;
}

// The greatest complexity of a chain that is not harder than that.
inline int longest_within(double base, double difficulty) {
    int complexity = 0;
    while (complexity < kKeys && with_length(base, complexity + 1) <= difficulty) ++complexity;
    return complexity;
}

// What goes if the result is on, or off; 0 if nothing does.
inline int gone_by(const Board& board, Key result) {
    const int digit = 1 << digit_of(result);
    return is_on(result) ? board.candidates[cell_of(result)] & ~digit : digit;
}

// Calls visit(key, cause) for every candidate that goes if the one of `key` is true.
template <typename Visit> bool made_off(const Board& board, Key key, bool use_y, Visit visit) {
    const int cell = cell_of(key), digit = digit_of(key);
    if (use_y)
        for (const int other : Bits{board.candidates[cell] & ~(1u << digit)})
            if (!visit(key_of(cell, other, false), kNaked)) return false;
    for (int kind = 0; kind < 3; ++kind) {
        const int house = kGeometry.houses[cell][kind];
        for (const int p : Bits{board.places[house][digit] & ~(1u << kGeometry.place[cell][kind])}) {
            const int peer = kBoard.cells[house][p];
            if (kind > 0 && kGeometry.houses[peer][0] == kGeometry.houses[cell][0])
                continue;  // seen already, in the box
            if (!visit(key_of(peer, digit, false), static_cast<Cause>(kind))) return false;
        }
    }
    return true;
}

// Calls visit(key, cause) for every candidate that is true if the one of `key` goes, each once.
template <typename Visit> bool made_on(const Board& board, Key key, bool use_y, bool use_x, Visit visit) {
    const int cell = cell_of(key), digit = digit_of(key);
    if (use_y && board.count(cell) == 2)
        if (!visit(key_of(cell, lowest(board.candidates[cell] & ~(1u << digit)), true), kNaked)) return false;
    if (!use_x) return true;
    int made[3] = {-1, -1, -1};
    for (int kind = 0; kind < 3; ++kind) {
        const int house = kGeometry.houses[cell][kind];
        const unsigned others = board.places[house][digit] & ~(1u << kGeometry.place[cell][kind]);
        if (count_bits(others) != 1) continue;
        const int place = kBoard.cells[house][lowest(others)];
        if (place == made[0] || place == made[1]) continue;
        made[kind] = place;
        if (!visit(key_of(place, digit, true), static_cast<Cause>(kind))) return false;
    }
    return true;
}

// The candidates that went before the node could be the last of its cell, or its digit's last place in a house.
inline void gone_before(const Board& start, const Board& now, Key key, int cause, std::vector<Candidate>& found) {
    const int cell = cell_of(key), digit = digit_of(key);
    if (cause == kNaked) {
        for (const int other : Bits{static_cast<unsigned>(start.candidates[cell] & ~now.candidates[cell])})
            found.push_back(candidate(cell, other));
    } else if (cause <= kColumn) {
        const int house = kGeometry.houses[cell][cause];
        for (const int p : Bits{static_cast<unsigned>(start.places[house][digit] & ~now.places[house][digit])})
            found.push_back(candidate(kBoard.cells[house][p], digit));
    }
}

inline void keep_first_of_each(std::vector<Candidate>& found) {
    bool seen[kCells * kDigits] = {};
    const auto is_again = [&](Candidate each) { return std::exchange(seen[each], true); };
    found.erase(std::remove_if(found.begin(), found.end(), is_again), found.end());
}

constexpr Key kSeparator = 0xFFFF;

}  // namespace nonet::explainer
