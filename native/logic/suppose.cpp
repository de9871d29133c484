#include "logic/suppose.h"

#include <string.h>

#include <algorithm>

namespace nonet::logic {

void State::start(const Position& position) {
    memset(left, 0, sizeof left);
    is_settled = true;
    for (int cell = 0; cell < kCells; ++cell) {
        placed[cell] = position.values[cell] ? (uint16_t)bit_of(position.values[cell]) : 0;
        left[cell] = position.masks[cell] | placed[cell];
        for (int digit : Digits{left[cell]})
            for (int kind = 0; kind < 3; ++kind)
                left[house_truth(kBoard.houses[cell][kind], digit)] |= (uint16_t)(1u << kPlaces.in[cell][kind]);
    }
    for (int truth = 0; truth < kTruths; ++truth)
        if (!(left[truth] & (left[truth] - 1)) && !is_met(truth)) is_settled = false;
}

void Settler::remove(State& state, int cell, int digit) {
    if (state.placed[cell] >> (digit - 1) & 1) is_conflict_ = true;
    shrink(state, cell, digit - 1);
    for (int kind = 0; kind < 3; ++kind)
        shrink(state, house_truth(kBoard.houses[cell][kind], digit), kPlaces.in[cell][kind]);
}

void Settler::place(State& state, int bit) {
    const int cell = cell_of_bit(bit), digit = digit_of_bit(bit);
    if (!state.has(bit)) {
        is_conflict_ = true;
        return;
    }
    for (int other : Digits{state.left[cell] & ~bit_of(digit)}) remove(state, cell, other);
    for (int kind = 0; kind < 3; ++kind) {
        const int house = kBoard.houses[cell][kind];
        const unsigned others = state.left[house_truth(house, digit)] & ~(1u << kPlaces.in[cell][kind]);
        for (unsigned rest = others; rest; rest &= rest - 1)
            remove(state, kBoard.cells[house][__builtin_ctz(rest)], digit);
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
        state.placed[cell_of_bit(bit)] |= (uint16_t)bit_of(digit_of_bit(bit));
        placed_[count_++] = (uint16_t)bit;
        place(state, bit);
    } else {
        remove(state, cell_of_bit(bit), digit_of_bit(bit));
    }
    for (; rounds; --rounds) {
        if (is_empty_) return false;
        const int first = count_;
        for (int k = 0; k < single_count_; ++k) {
            const int next = bit_of_truth(singles_[k], __builtin_ctz(state.left[singles_[k]]));
            if (state.is_placed(next)) continue;
            state.placed[cell_of_bit(next)] |= (uint16_t)bit_of(digit_of_bit(next));
            placed_[count_++] = (uint16_t)next;
        }
        single_count_ = 0;
        if (count_ == first) break;
        for (int k = first; k < count_; ++k) place(state, placed_[k]);
        if (is_conflict_) return false;
    }
    state.is_settled = true;
    return true;
}

void OpenTruths::compute(const Position& position) {
    start.start(position);
    order.clear();
    for (int truth = 0; truth < kTruths; ++truth) {
        const bool is_filled = truth < kCells ? start.placed[truth] != 0 : start.is_met(truth);
        if (!is_filled) order.push_back((uint16_t)truth);
    }
    std::stable_sort(order.begin(), order.end(), [&](int one, int other) {
        return count_bits((unsigned)start.left[one]) < count_bits((unsigned)start.left[other]);
    });
}

}  // namespace nonet::logic
