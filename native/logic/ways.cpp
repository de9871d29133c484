#include "logic/ways.h"

#include <string.h>

namespace nonet::logic {
namespace {

struct DigitSums {
    uint8_t of[512];
    constexpr DigitSums() : of{} {
        for (int digit = 1; digit <= 9; ++digit)
            for (int rest = 0; rest < 1 << (digit - 1); ++rest)
                of[1 << (digit - 1) | rest] = (uint8_t)(of[rest] + digit);
    }
};
constexpr DigitSums kSums;

// Fills the cells one by one. What the later cells can be depends on the set of digits held so far, not on their order; so
// each set is followed once.
class Filler {
  public:
    Filler(const OpenCage& cage, Ways& ways) : cage_(cage), ways_(ways) {}

    bool fill(int place, unsigned held) {
        if (seen_[held]) return seen_[held] == kGood;
        const unsigned open = cage_.masks[place] & ~held;
        unsigned good = 0;
        if (place == cage_.count - 1)
            good = last(held, open);
        else
            for (int digit : Digits{open})
                if (fill(place + 1, held | bit_of(digit))) good |= bit_of(digit);
        ways_.digits[place] |= (uint16_t)good;
        seen_[held] = good ? kGood : kBad;
        return good;
    }

  private:
    enum Seen : uint8_t { kNever, kBad, kGood };

    unsigned last(unsigned held, unsigned open) {
        const int digit = cage_.total - kSums.of[held];
        if (digit < 1 || digit > 9 || !(open & bit_of(digit))) return 0;
        const unsigned whole = held | bit_of(digit);
        if (!seen_[whole]) ways_.combinations[ways_.count++] = (uint16_t)whole;
        seen_[whole] = kGood;
        return bit_of(digit);
    }

    const OpenCage& cage_;
    Ways& ways_;
    uint8_t seen_[512] = {};
};

}  // namespace

bool OpenCage::operator==(const OpenCage& other) const {
    return count == other.count && total == other.total && !memcmp(cells, other.cells, (size_t)count) &&
           !memcmp(masks, other.masks, sizeof *masks * (size_t)count);
}

void Ways::compute(const OpenCage& cage) {
    count = 0;
    for (uint16_t& each : digits) each = 0;
    Filler(cage, *this).fill(0, 0);
    any = 0;
    for (int k = 0; k < count; ++k) any |= combinations[k];
    each_has = any;
    for (int k = 0; k < count; ++k) each_has &= combinations[k];
}

void CageMemo::begin(const Position& position) {
    const size_t count = position.killer ? position.killer->cages().size() : 0;
    items_.resize(count);
    stamps_.resize(count);
}

const CageMemo::Item& CageMemo::get(const Position& position, int number) {
    Item& item = items_[(size_t)number];
    uint64_t& stamp = stamps_[(size_t)number];
    if (stamp == position.stamp) return item;
    stamp = position.stamp;
    const Cage& cage = position.killer->cages()[(size_t)number];
    OpenCage open;
    open.total = cage.sum;
    for (int k = 0; k < cage.count; ++k) {
        const int cell = cage.cells[k];
        if (position.values[cell])
            open.total -= position.values[cell];
        else
            open.add(cell, position.masks[cell]);
    }
    if (open.count && !(open == item.open)) item.ways.compute(open);
    item.open = open;
    return item;
}

}  // namespace nonet::logic
