// What follows for regions that are not drawn: digits by their labels, and connected cells.
#include <algorithm>

#include "rules/position.h"
#include "rules/same_cells.h"

namespace nonet::rules {
namespace {

// What is known of the cells with one label.
struct Labelled {
    int sure = 0;
    uint32_t taken = 0, once = 0, twice = 0;  // digits: of known cells, with a place, with two places
};

// Cells with one label hold every digit once.
class Labels {
  public:
    Labels(Position& position, const Propagator& group)
        : position_(position),
          count_(group.count / 2),
          members_(position.plan().cells_of(group)),
          labels_(members_ + count_),
          among_((uint32_t)position.plan().data_of(group)[0]),
          same_(position),
          place_(position.scratch.places_of_cells) {
        place_.assign((size_t)position.plan().board.cells, -1);
        for (int i = 0; i < count_; i++) place_[(size_t)labels_[i]] = i;
    }

    bool narrow() {
        for (int i = 0; i < count_; i++)
            if (same_.is_root(labels_[i]) && !look_at(i)) return false;
        for (int i = 0; i < count_; i++)
            if (same_.is_root(labels_[i]) && !compare(i)) return false;
        return last_places();
    }

  private:
    template <class Body> void each_of(int place, Body body) const {
        same_.each_with(labels_[place], [&](int label) {
            if (place_[(size_t)label] >= 0) body(place_[(size_t)label]);
        });
    }

    bool remove(int place, uint32_t digits) {
        const uint32_t held = position_[members_[place]];
        return is_single(held) || !(held & digits) || position_.narrow(members_[place], ~digits);
    }

    // Cells with the same label, whichever it is: their digits differ.
    bool look_at(int place) {
        uint32_t taken = 0;
        int size = 0;
        bool alive = true;
        each_of(place, [&](int i) {
            const uint32_t held = position_[members_[i]];
            size++;
            if (!is_single(held)) return;
            alive &= !(taken & held);
            taken |= held;
        });
        if (!alive) return false;
        if (size > 1 && taken) each_of(place, [&](int i) { alive = alive && remove(i, taken); });
        const uint32_t label = position_[labels_[place]];
        if (!is_single(label) || !(label & among_)) return alive;
        Labelled& one = known_[lowest(label)];
        one.sure += size;
        if (one.taken & taken) return false;
        one.taken |= taken;
        return alive;
    }

    // With cells that are known to have a label.
    bool compare(int place) {
        const int digits = position_.plan().board.size;
        const uint32_t old = position_[labels_[place]];
        uint32_t taken = 0, labels = old;
        int size = 0;
        each_of(place, [&](int i) {
            const uint32_t held = position_[members_[i]];
            taken |= is_single(held) ? held : 0;
            size++;
        });
        bool alive = true;
        for (uint32_t rest = old & among_; rest; rest &= rest - 1) {
            Labelled& one = known_[lowest(rest)];
            bool fits = true;
            if (is_single(old)) {
                each_of(place, [&](int i) { alive = alive && remove(i, one.taken); });
            } else {
                fits = size + one.sure <= digits && !(taken & one.taken);
                each_of(place, [&](int i) { fits &= (position_[members_[i]] & ~one.taken) != 0; });
            }
            if (!fits) labels ^= rest & -rest;
            if (fits)
                each_of(place, [&](int i) {
                    const uint32_t held = position_[members_[i]] & (is_single(old) ? ~0u : ~one.taken);
                    one.twice |= one.once & held;
                    one.once |= held;
                });
        }
        if (labels != old) each_of(place, [&](int i) { alive = alive && position_.narrow(labels_[i], labels); });
        return alive;
    }

    // Of a label that is known somewhere: a digit with one place left takes it.
    bool last_places() {
        for (uint32_t rest = among_ & position_.plan().board.all_digits; rest; rest &= rest - 1) {
            const Labelled& one = known_[lowest(rest)];
            if (!one.sure) continue;
            if (one.once != position_.plan().board.all_digits) return false;
            const uint32_t single = one.once & ~one.twice & ~one.taken;
            for (int i = 0; single && i < count_; i++) {
                const uint32_t only = position_[members_[i]] & single;
                if (!only || !(position_[labels_[i]] & rest & -rest)) continue;
                if (!position_.narrow(members_[i], only) || !position_.narrow(labels_[i], rest & -rest)) return false;
            }
        }
        return true;
    }

    Position& position_;
    const int count_;
    const int32_t *const members_, *const labels_;
    const uint32_t among_;
    const SameCells same_;
    std::vector<int>& place_;  // of a label
    Labelled known_[kMaxSize];
};

// The cells of a graph that can hold one of some digits, and those that do: `least_` to `most_` of them.
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
          places_(position.scratch.places_of_cells) {
        for (int i = 0; i < count_; i++) {
            const uint32_t held = position[cells_[i]];
            can_[i] = held & digits;
            does_[i] = !(held & ~digits);
            if (does_[i]) sure_.push_back(i);
            all_ += can_[i];
            order_[i] = 0;
        }
    }

    // Whether nothing has changed since the search looked here, or in a position that it came from.
    // Fewer cells can be part of it, more of them are, and more labels are alike: each number goes one way.
    bool is_known(uint64_t* note) const {
        if (!note) return false;
        uint64_t seen = (uint64_t)all_ << 48 | (uint64_t)sure_.size() << 32 | 1;
        for (const Propagator& group : position_.plan().alike)
            seen += (uint64_t)lowest(position_[position_.plan().cells_of(group)[0]]);
        const bool known = *note == seen;
        *note = seen;
        return known;
    }

    bool narrow() { return sure_.empty() ? is_large() : within_reach() && cut_cells(); }

  private:
    static constexpr int kFar = 1 << 20;

    bool can(int place) const { return can_[place]; }
    bool does(int place) const { return does_[place]; }

    template <class Body> void each_near(int place, Body body) const {
        for (int i = starts_[place]; i < starts_[place + 1]; i++) body(starts_[count_ + 1 + i]);
    }

    // All cells of the region are so near to known ones that there are enough of them for the way.  Where it enters cells
    // that hold the same, it takes them all.
    bool within_reach() {
        const SameCells same(position_);
        places_.assign((size_t)position_.plan().board.cells, -1);
        for (int i = 0; i < count_; i++) {
            places_[(size_t)cells_[i]] = i;
            distance_[i] = does_[i] ? 0 : kFar;
        }
        const int room = most_ - (int)sure_.size();
        if (room < 0) return false;
        int farthest = 0, reached = 0;
        for (int step = 0; step <= farthest; step++)
            for (int place = 0; place < count_; place++) {
                if (distance_[place] != step) continue;
                reached++;
                each_near(place, [&](int other) {
                    if (!can(other) || distance_[other] <= step + 1) return;
                    int size = 0;
                    same.each_with(cells_[other], [&](int cell) { size += places_[(size_t)cell] >= 0; });
                    if (step + size > room) return;
                    farthest = std::max(farthest, step + size);
                    same.each_with(cells_[other], [&](int cell) {
                        const int own = places_[(size_t)cell];
                        if (own >= 0) distance_[own] = std::min(distance_[own], step + size);
                    });
                });
            }
        if (reached < least_) return false;
        for (int i = 0; i < count_; i++) {
            if (!can(i) || distance_[i] != kFar) continue;
            can_[i] = false;
            if (!position_.narrow(cells_[i], ~digits_)) return false;
        }
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
        const int met = order_[place] = ++clock_;
        int back = met;
        Part whole{1, does(place)}, cut_off;
        each_near(place, [&](int other) {
            if (!can(other)) return;
            int first = order_[other];
            if (!first) {
                const Part part = walk(other);
                first = back_[other];
                whole += part;
                if (first >= met) cut_off += part;
            }
            back = std::min(back, first);
        });
        back_[place] = back;
        if (cut_off.cells) cuts_.push_back({place, cut_off});
        return whole;
    }

    // A cell belongs to the region if, without it, the known cells could not be connected or would be too few.
    bool cut_cells() {
        const Part all = walk(sure_[0]);
        if (all.cells < least_ || all.sure < (int)sure_.size()) return false;
        for (int i = 0; all.cells == least_ && i < count_; i++)
            if (order_[i] && !position_.narrow(cells_[i], digits_)) return false;
        for (const auto& [place, cut_off] : cuts_)
            if ((cut_off.sure || all.cells - 1 - cut_off.cells < least_) && !position_.narrow(cells_[place], digits_))
                return false;
        return true;
    }

    // Connected cells that are too few for a region are not part of it; if no more are left than it needs, these are.
    bool is_large() {
        int left = 0;
        for (int i = 0; i < count_; i++) {
            if (!can(i) || order_[i]) continue;
            const int before = clock_, cells = walk(i).cells;
            if (cells >= least_) left += cells;
            for (int j = i; cells < least_ && j < count_; j++) {
                if (order_[j] <= before) continue;
                can_[j] = false;
                if (!position_.narrow(cells_[j], ~digits_)) return false;
            }
        }
        for (int i = 0; left == least_ && i < count_; i++)
            if (can(i) && !position_.narrow(cells_[i], digits_)) return false;
        return left;
    }

    Position& position_;
    const int32_t *const cells_, *const starts_;
    const int count_, least_, most_;
    const uint32_t digits_;
    std::vector<int> sure_;
    std::vector<int>& places_;  // of cells
    bool can_[kMaxCells], does_[kMaxCells];
    int all_ = 0, distance_[kMaxCells];
    int order_[kMaxCells],
        back_[kMaxCells];  // when walk() met a cell; the earliest cell that those behind it lead back to
    std::vector<std::pair<int, Part>> cuts_;
    int clock_ = 0;
};

}  // namespace

// Each cell has a label; cells with the same label, of those that count, hold every digit once.
bool labelled_digits(Position& position, const Propagator& group) { return Labels(position, group).narrow(); }

// The cells that hold one of some digits are connected, and there are as many as given, or any number.
bool connected_cells(Position& position, const Propagator& graph) {
    const int32_t* const data = position.plan().data_of(graph);
    Region region(position, graph, data + 2, (uint32_t)data[1], data[0]);
    return region.is_known(position.note_of(graph)) || region.narrow();
}

}  // namespace nonet::rules
