// Cells with different digits and a known sum.
#include "rules/open_cells.h"

namespace nonet::rules {
namespace {

constexpr int kExact = 4;       // open cells up to which it is known which cell can take which digit
constexpr int kMostOfTwo = 63;  // the greatest sum that partners() takes

// All digits but half the sum, if it is even: two cells don't hold the same digit.
inline uint32_t without_half(int sum) { return sum & 1 ? ~0u : ~(1u << (sum / 2 - 1)); }

// The last two cells, when the others have their digits.
class Pair {
  public:
    Pair(uint32_t a, uint32_t b) : a_(a), b_(b), mirror_a_(mirrored(a)), mirror_b_(mirrored(b)) {}

    bool fill(int sum, uint32_t used, uint32_t mirror_used, uint32_t* support, uint32_t* required) const {
        if (sum < 3 || sum > kMostOfTwo) return false;
        const uint32_t usable = ~used & without_half(sum);
        const uint32_t a = a_ & usable & partners(mirror_b_ & ~mirror_used, sum);
        if (!a) return false;
        const uint32_t b = b_ & usable & partners(mirror_a_ & ~mirror_used, sum);
        support[0] |= a;
        support[1] |= b;
        *required &= used | (is_pair(a | b) ? a | b : 0);
        return true;
    }

  private:
    uint32_t a_, b_, mirror_a_, mirror_b_;
};

// Which digits each open cell of a cage can take, and which digits must occur.
struct OpenCage : OpenCells {
    const Combinations* combinations;
    int rest;  // of the sum
    uint32_t required = ~0u;

    bool narrow() {
        if (rest < 0) return false;
        switch (count) {
            case 0:
                return rest == 0;
            case 1:
                return one();
            case 2:
                return two();
            case 3:
                return three();
            case 4:
                return four();
        }
        uint32_t possible = 0;
        for (uint32_t set : combinations->sets(count, rest)) {
            if (set & ~together) continue;
            possible |= set;
            required &= set;
        }
        for (int i = 0; i < count; i++) support[i] = mask[i] & possible;
        return possible != 0;
    }

    bool one() {
        if (rest < 1 || rest > 32) return false;
        support[0] = required = mask[0] & 1u << (rest - 1);
        return support[0] != 0;
    }

    bool two() {
        if (rest < 3 || rest > kMostOfTwo) return false;
        support[0] = mask[0] & partners(mirrored(mask[1]), rest) & without_half(rest);
        support[1] = mask[1] & partners(mirrored(support[0]), rest);
        const uint32_t pair = support[0] | support[1];
        required = is_pair(pair) ? pair : 0;
        return support[0] != 0;
    }

    bool three() {
        const Pair last(mask[1], mask[2]);
        for (uint32_t left = mask[0]; left; left &= left - 1) {
            const int digit = lowest(left) + 1;
            const uint32_t used = left & -left;
            if (last.fill(rest - digit, used, 0x80000000u >> (digit - 1), support + 1, &required)) support[0] |= used;
        }
        return support[0] != 0;
    }

    // All cells but the first can take all their candidates, and no digit must occur.
    bool rest_is_free() const {
        return !required && support[1] == mask[1] && support[2] == mask[2] && support[3] == mask[3];
    }

    bool four() {
        const Pair last(mask[2], mask[3]);
        for (uint32_t left = mask[0]; left; left &= left - 1) {
            const int digit = lowest(left) + 1;
            const uint32_t first = left & -left, mirror = 0x80000000u >> (digit - 1);
            const bool one_is_enough = rest_is_free();
            for (uint32_t other = mask[1] & ~first; other; other &= other - 1) {
                const uint32_t second = other & -other;
                const int sum = rest - digit - lowest(other) - 1;
                if (!last.fill(sum, first | second, mirror | 0x80000000u >> lowest(other), support + 2, &required))
                    continue;
                support[0] |= first;
                support[1] |= second;
                if (one_is_enough) break;
            }
        }
        return support[0] != 0;
    }
};

}  // namespace

bool cage_sum(Position& position, const Propagator& cage) {
    const Plan& plan = position.plan();
    OpenCage open;
    open.combinations = plan.combinations;
    if (!open.gather(position, plan.cells_of(cage), cage.count)) return false;
    open.rest = plan.data_of(cage)[0] - open.base;
    if (!open.narrow()) return false;
    if (open.count <= kExact) position.conclude_exactly();
    for (int i = 0; i < open.count; i++)
        if (!position.narrow(open.cell[i], open.support[i])) return false;
    return open.count < 2 || place_required(position, open.cell, open.count, open.required & open.together);
}

}  // namespace nonet::rules
