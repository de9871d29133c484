// The least and the greatest that a weighted sum can be, and what follows from these for its cells.
//
// What a cell adds is counted in steps from the least that it can add: from its lowest digit, or from its highest one if the
// weight is negative.
#pragma once
#include <stdlib.h>

#include <algorithm>

#include "rules/position.h"

namespace nonet::rules {

class SumBounds {
  public:
    static constexpr int kMostGroups = 64;  // with open cells

    SumBounds(Position& position, int64_t sum) : position_(position), slack_(sum), room_(-sum) {}

    // Cells of the same weight whose digits differ: the open ones cannot all have their lowest digit, nor all their
    // highest one, if that is the same for some.
    void add(const int32_t* cells, int count, int weight) {
        int lows = 0, highs = 0, open = 0;
        uint32_t together = 0, fixed = 0;
        for (int i = 0; i < count; i++) {
            const uint32_t mask = position_[cells[i]];
            lows += lowest(mask) + 1;
            highs += highest(mask) + 1;
            together |= mask;
            fixed |= is_single(mask) ? mask : 0;
            open += !is_single(mask);
        }
        int least = lows, greatest = highs;
        if (open > 1) {
            const int known = least_sum(fixed, count);
            least = std::max(lows, known + least_sum(together & ~fixed, open));
            greatest = std::min(highs, known + greatest_sum(together & ~fixed, open));
        }
        const bool up = weight > 0;
        slack_ -= (int64_t)weight * (up ? least : greatest);
        room_ += (int64_t)weight * (up ? greatest : least);
        const int more = least - lows, fewer = highs - greatest;
        if (open) groups_[group_count_++] = {cells, count, weight, up ? more : fewer, up ? fewer : more};
    }

    // No cell takes more steps than the slack, nor so few that the others cannot make up for it.
    bool narrow() {
        if (slack_ < 0 || room_ < 0) return false;
        for (const Group* group = groups_; group != groups_ + group_count_; group++) {
            const int64_t size = abs(group->weight);
            const int64_t most = slack_ + size * group->taken, most_left = room_ + size * group->left;
            for (int i = 0; i < group->count; i++) {
                const uint32_t mask = position_[group->cells[i]];
                if (size * (highest(mask) - lowest(mask)) <= std::min(most, most_left)) continue;
                is_tight_ = true;
                if (!bound(group->cells[i], group->weight > 0, most / size, most_left / size)) return false;
            }
        }
        return true;
    }

    bool is_tight() const { return is_tight_; }  // a cell cannot take all of its steps

  private:
    struct Group {
        const int32_t* cells;
        int count, weight;
        int taken, left;  // how many steps its cells take, and how many they don't take, because they differ
    };

    // At most so many steps taken, and at most so many left.
    bool bound(int cell, bool up, int64_t most, int64_t most_left) {
        const int low = lowest(position_[cell]), high = highest(position_[cell]), steps = high - low;
        const int to = (int)std::min<int64_t>(steps, most), from = (int)std::max<int64_t>(0, steps - most_left);
        if (from > to) return false;
        return position_.narrow(cell, up ? between(low + from, low + to) : between(high - to, high - from));
    }
    static uint32_t between(int low, int high) { return (uint32_t)((uint64_t(2) << high) - (uint64_t(1) << low)); }

    Position& position_;
    int64_t slack_, room_;  // how many steps are missing, and how many there are besides these
    bool is_tight_ = false;
    int group_count_ = 0;
    Group groups_[kMostGroups];
};

}  // namespace nonet::rules
