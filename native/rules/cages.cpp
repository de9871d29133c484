// Cells with different digits and a known sum.
#include "rules/matchings.h"
#include "rules/open_cells.h"

namespace nonet::rules {
namespace {

// Which digits each open cell of a cage can take, and which digits must occur.
struct OpenCage : OpenCells {
    const Plan& plan;
    int rest = 0;  // of the sum
    uint32_t required = ~0u;

    explicit OpenCage(const Plan& its_plan) : plan(its_plan) {}

    bool is_exact() const { return count <= kMostMatched; }

    bool narrow() {
        if (rest < 0) return false;
        switch (count) {
            case 0:
                return rest == 0;
            case 1:
                return one();
            case 2:
                return match<2>();
            case 3:
                return match<3>();
            case 4:
                return match<4>();
        }
        uint32_t possible = 0;
        for (uint32_t set : plan.combinations->sets(count, rest)) {
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

    // For each set of digits: which cell can take which of them.
    template <int kOpen> bool match() {
        uint64_t able = 0, supported = 0;
        for (int i = 0; i < kOpen; i++) able |= spread(mask[i]) << i;
        for (uint32_t set : plan.combinations->sets(kOpen, rest)) {
            int place[kOpen];
            uint32_t relation = kThemselves >> 4 * kOpen << 4 * kOpen, left = set;
            for (int d = 0; d < kOpen; d++, left &= left - 1) {
                place[d] = 4 * lowest(left);
                relation |= (uint32_t)(able >> place[d] & 15) << 4 * d;
            }
            const uint64_t matched = plan.matchings.within(relation);
            for (int d = 0; d < kOpen; d++) supported |= (matched >> 4 * d & 15) << place[d];
            required &= matched ? set : ~0u;
        }
        for (int i = 0; i < kOpen; i++) support[i] = gathered(supported >> i);
        return supported != 0;
    }
};

}  // namespace

bool cage_sum(Position& position, const Propagator& cage) {
    const Plan& plan = position.plan();
    OpenCage open(plan);
    if (!open.gather(position, plan.cells_of(cage), cage.count)) return false;
    open.rest = plan.data_of(cage)[0] - open.base;
    if (!open.narrow()) return false;
    if (open.is_exact()) position.conclude_exactly();
    for (int i = 0; i < open.count; i++)
        if (!position.narrow(open.cell[i], open.support[i])) return false;
    return open.count < 2 || place_required(position, cage, open.cell, open.count, open.required & open.together);
}

}  // namespace nonet::rules
