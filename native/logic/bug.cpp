// BUG+1: as src/nonet/logic/bug.py.
#include "logic/finders.h"

namespace nonet::logic {
namespace {

constexpr int kMostWide = 6;  // no grave is searched for if more cells than this have extras

class Graves {
  public:
    explicit Graves(const Position& position) : position_(position) {}

    // Calls use(extras) for every choice of extras, in the cells with more than two candidates, without which a grave is
    // left; true as soon as it returns true.
    template <class Use> bool for_each(Use use) {
        for (int cell = 0; cell < kCells; ++cell) {
            const int count = count_bits(position_.masks[cell]);
            if (count == 1) return false;
            if (count <= 2) continue;
            if (wide_count_ == kMostWide) return false;
            wide_[wide_count_++] = cell;
        }
        if (!wide_count_) return false;
        for (int cell : position_.unsolved)
            if (count_bits(position_.masks[cell]) == 2 && !meet(cell, position_.masks[cell])) return false;
        return choose(0, use);
    }

  private:
    template <class Use> bool choose(int place, Use use) {
        if (place == wide_count_) {
            for (unsigned digits : once_)
                if (digits) return false;
            return use(extras_);
        }
        const int cell = wide_[place];
        const unsigned mask = position_.masks[cell];
        for (int one : Digits{mask})
            for (int two : Digits{mask & ~((bit_of(one) << 1) - 1)}) {
                const unsigned pair = bit_of(one) | bit_of(two);
                if (!meet(cell, pair)) continue;
                const size_t known = extras_.size();
                for (int digit : Digits{mask & ~pair}) extras_.push_back({(uint8_t)cell, (uint8_t)digit});
                if (choose(place + 1, use)) return true;
                extras_.resize(known);
                part(cell, pair);
            }
        return false;
    }

    bool meet(int cell, unsigned mask) {
        for (int house : kBoard.houses[cell])
            if (mask & twice_[house]) return false;
        for (int house : kBoard.houses[cell]) {
            twice_[house] |= once_[house] & mask;
            once_[house] ^= mask;
        }
        return true;
    }

    void part(int cell, unsigned mask) {
        for (int house : kBoard.houses[cell]) {
            once_[house] ^= mask;
            twice_[house] &= ~(once_[house] & mask);
        }
    }

    const Position& position_;
    int wide_[kMostWide];
    int wide_count_ = 0;
    unsigned once_[kHouses] = {}, twice_[kHouses] = {};  // digits met once in a house, and twice
    std::vector<Candidate> extras_;
};

}  // namespace

bool find_bug_plus_1(Search& search) {
    const Position& position = search.position;
    int total = 0;
    for (int cell : position.unsolved) total += count_bits(position.masks[cell]);
    if (total != 2 * position.unsolved.count() + 1) return false;
    return Graves(position).for_each([&](const std::vector<Candidate>& extras) {
        if (extras.size() != 1) return false;
        const auto [cell, extra] = extras[0];
        Step& step = search.begin(kBugPlus1);
        for (int digit : Digits{position.masks[cell] & ~bit_of(extra)}) step.eliminate(cell, digit);
        if (step.wants_evidence) {
            step.role(kFin, {cell}, {extra});
            step.deadly(kDeadlyBug, {cell}, {extra});
        }
        return search.commit();
    });
}

}  // namespace nonet::logic
