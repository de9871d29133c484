// Cells that are known to hold the same, before it is known what: by rules, and by counts of labels that are alike.
#pragma once
#include <numeric>

#include "rules/position.h"

namespace nonet::rules {

// Classes of cells.  Each has the cell with the lowest number as its root, and its cells in a circle.
class SameCells {
  public:
    explicit SameCells(Position& position)
        : position_(position), roots_(position.scratch.roots), next_(position.scratch.links) {
        const Plan& plan = position.plan();
        roots_.resize((size_t)plan.board.cells);
        std::iota(roots_.begin(), roots_.end(), 0);
        next_ = roots_;
        for (const auto& [one, other] : plan.equal) join(one, other);
        for (const Propagator& group : plan.alike) join_counted(group);
    }

    bool is_root(int cell) const { return roots_[(size_t)cell] == cell; }
    bool is_alone(int cell) const { return next_[(size_t)cell] == cell; }
    template <class Body> void each_with(int cell, Body body) const {
        int other = cell;
        do {
            body(other);
            other = next_[(size_t)other];
        } while (other != cell);
    }

  private:
    int root(int cell) const {
        while (!is_root(cell)) cell = roots_[(size_t)cell];
        return cell;
    }

    void join(int one, int other) {
        one = root(one);
        other = root(other);
        if (one == other) return;
        std::swap(next_[(size_t)one], next_[(size_t)other]);
        roots_[(size_t)std::max(one, other)] = std::min(one, other);
    }

    // In a row: as many as the count needs at least.  Otherwise, if all that can be like the first one must be.
    void join_counted(const Propagator& group) {
        const int32_t* const cells = position_.plan().cells_of(group);
        const int32_t* const data = position_.plan().data_of(group);
        const uint32_t first = position_[cells[1]];
        const int arms = data[2];
        int able[kMostArms] = {}, all = 0;
        for (int arm = 0, i = 0; arm < arms; arm++)
            for (bool open = true; i < data[3 + arm]; i++) {
                const bool can = position_[cells[2 + i]] & first;
                open &= can || !data[1];
                able[arm] += can && open;
                all += can && open;
            }
        const int least = lowest(position_[cells[0]]) + 1 - data[0];
        for (int arm = 0, i = 0; arm < arms; i = data[3 + arm++]) {
            const int own = least - (all - able[arm]);
            if (data[1]) {
                for (int k = i; k < i + own; k++) join(cells[1], cells[2 + k]);
            } else if (least == all) {
                for (int k = i; k < data[3 + arm]; k++)
                    if (position_[cells[2 + k]] & first) join(cells[1], cells[2 + k]);
            }
        }
    }

    Position& position_;
    std::vector<int>&roots_, &next_;
};

}  // namespace nonet::rules
