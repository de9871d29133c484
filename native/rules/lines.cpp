// What follows from words of automata, and from the order of lines.
#include <algorithm>

#include "rules/position.h"

namespace nonet::rules {

// The digits of a line are a word that an automaton accepts.  Forwards: the states that each prefix may lead to.
// Backwards: those of them from which the rest leads to an accepting state; on the way, which digits do.
bool accepted_word(Position& position, const Propagator& line) {
    const Plan& plan = position.plan();
    const int32_t* const cells = plan.cells_of(line);
    const int32_t* const data = plan.data_of(line);
    const int states = data[1], size = plan.board.size, words = (states + 63) / 64;
    const int32_t* const accepts = data + 2;
    const int32_t* const table = accepts + states;
    std::vector<uint64_t>& sets = position.scratch.words;
    sets.assign((size_t)(line.count + 1) * (size_t)words, 0);
    add_cell(sets.data(), 0);
    for (int i = 0; i < line.count; i++) {
        uint64_t* const after = &sets[(size_t)(i + 1) * (size_t)words];
        const uint32_t mask = position[cells[i]];
        for_each_cell(&sets[(size_t)i * (size_t)words], words, [&](int state) {
            for (uint32_t rest = mask; rest; rest &= rest - 1) {
                const int next = table[state * size + __builtin_ctz(rest)];
                if (next >= 0) add_cell(after, next);
            }
        });
    }
    uint64_t* const last = &sets[(size_t)line.count * (size_t)words];
    bool alive = false;
    for_each_cell(last, words, [&](int state) {
        if (accepts[state])
            alive = true;
        else
            last[state >> 6] &= ~(uint64_t(1) << (state & 63));
    });
    if (!alive) return false;
    if (!data[0]) position.conclude_exactly();
    for (int i = line.count - 1; i >= 0; i--) {
        uint64_t* const before = &sets[(size_t)i * (size_t)words];
        const uint64_t* const after = before + words;
        const uint32_t mask = position[cells[i]];
        uint32_t support = 0;
        for_each_cell(before, words, [&](int state) {
            bool leads = false;
            for (uint32_t rest = mask; rest; rest &= rest - 1) {
                const int next = table[state * size + __builtin_ctz(rest)];
                if (next < 0 || !has_cell(after, next)) continue;
                leads = true;
                support |= rest & -rest;
            }
            if (!leads) before[state >> 6] &= ~(uint64_t(1) << (state & 63));
        });
        if (!position.narrow(cells[i], support)) return false;
    }
    return true;
}

// -- lines read as numbers -----------------------------------------------------------------------------------------------

namespace {

// The candidates of a position, of which one cell is supposed to hold one digit.
struct Supposed {
    const Position& position;
    int cell;
    uint32_t digit;
    uint32_t operator[](int other) const { return other == cell ? digit : position[other]; }
};

enum class Order { kSmaller, kEqual, kGreater, kUnknown };

// How the other line compares with a line.
Order compare(const Supposed& masks, const int32_t* line, const int32_t* other, int length) {
    for (int i = 0; i < length; i++) {
        if (line[i] == other[i]) continue;
        const uint32_t own = masks[line[i]], theirs = masks[other[i]];
        if (own == theirs && is_single(own)) continue;
        if (theirs < (own & -own)) return Order::kSmaller;
        if (own < (theirs & -theirs)) return Order::kGreater;
        return Order::kUnknown;
    }
    return Order::kEqual;
}

// A line, its place among those that begin with the same digit, and all other lines.
struct Ranking {
    const int32_t* lines;
    int length, others, place, ties;
    uint32_t first;  // the digit that the line begins with

    const int32_t* other(int number) const { return lines + (number + 1) * length; }

    // Whether enough lines with the same first digit can be smaller, and not too many must be.
    bool fits(const Supposed& masks) const {
        int smaller = 0, equal = 0, unknown = 0;
        for (int i = 0; i < others; i++) {
            const uint32_t begin = masks[other(i)[0]];
            if (!(begin & first)) continue;
            Order order = Order::kUnknown;
            if (begin == first || other(i)[0] == lines[0]) order = compare(masks, lines, other(i), length);
            smaller += order == Order::kSmaller;
            equal += order == Order::kEqual;
            unknown += order == Order::kUnknown;
        }
        if (ties != 1) return !equal && smaller <= place && place <= smaller + unknown;
        return smaller <= place && place <= smaller + unknown + equal;
    }
};

bool are_equal(const Position& position, const int32_t* a, const int32_t* b, int length) {
    for (int i = 0; i < length; i++)
        if (!is_single(position[a[i]]) || position[a[i]] != position[b[i]]) return false;
    return true;
}

}  // namespace

// The place of a line among all rows and columns, read in both directions.  Each digit begins four lines, one on each side
// of the board, so the place tells the first digit of the line; only lines with the same first digit are compared.
bool line_rank(Position& position, const Propagator& rank) {
    const int32_t* const lines = position.plan().cells_of(rank);
    const int32_t* const data = position.plan().data_of(rank);
    const int place = data[0] - 1, others = data[2], length = rank.count / (others + 1);
    const Ranking ranking = {lines, length, others, place % 4, data[1], 1u << place / 4};
    if (!position.narrow(lines[0], ranking.first)) return false;
    if (!ranking.fits({position, -1, 0})) return false;
    for (int i = -1; length > 1 && i < others; i++) {
        const int32_t* const line = ranking.other(i);
        if (position[line[0]] != ranking.first) continue;
        for (uint32_t rest = is_single(position[line[1]]) ? 0 : position[line[1]]; rest; rest &= rest - 1) {
            const uint32_t bit = rest & -rest;
            if (!ranking.fits({position, line[1], bit}) && !position.narrow(line[1], ~bit)) return false;
        }
    }
    for (int i = -1; data[1] == 2 && i < others; i++)
        for (int j = i + 1; j < others; j++)
            if (are_equal(position, ranking.other(i), ranking.other(j), length)) return false;
    return true;
}

// A line that is smaller than another one.
bool line_order(Position& position, const Propagator& order) {
    const int length = order.count / 2;
    const int32_t* const smaller = position.plan().cells_of(order);
    const int32_t* const larger = smaller + length;
    for (int i = 0; i < length; i++) {
        const int a = smaller[i], b = larger[i];
        if (a == b) continue;
        const uint32_t least = position[a] & -position[a];
        if (!position.narrow(b, ~(least - 1))) return false;
        const uint32_t greatest = 0x80000000u >> __builtin_clz(position[b]);
        if (!position.narrow(a, greatest | (greatest - 1))) return false;
        if (position[a] != position[b] || !is_single(position[a])) return true;
    }
    return false;
}

}  // namespace nonet::rules
