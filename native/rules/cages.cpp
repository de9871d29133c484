// Cells with different digits and a known sum.
#include "rules/matchings.h"
#include "rules/open_cells.h"

namespace nonet::rules {
namespace {

class OpenCage : public OpenCells {
  public:
    explicit OpenCage(Position& position) : position_(position), plan_(position.plan()) {}

    bool narrow(const Propagator& cage) {
        if (!gather(position_, plan_.cells_of(cage), cage.count)) return false;
        rest_ = plan_.data_of(cage)[0] - base;
        if (count <= kMostMatched) position_.conclude_exactly();
        if (rest_ < 0 || !narrow_cells()) return false;
        return count < 2 || place_required(position_, cage, cell, count, required_ & together);
    }

  private:
    bool narrow_cells() {
        switch (count) {
            case 0:
                return rest_ == 0;
            case 1:
                return rest_ >= 1 && rest_ <= 32 && position_.narrow(cell[0], 1u << (rest_ - 1));
            case 2:
                return match<2>();
            case 3:
                return match<3>();
            case 4:
                return match<4>();
        }
        uint32_t possible = 0;
        for (uint32_t set : plan_.combinations->sets(count, rest_)) {
            if (set & ~together) continue;
            possible |= set;
            required_ &= set;
        }
        for (int i = 0; i < count; i++)
            if (!position_.narrow(cell[i], possible)) return false;
        return true;
    }

    // For each set of digits: which cell can take which of them.
    template <int kOpen> bool match() {
        uint64_t able = 0, supported = 0;
        for (int i = 0; i < kOpen; i++) able |= spread(mask[i]) << i;
        for (uint32_t set : plan_.combinations->sets(kOpen, rest_)) {
            int place[kOpen];
            uint32_t relation = kThemselves >> 4 * kOpen << 4 * kOpen, left = set;
            for (int d = 0; d < kOpen; d++, left &= left - 1) {
                place[d] = 4 * lowest(left);
                relation |= (uint32_t)(able >> place[d] & 15) << 4 * d;
            }
            const uint64_t matched = plan_.matchings.within(relation);
            for (int d = 0; d < kOpen; d++) supported |= (matched >> 4 * d & 15) << place[d];
            required_ &= matched ? set : ~0u;
        }
        if (supported == able) return true;
        for (int i = 0; i < kOpen; i++)
            if (!position_.narrow(cell[i], gathered(supported >> i))) return false;
        return true;
    }

    Position& position_;
    const Plan& plan_;
    int rest_ = 0;             // what the open cells add
    uint32_t required_ = ~0u;  // digits that are in every set that fits
};

}  // namespace

bool cage_sum(Position& position, const Propagator& cage) { return OpenCage(position).narrow(cage); }

}  // namespace nonet::rules
