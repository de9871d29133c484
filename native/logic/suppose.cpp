#include "logic/suppose.h"

#include <string.h>

#include <algorithm>

namespace nonet::logic {

void State::start(const Position& position) {
    memset(left, 0, sizeof left);
    memset(placed, 0, sizeof placed);
    for (int cell = 0; cell < kCells; ++cell) {
        if (position.values[cell]) set_bit(placed, bit_at(cell, position.values[cell]));
        const unsigned mask = position.values[cell] ? bit_of(position.values[cell]) : position.masks[cell];
        for (int digit : Digits{mask}) {
            const int bit = bit_at(cell, digit);
            for (int k = 0; k < 4; ++k) left[kTables.truth[bit][k]] |= kTables.mask[bit][k];
        }
    }
    is_settled = true;
    for (int truth = 0; truth < kTruths; ++truth)
        if (!(left[truth] & (left[truth] - 1)) && !is_met(truth)) is_settled = false;
}

void Settler::remove(State& state, int bit) {
    if (state.is_placed(bit)) is_conflict_ = true;
    for (int k = 0; k < 4; ++k) {
        const int truth = kTables.truth[bit][k];
        const unsigned rest = state.left[truth] &= (uint16_t)~kTables.mask[bit][k];
        if (rest & (rest - 1)) continue;
        if (rest)
            singles_[single_count_++] = (uint16_t)truth;
        else
            is_empty_ = true;
    }
}

void Settler::place(State& state, int bit) {
    if (!state.has(bit)) is_conflict_ = true;
    for (int k = 0; k < 4; ++k) {
        const int truth = kTables.truth[bit][k];
        const unsigned others = state.left[truth] & ~(unsigned)kTables.mask[bit][k];
        for (unsigned rest = others; rest; rest &= rest - 1) remove(state, bit_of_truth(truth, __builtin_ctz(rest)));
    }
}

bool Settler::settle(State& state, int bit, bool on, int rounds) {
    is_empty_ = is_conflict_ = false;
    single_count_ = count_ = 0;
    if (!state.is_settled)
        for (int truth = 0; truth < kTruths; ++truth) {
            const unsigned rest = state.left[truth];
            if (!rest) is_empty_ = true;
            if (is_one(rest)) singles_[single_count_++] = (uint16_t)truth;
        }
    if (on) {
        set_bit(state.placed, bit);
        placed_[count_++] = (uint16_t)bit;
        place(state, bit);
    } else {
        remove(state, bit);
    }
    const bool goes_on = rounds != kAllRounds;
    bool fails = false;
    for (; rounds; --rounds) {
        fails = fails || is_empty_;
        if (fails && !goes_on) return false;
        const int first = count_;
        for (int k = 0; k < single_count_; ++k) {
            const unsigned left = state.left[singles_[k]];
            if (!left) continue;
            const int next = bit_of_truth(singles_[k], __builtin_ctz(left));
            if (state.is_placed(next)) continue;
            set_bit(state.placed, next);
            placed_[count_++] = (uint16_t)next;
        }
        single_count_ = 0;
        if (count_ == first) break;
        for (int k = first; k < count_; ++k) place(state, placed_[k]);
        fails = fails || is_conflict_;
    }
    state.is_settled = true;
    return !fails;
}

void OpenTruths::compute(const Position& position) {
    start.start(position);
    order.clear();
    for (int truth = 0; truth < kTruths; ++truth) {
        if (!start.is_met(truth)) order.push_back((uint16_t)truth);
    }
    std::stable_sort(order.begin(), order.end(), [&](int one, int other) {
        return count_bits((unsigned)start.left[one]) < count_bits((unsigned)start.left[other]);
    });
}

}  // namespace nonet::logic
