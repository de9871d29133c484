// Weighted sums.
//
// What an open cell adds is counted in steps from the least that it can add.  With the candidates 2 3 5 it takes 0, 1 or
// 3 steps; with a negative weight, which counts from the greatest digit, 0, 2 or 3:
//
//     candidates   2 3 . 5        steps   0 1 . 3        negative weight   0 . 2 3
//
// What is missing from the sum if all cells add the least is the slack: the steps of all cells, each times the weight of
// its cell, add up to it.  Sets of steps and of their sums are bitsets.
#include <algorithm>

#include "rules/sum_bounds.h"

namespace nonet::rules {
namespace {

constexpr int kMostOpen = SumBounds::kMostGroups;  // cells: nothing is concluded while there are more
constexpr int kFew = 2;                            // with so few open cells, each sum is always looked at
constexpr int kMostSlack = 63;                     // a larger slack only bounds the steps

inline int lowest_step(uint64_t steps) { return __builtin_ctzll(steps); }

struct Term {
    int cell, weight;
    int least;       // the place of step 0 in the candidates, mirrored if the weight is negative
    uint32_t steps;  // that it can take

    Term() = default;
    Term(int its_cell, int its_weight, uint32_t candidates) : cell(its_cell), weight(its_weight) {
        if (weight < 0) candidates = mirrored(candidates);
        least = lowest(candidates);
        steps = candidates >> least;
    }
    int step_size() const { return weight < 0 ? -weight : weight; }
    uint32_t digits(uint32_t some_steps) const {
        return weight < 0 ? mirrored(some_steps << least) : some_steps << least;
    }
};

// One cell, or two of the same weight whose digits differ.
struct Part {
    Term* first;
    bool pair;
    uint64_t steps;    // of its cells together
    uint64_t reached;  // by all parts before it

    // The steps of the second cell with which it does not equal the first.
    static uint32_t others(const Term* terms, int step) {
        const int same = step + terms[0].least - terms[1].least;
        return same < 0 || same > 31 ? terms[1].steps : terms[1].steps & ~(1u << same);
    }

    void add_up() {
        steps = pair ? 0 : first->steps;
        for (uint32_t left = pair ? first->steps : 0; left; left &= left - 1)
            steps |= (uint64_t)others(first, lowest(left)) << lowest(left);
    }

    bool keep(Position& position, uint64_t allowed) const {
        if (allowed == steps) return true;
        if (!pair) return position.narrow(first->cell, first->digits((uint32_t)allowed));
        uint32_t own = 0, second = 0;
        for (uint32_t left = first->steps; left; left &= left - 1) {
            const uint32_t with = others(first, lowest(left)) & (uint32_t)(allowed >> lowest(left));
            if (with) own |= left & -left;
            second |= with;
        }
        return position.narrow(first->cell, first->digits(own)) &&
               position.narrow(first[1].cell, first[1].digits(second));
    }
};

class OpenSum {
  public:
    OpenSum(Position& position, int64_t sum) : position_(position), slack_(sum) {}

    // Cells of the same weight whose digits differ.
    void add(const int32_t* cells, int count, int weight) {
        const int first = count_;
        for (int i = 0; i < count; i++) {
            const uint32_t mask = position_[cells[i]];
            slack_ -= (int64_t)weight * ((weight < 0 ? highest(mask) : lowest(mask)) + 1);
            if (is_single(mask)) continue;
            Term& term = terms_[count_];
            term = Term(cells[i], weight, mask);
            if ((count_++ - first) & 1)
                parts_[part_count_ - 1].pair = true;
            else
                parts_[part_count_++] = {&term, false, 0, 0};
        }
    }

    bool narrow() {
        if (slack_ < 0) return false;
        if (slack_ > kMostSlack) return true;
        position_.conclude_exactly();
        return reach() && narrow_to_reached();
    }

  private:
    // Which sums the parts can make, one after the other; false if the slack is not among them.
    bool reach() {
        uint64_t reached = 1;
        for (Part* part = parts_; part != parts_ + part_count_; part++) {
            part->add_up();
            part->reached = reached;
            reached = 0;
            const int64_t size = part->first->step_size();
            for (uint64_t steps = part->steps; steps && size * lowest_step(steps) <= slack_; steps &= steps - 1)
                reached |= part->reached << size * lowest_step(steps);
        }
        return reached >> slack_ & 1;
    }

    // After reach(), from the back: what leads to the slack.
    bool narrow_to_reached() {
        uint64_t wanted = uint64_t(1) << slack_;
        for (Part* part = parts_ + part_count_; part-- != parts_;) {
            uint64_t allowed = 0, before = 0;
            const int64_t size = part->first->step_size();
            for (uint64_t steps = part->steps; steps && size * lowest_step(steps) <= slack_; steps &= steps - 1) {
                const uint64_t hit = wanted >> size * lowest_step(steps) & part->reached;
                if (!hit) continue;
                allowed |= steps & -steps;
                before |= hit;
            }
            wanted = before;
            if (!part->keep(position_, allowed)) return false;
        }
        return true;
    }

    Position& position_;
    int64_t slack_;
    int count_ = 0, part_count_ = 0;
    Term terms_[kMostOpen];
    Part parts_[kMostOpen];
};

}  // namespace

// First the bounds; looking at each sum is worth it only where the bounds exclude something, or few cells are open.
bool weighted_sum(Position& position, const Propagator& sum) {
    const int32_t* const cells = position.plan().cells_of(sum);
    const int32_t* const data = position.plan().data_of(sum);
    int open_count = 0;
    for (int i = 0; i < sum.count; i++) open_count += !is_single(position[cells[i]]);
    if (open_count > std::min(data[1], kMostOpen)) return true;
    const auto add_groups = [&](auto& to) {
        const int32_t* group = cells;
        for (int g = 0; g < data[2]; g++) {
            to.add(group, data[4 + 2 * g], data[3 + 2 * g]);
            group += data[4 + 2 * g];
        }
    };
    SumBounds bounds(position, data[0]);
    add_groups(bounds);
    if (!bounds.narrow()) return false;
    if (!bounds.is_tight() && open_count > kFew) return true;
    OpenSum open(position, data[0]);
    add_groups(open);
    return open.narrow();
}

}  // namespace nonet::rules
