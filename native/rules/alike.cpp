// What follows from a digit that says how many labels are like a first one.
#include <algorithm>

#include "rules/position.h"

namespace nonet::rules {
namespace {

// Sets of numbers: bit n is set if n is one of them.
typedef uint64_t Counts;

int lowest_of(Counts counts) { return __builtin_ctzll(counts); }

Counts sums_of(Counts a, Counts b) {
    Counts found = 0;
    for (; a; a &= a - 1) found |= b << lowest_of(a);
    return found;
}

class Alike {
  public:
    Alike(Position& position, const Propagator& group)
        : position_(position),
          cells_(position.plan().cells_of(group)),
          data_(position.plan().data_of(group)),
          others_(cells_ + 2),
          allowed_(position.scratch.cells.data()) {
        std::fill_n(allowed_, group.count - 2, 0);
    }

    bool narrow() {
        const Counts wanted = (Counts)position_[cells_[0]] << 1 >> data_[0];
        uint32_t labels = 0;
        Counts found = 0;
        for (uint32_t left = position_[cells_[1]]; left; left &= left - 1) {
            const Counts counts = with_label(left & -left, wanted);
            if (counts) labels |= left & -left;
            found |= counts;
        }
        if (!position_.narrow(cells_[1], labels) || !position_.narrow(cells_[0], (uint32_t)(found << data_[0] >> 1)))
            return false;
        for (int i = 0; i < end(data_[2] - 1); i++)
            if (!position_.narrow(others_[i], (uint32_t)allowed_[i])) return false;
        return true;
    }

  private:
    int begin(int arm) const { return arm ? data_[2 + arm] : 0; }
    int end(int arm) const { return data_[3 + arm]; }

    // The counts that are wanted and possible if the first cell has this label; adds what other cells can hold then.
    Counts with_label(uint32_t label, Counts wanted) {
        const int arms = data_[2];
        Counts own[kMostArms], before[kMostArms + 1] = {1};
        for (int arm = 0; arm < arms; arm++) {
            own[arm] = possible(arm, label);
            before[arm + 1] = sums_of(own[arm], before[arm]);
        }
        wanted &= before[arms];
        if (!wanted) return 0;
        Counts rest = wanted;
        for (int arm = arms; arm--;) {
            Counts counts = 0, earlier = 0;
            for (Counts left = own[arm]; left; left &= left - 1) {
                const Counts hit = rest >> lowest_of(left) & before[arm];
                counts |= hit ? left & -left : 0;
                earlier |= hit;
            }
            rest = earlier;
            allow(arm, label, own[arm], counts);
        }
        return wanted;
    }

    // How many cells of an arm can be like the first one.
    Counts possible(int arm, uint32_t label) const {
        int least = 0, most = 0;
        Counts found = 0;
        for (int i = begin(arm); i < end(arm); i++) {
            const uint32_t held = position_[others_[i]];
            if (data_[1] && held != label) found |= Counts(1) << most;
            if (data_[1] && !(held & label)) return found;
            most += (held & label) != 0;
            least += held == label;
        }
        return data_[1] ? found | Counts(1) << most : (Counts(2) << most) - (Counts(1) << least);
    }

    // Adds what the cells of an arm can hold with these of its own counts.
    void allow(int arm, uint32_t label, Counts own, Counts counts) {
        const bool no_more = !(counts & (own - 1) & own), all = own >> lowest_of(counts) == 1;
        for (int i = begin(arm), place = 0; i < end(arm); i++, place++) {
            const uint32_t held = position_[others_[i]];
            uint32_t keep = ~0u;
            if (data_[1])
                keep = place < lowest_of(counts) ? label : counts == Counts(1) << place ? ~label : ~0u;
            else if (held & label && held != label && no_more != all)
                keep = no_more ? ~label : label;
            allowed_[i] |= (int)(held & keep);
        }
    }

    Position& position_;
    const int32_t* const cells_;
    const int32_t* const data_;
    const int32_t* const others_;
    int* const allowed_;
};

}  // namespace

// data: what is added, whether only cells in a row count, how many arms, where each ends.
bool alike_labels(Position& position, const Propagator& group) { return Alike(position, group).narrow(); }

}  // namespace nonet::rules
