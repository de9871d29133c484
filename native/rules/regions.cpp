// What follows for regions that are not drawn: digits by their labels, and connected labels.
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

// The cells of a graph that can hold one digit, and those that do.
class Region {
  public:
    // steps: for each cell of the propagator where its neighbours begin, and the neighbours, as places in `cells`.
    Region(Position& position, const Propagator& graph, uint32_t digit)
        : position_(position),
          cells_(position.plan().cells_of(graph)),
          starts_(position.plan().data_of(graph)),
          count_(graph.count),
          size_(position.plan().board.size),
          digit_(digit),
          distance_((size_t)count_, kFar) {
        for (int i = 0; i < count_; i++)
            if (position[cells_[i]] == digit) sure_.push_back(i);
    }

    bool narrow() { return sure_.empty() || (within_reach() && meets() && only_way()); }

  private:
    static constexpr int kFar = 1 << 20;

    bool can(int place) const { return position_[cells_[place]] & digit_; }

    template <class Body> void each_near(int place, Body body) const {
        for (int i = starts_[place]; i < starts_[place + 1]; i++) body(starts_[count_ + 1 + i]);
    }

    // All cells with the digit are so near to known ones that there are enough of them for the way.
    bool within_reach() {
        std::vector<int> layer = sure_, next;
        for (int place : sure_) distance_[(size_t)place] = 0;
        int reached = (int)sure_.size();
        for (int step = 1; step <= size_ - (int)sure_.size() && !layer.empty(); step++) {
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
        if (reached < size_ || (int)sure_.size() > size_) return false;
        for (int i = 0; i < count_; i++)
            if (can(i) && distance_[(size_t)i] == kFar && !position_.narrow(cells_[i], ~digit_)) return false;
        return true;
    }

    // The known cells can be connected, and enough others with them.
    bool meets() const {
        std::vector<int> waiting = {sure_[0]};
        std::vector<bool> met((size_t)count_);
        met[(size_t)sure_[0]] = true;
        int count = 1;
        while (!waiting.empty()) {
            const int place = waiting.back();
            waiting.pop_back();
            each_near(place, [&](int other) {
                if (!can(other) || met[(size_t)other]) return;
                met[(size_t)other] = true;
                count++;
                waiting.push_back(other);
            });
        }
        return count >= size_ && std::all_of(sure_.begin(), sure_.end(), [&](int i) { return met[(size_t)i]; });
    }

    // A group of known cells that is too small takes the only cell that it can grow into.
    bool only_way() {
        std::vector<bool> seen((size_t)count_);
        for (int first : sure_) {
            if (seen[(size_t)first]) continue;
            std::vector<int> waiting = {first};
            seen[(size_t)first] = true;
            int members = 0, exit = -1;
            bool several = false;
            while (!waiting.empty()) {
                const int place = waiting.back();
                waiting.pop_back();
                members++;
                each_near(place, [&](int other) {
                    if (!can(other)) return;
                    if (position_[cells_[other]] != digit_) {
                        several |= exit >= 0 && exit != other;
                        exit = other;
                    } else if (!seen[(size_t)other]) {
                        seen[(size_t)other] = true;
                        waiting.push_back(other);
                    }
                });
            }
            if (members >= size_ || several) continue;
            return exit >= 0 && position_.narrow(cells_[exit], digit_);  // which runs this again
        }
        return true;
    }

    Position& position_;
    const int32_t *const cells_, *const starts_;
    const int count_, size_;
    const uint32_t digit_;
    std::vector<int> sure_, distance_;
};

}  // namespace

// Each cell has a label; cells with the same label hold every digit once.
bool labelled_digits(Position& position, const Propagator& group) {
    const int count = group.count / 2;
    const int32_t* const members = position.plan().cells_of(group);
    const int32_t* const labels = members + count;
    for (uint32_t left = all_of(position, labels, count); left; left &= left - 1)
        if (!labelled(position, members, labels, count, left & -left)) return false;
    return true;
}

// Cells with the same digit are connected, and there are as many of them as digits.
bool connected_cells(Position& position, const Propagator& graph) {
    for (uint32_t left = all_of(position, position.plan().cells_of(graph), graph.count); left; left &= left - 1)
        if (!Region(position, graph, left & -left).narrow()) return false;
    return true;
}

}  // namespace nonet::rules
