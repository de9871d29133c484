// What follows for regions that are not drawn: digits by their labels, and connected cells.
#include <algorithm>

#include "rules/position.h"

namespace nonet::rules {
namespace {

// The digits that occur in some cells.
uint32_t all_of(const Position& position, const int32_t* cells, int count) {
    uint32_t all = 0;
    for (int i = 0; i < count; i++) all |= position[cells[i]];
    return all;
}

// Cells with one label hold every digit once.
bool labelled(Position& position, const int32_t* members, const int32_t* labels, int count, uint32_t label) {
    uint32_t taken = 0;
    bool sure = false;
    for (int i = 0; i < count; i++) {
        if (position[labels[i]] != label) continue;
        sure = true;
        const uint32_t held = position[members[i]];
        if (!is_single(held)) continue;
        if (taken & held) return false;
        taken |= held;
    }
    uint32_t once = 0, twice = 0;
    for (int i = 0; i < count; i++) {
        const uint32_t own = position[labels[i]];
        if (!(own & label)) continue;
        uint32_t held = position[members[i]];
        if (own == label) {
            if (!is_single(held) && !position.narrow(members[i], ~taken)) return false;
            held = position[members[i]];
        } else {
            held &= ~taken;
            if (!held) {
                if (!position.narrow(labels[i], ~label)) return false;
                continue;
            }
        }
        twice |= once & held;
        once |= held;
    }
    if (!sure) return true;
    if (once != position.plan().board.all_digits) return false;
    const uint32_t single = once & ~twice & ~taken;
    for (int i = 0; single && i < count; i++) {
        const uint32_t only = position[members[i]] & single;
        if (!only || !(position[labels[i]] & label)) continue;
        if (!position.narrow(members[i], only) || !position.narrow(labels[i], label)) return false;
    }
    return true;
}

// The cells of a graph that can hold one of some digits, and those that do: `least` to `most` of them.
class Region {
  public:
    // starts: for each cell of the propagator where its neighbours begin, and the neighbours, as places in `cells`.
    Region(Position& position, const Propagator& graph, const int32_t* starts, uint32_t digits, int size)
        : position_(position),
          cells_(position.plan().cells_of(graph)),
          starts_(starts),
          count_(graph.count),
          least_(size ? size : 1),
          most_(size ? size : count_),
          digits_(digits),
          distance_((size_t)count_, kFar),
          order_((size_t)count_),
          back_((size_t)count_) {
        for (int i = 0; i < count_; i++)
            if (does(i)) sure_.push_back(i);
    }

    bool narrow() { return sure_.empty() ? is_large() : within_reach() && cut_cells(); }

  private:
    static constexpr int kFar = 1 << 20;

    bool can(int place) const { return position_[cells_[place]] & digits_; }
    bool does(int place) const { return !(position_[cells_[place]] & ~digits_); }

    template <class Body> void each_near(int place, Body body) const {
        for (int i = starts_[place]; i < starts_[place + 1]; i++) body(starts_[count_ + 1 + i]);
    }

    // All cells of the region are so near to known ones that there are enough of them for the way.
    bool within_reach() {
        std::vector<int> layer = sure_, next;
        for (int place : sure_) distance_[(size_t)place] = 0;
        int reached = (int)sure_.size();
        for (int step = 1; step <= most_ - (int)sure_.size() && !layer.empty(); step++) {
            next.clear();
            for (int place : layer)
                each_near(place, [&](int other) {
                    if (!can(other) || distance_[(size_t)other] != kFar) return;
                    distance_[(size_t)other] = step;
                    next.push_back(other);
                    reached++;
                });
            layer.swap(next);
        }
        if (reached < least_ || (int)sure_.size() > most_) return false;
        for (int i = 0; i < count_; i++)
            if (can(i) && distance_[(size_t)i] == kFar && !position_.narrow(cells_[i], ~digits_)) return false;
        return true;
    }

    // Some connected cells: how many there are, and how many of them are known.
    struct Part {
        int cells = 0, sure = 0;

        void operator+=(const Part& other) {
            cells += other.cells;
            sure += other.sure;
        }
    };

    // Goes to all cells that are connected with this one, depth first, and notes for each what is cut off without it.
    Part walk(int place) {
        const int met = order_[(size_t)place] = ++clock_;
        int back = met;
        Part whole{1, does(place)}, cut_off;
        each_near(place, [&](int other) {
            if (!can(other)) return;
            int first = order_[(size_t)other];
            if (!first) {
                const Part part = walk(other);
                first = back_[(size_t)other];
                whole += part;
                if (first >= met) cut_off += part;
            }
            back = std::min(back, first);
        });
        back_[(size_t)place] = back;
        if (cut_off.cells) cuts_.push_back({place, cut_off});
        return whole;
    }

    // A cell belongs to the region if, without it, the known cells could not be connected or would be too few.
    bool cut_cells() {
        const Part all = walk(sure_[0]);
        if (all.cells < least_ || all.sure < (int)sure_.size()) return false;
        for (const auto& [place, cut_off] : cuts_)
            if ((cut_off.sure || all.cells - 1 - cut_off.cells < least_) && !position_.narrow(cells_[place], digits_))
                return false;
        return true;
    }

    // Connected cells that are too few for a region are not part of it; if no more are left than it needs, these are.
    bool is_large() {
        int left = 0;
        for (int i = 0; i < count_; i++) {
            if (!can(i) || order_[(size_t)i]) continue;
            const int before = clock_, cells = walk(i).cells;
            if (cells >= least_) left += cells;
            for (int j = i; cells < least_ && j < count_; j++)
                if (order_[(size_t)j] > before && !position_.narrow(cells_[j], ~digits_)) return false;
        }
        for (int i = 0; left == least_ && i < count_; i++)
            if (can(i) && !position_.narrow(cells_[i], digits_)) return false;
        return left;
    }

    Position& position_;
    const int32_t *const cells_, *const starts_;
    const int count_, least_, most_;
    const uint32_t digits_;
    std::vector<int> sure_, distance_;
    std::vector<int> order_, back_;  // when walk() met a cell; the earliest cell that those behind it lead back to
    std::vector<std::pair<int, Part>> cuts_;
    int clock_ = 0;
};

}  // namespace

// Each cell has a label; cells with the same label, of those that count, hold every digit once.
bool labelled_digits(Position& position, const Propagator& group) {
    const int count = group.count / 2;
    const int32_t* const members = position.plan().cells_of(group);
    const int32_t* const labels = members + count;
    const uint32_t among = (uint32_t)position.plan().data_of(group)[0];
    for (uint32_t left = all_of(position, labels, count) & among; left; left &= left - 1)
        if (!labelled(position, members, labels, count, left & -left)) return false;
    return true;
}

// The cells that hold one of some digits are connected: for each of several sets of digits, with a given size or any.
bool connected_cells(Position& position, const Propagator& graph) {
    const int32_t* const data = position.plan().data_of(graph);
    const int size = data[0], sets = data[1];
    for (int i = 0; i < sets; i++)
        if (!Region(position, graph, data + 2 + sets, (uint32_t)data[2 + i], size).narrow()) return false;
    return true;
}

}  // namespace nonet::rules
