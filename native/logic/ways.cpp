#include "logic/ways.h"

#include <string.h>

#include "logic/bit_rows.h"

namespace nonet::logic {
namespace {

// Sets of digits, a bit for each: a layer of src/nonet/logic/variants/ways.py. A set that gets a digit becomes the one that is
// a power of two further on: for the digits 1 to 6 in the same word, for 7 to 9 in another one.
//
//     bit    0   1   2   3    4   5    6    7     8   9
//     set    -   1   2   12   3   13   23   123   4   14
class Layer {
  public:
    static constexpr int kWords = 8;

    uint64_t words[kWords] = {};

    constexpr void add(unsigned set) { words[set / 64] |= 1ull << set % 64; }

    // Adds the sets of `from` that lack this digit, with it.
    void add_with(int digit, const Layer& from) {
        if (digit <= 6)
            for (int k = 0; k < kWords; ++k) words[k] |= (from.words[k] & kLacking[digit]) << bit_of(digit);
        else
            for (int k = 0, step = 1 << (digit - 7); k < kWords; ++k)
                if (k & step) words[k] |= from.words[k - step];
    }

    // Adds the sets of `among` that are in `from` with this digit, which they lack; false if there are none.
    bool add_without(int digit, const Layer& from, const Layer& among) {
        Layer found;
        if (digit <= 6)
            for (int k = 0; k < kWords; ++k) found.words[k] = from.words[k] >> bit_of(digit) & kLacking[digit];
        else
            for (int k = 0, step = 1 << (digit - 7); k < kWords; ++k)
                if (!(k & step)) found.words[k] = from.words[k + step];
        uint64_t any = 0;
        for (int k = 0; k < kWords; ++k) {
            found.words[k] &= among.words[k];
            any |= found.words[k];
            words[k] |= found.words[k];
        }
        return any;
    }

  private:
    // The sets of 64 that lack a digit.
    static constexpr uint64_t kLacking[] = {
        0,
        0x5555555555555555,
        0x3333333333333333,
        0x0f0f0f0f0f0f0f0f,
        0x00ff00ff00ff00ff,
        0x0000ffff0000ffff,
        0x00000000ffffffff,
    };
};

constexpr int kMostSum = 45;

struct SetsBySum {
    Layer of[kMostSum + 1];
    constexpr SetsBySum() : of{} {
        uint8_t sums[512] = {};
        of[0].add(0);
        for (unsigned set = 1; set < 512; ++set) {
            const unsigned rest = set & (set - 1);
            int lowest = 1;
            while (!(set >> (lowest - 1) & 1)) ++lowest;
            sums[set] = (uint8_t)(sums[rest] + lowest);
            of[sums[set]].add(set);
        }
    }
};
constexpr SetsBySum kSets;

}  // namespace

bool OpenCage::operator==(const OpenCage& other) const {
    return has_same_ways(other) && !memcmp(cells, other.cells, (size_t)count);
}

bool OpenCage::has_same_ways(const OpenCage& other) const {
    return count == other.count && total == other.total && !memcmp(masks, other.masks, sizeof *masks * (size_t)count);
}

void Ways::compute(const OpenCage& cage) {
    *this = {};
    if (cage.total < 0 || cage.total > kMostSum) return;
    Layer held[10];  // before each cell, and after the last one
    held[0].add(0);
    for (int k = 0; k < cage.count; ++k)
        for (int digit : Digits{cage.masks[k]}) held[k + 1].add_with(digit, held[k]);
    Layer good;
    for (int k = 0; k < Layer::kWords; ++k) good.words[k] = held[cage.count].words[k] & kSets.of[cage.total].words[k];
    each_has = kAll;
    for (int set : Ones{good.words, Layer::kWords}) {
        combinations[count++] = (uint16_t)set;
        any |= (unsigned)set;
        each_has &= (unsigned)set;
    }
    each_has &= any;
    for (int k = cage.count - 1; k >= 0; --k) {
        Layer earlier;
        for (int digit : Digits{cage.masks[k]})
            if (earlier.add_without(digit, good, held[k])) digits[k] |= (uint16_t)bit_of(digit);
        good = earlier;
    }
}

const Ways& WaysCache::get(const OpenCage& cage) {
    constexpr uint64_t kFactor = 0x9E3779B97F4A7C15u;
    if (entries_.empty()) entries_.resize(1 << kBits);
    uint64_t hash = (uint64_t)cage.total;
    for (int k = 0; k < cage.count; ++k) hash = (hash ^ cage.masks[k]) * kFactor;
    Entry& entry = entries_[hash >> (64 - kBits)];
    if (!cage.has_same_ways(entry.cage)) {
        entry.cage = cage;
        entry.ways.compute(cage);
    }
    return entry.ways;
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
    if (open.count && !(open == item.open)) item.ways = ways_.get(open);
    item.open = open;
    return item;
}

}  // namespace nonet::logic
