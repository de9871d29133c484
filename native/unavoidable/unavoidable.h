// Other grids that differ from a grid in few cells, on boards of up to 128 cells.
//
// The search is described, and shown to miss nothing, in src/nonet/research/unavoidable.py, which does the same in Python:
// a digit in a cell displaces others and leaves houses without a digit; the demand with the fewest ways to meet it comes first.
#pragma once
#include <stdint.h>

#include <vector>

#include "cells.h"
#include "pulse.h"

namespace nonet {

class UnavoidableSearch {
  public:
    static constexpr int kMostCells = 128, kMostDigits = 16;
    std::vector<Cells> found;

    // houses: `size` cells each, all below 128.  values: the digit of each cell, from 0; every house has each once.
    UnavoidableSearch(int size, const std::vector<uint16_t>& houses, const std::vector<uint8_t>& values, int most,
                      const Pulse& pulse)
        : size_(size), most_(most), pulse_(pulse), digit_(values), houses_of_(values.size()), near_(values.size()) {
        for (size_t i = 0; i < houses.size(); i += (size_t)size) {
            Cells board;
            for (size_t k = i; k < i + (size_t)size; k++) board.add(houses[k]);
            size_t layer = 0;
            while (layer < layers_.size() && layers_[layer].meets(board)) layer++;
            if (layer == layers_.size()) layers_.push_back({});
            layers_[layer] |= board;
            for (int cell : board) {
                houses_of_[(size_t)cell].push_back((uint16_t)houses_.size());
                near_[(size_t)cell] |= board;
            }
            houses_.push_back({board, layer});
        }
        for (size_t cell = 0; cell < values.size(); cell++) at_[values[cell]].add((int)cell);
        lost_.resize(houses_.size());
    }

    void run() {
        State state;
        for (int d = 0; d < size_; d++) state.closed[d] = at_[d];
        for (int cell = 0; cell < (int)digit_.size() && !tick(pulse_); cell++) {
            for (int d = 0; d < size_; d++)
                if (!state.closed[d].has(cell) && cost(state, cell, d) <= most_) place(state, cell, d);
            for (int d = 0; d < size_; d++) state.closed[d].add(cell);  // from now on, this cell keeps its digit
            state.closed[digit_[(size_t)cell]] |= near_[(size_t)cell];
        }
    }

  private:
    struct House {
        Cells cells;
        size_t layer;  // the houses of a layer share no cell: rows, columns, boxes
    };
    struct State {
        Cells changed, placed;      // the cells that change; those of them that have got their digit
        Cells closed[kMostDigits];  // for each digit the cells that cannot take it
        int count = 0;              // how many cells change
    };
    struct Ways {
        int count = 1 << 20;
        struct Way {
            uint8_t cell, digit;
        } way[kMostDigits];
    };

    const int size_, most_;
    const Pulse& pulse_;
    const std::vector<uint8_t> digit_;
    std::vector<std::vector<uint16_t>> houses_of_;
    std::vector<Cells> near_;  // the cell and its peers
    std::vector<House> houses_;
    std::vector<Cells> layers_;
    std::vector<uint32_t> lost_;  // for each house the digits that it has lost
    Cells at_[kMostDigits];
    uint32_t steps_ = 0;

    Cells changing(const State& state, int cell, int digit) const {
        return ((at_[digit] & near_[(size_t)cell]) | Cells::of(cell)).minus(state.changed);
    }
    int cost(const State& state, int cell, int digit) const { return changing(state, cell, digit).count(); }

    // The cell takes the digit, and everything that follows.
    void place(const State& before, int cell, int digit) {
        if ((++steps_ & 1023) == 0 ? tick(pulse_) : stopped(pulse_)) return;
        const Cells more = changing(before, cell, digit);
        State state = before;
        state.changed |= more;
        state.placed.add(cell);
        state.count += more.count();
        state.closed[digit] |= near_[(size_t)cell];
        for (int each : more)
            for (uint16_t house : houses_of_[(size_t)each]) lost_[house] |= 1u << digit_[(size_t)each];
        for (uint16_t house : houses_of_[(size_t)cell]) lost_[house] &= ~(1u << digit);
        if (state.changed == state.placed)
            found.push_back(state.changed);
        else if (state.count + least(state) <= most_) {
            const Ways ways = fewest_ways(state);
            for (int i = 0; i < ways.count; i++) place(state, ways.way[i].cell, ways.way[i].digit);
        }
        for (uint16_t house : houses_of_[(size_t)cell]) lost_[house] |= 1u << digit;
        for (int each : more)
            for (uint16_t house : houses_of_[(size_t)each]) lost_[house] &= ~(1u << digit_[(size_t)each]);
    }

    // At least so many more cells must change: a digit leaves no cell alone, and a house needs another cell if its only
    // open one cannot take the digit that it lacks, since this is its own.
    int least(const State& state) const {
        int most = 0, counts[kMostCells] = {};
        for (int d = 0; d < size_; d++) most += (state.changed & at_[d]).is_one();
        const Cells waiting = state.changed.minus(state.placed);
        for (size_t h = 0; h < houses_.size(); h++) {
            const Cells own = waiting & houses_[h].cells;
            if (own.is_one() && lost_[h] >> digit_[(size_t)own.first()] & 1) counts[houses_[h].layer]++;
        }
        for (size_t layer = 0; layer < layers_.size(); layer++) most = counts[layer] > most ? counts[layer] : most;
        return most;
    }

    // The demand with the fewest ways to meet it: a digit that a house has lost, or a cell that waits for its digit.
    Ways fewest_ways(const State& state) const {
        const int left = most_ - state.count;
        const Cells waiting = state.changed.minus(state.placed);
        Ways best;
        for (size_t h = 0; h < houses_.size(); h++)
            for (uint32_t rest = lost_[h]; rest; rest &= rest - 1) {
                const int digit = __builtin_ctz(rest);
                Cells places = houses_[h].cells.minus(state.closed[digit]);
                places = left ? places.minus(state.placed) : places & waiting;
                Ways ways;
                ways.count = 0;
                for (int cell : places)
                    if (cost(state, cell, digit) <= left) ways.way[ways.count++] = {(uint8_t)cell, (uint8_t)digit};
                if (ways.count < best.count) best = ways;
                if (best.count < 2) return best;
            }
        for (int cell : waiting) {
            Ways ways;
            ways.count = 0;
            for (int digit = 0; digit < size_; digit++)
                if (!state.closed[digit].has(cell) && cost(state, cell, digit) <= left)
                    ways.way[ways.count++] = {(uint8_t)cell, (uint8_t)digit};
            if (ways.count < best.count) best = ways;
        }
        return best;
    }
};

}  // namespace nonet
