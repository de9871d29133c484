// Several groups of cells with the same sum, which is not known.  A set of sums is a bitset: the sum s is the bit 1 << s.
#include <algorithm>

#include "rules/open_cells.h"

namespace nonet::rules {
namespace {

typedef unsigned __int128 Sums;

constexpr int kSumBits = 128;
constexpr size_t kManySets = 600;  // of one size: above, only the smallest and the greatest sum are computed
constexpr int kExact = 4;          // open cells up to which it is known which cell can take which digit

inline int lowest(Sums sums) {
    const uint64_t low = (uint64_t)sums;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(sums >> 64));
}
inline int highest(Sums sums) {
    const uint64_t high = (uint64_t)(sums >> 64);
    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)sums);
}

struct Group : OpenCells {
    uint32_t support[kMaxSize];  // what can be part of a sum; set by Narrowing

    bool gather(const Position& position, const int32_t* cells, int cell_count) {
        return OpenCells::gather(position, cells, cell_count) && count <= count_of(together);
    }

    bool meets_all(uint32_t set) const {
        for (int i = 0; i < count; i++)
            if (!(mask[i] & set)) return false;
        return true;
    }

    bool apply(Position& position) const {
        for (int i = 0; i < count; i++)
            if (!position.narrow(cell[i], support[i])) return false;
        return true;
    }
};

// -- which sums a group can have -----------------------------------------------------------------------------------------

// The smallest and the greatest sum of that many different digits out of a set, and all between.
Sums sums_between(uint32_t digits, int count) {
    const int least = least_sum(digits, count), most = greatest_sum(digits, count);
    const Sums upto = most >= kSumBits - 1 ? ~Sums(0) : (Sums(1) << (most + 1)) - 1;
    return upto & ~((Sums(1) << std::min(least, kSumBits - 1)) - 1);
}

Sums possible_sums(const Combinations* combinations, const Group& group) {
    const uint32_t* const mask = group.mask;
    Sums sums = 0;
    uint64_t small = 0;  // sums of two digits
    switch (group.count) {
        case 0:
            return 1;
        case 1:
            return (Sums)mask[0] << 1;
        case 2:
            for (uint32_t rest = mask[0]; rest; rest &= rest - 1)
                small |= (uint64_t)(mask[1] & ~(rest & -rest)) << (__builtin_ctz(rest) + 2);
            return small;
        case 3:
            for (uint32_t a = mask[0]; a; a &= a - 1)
                for (uint32_t b = mask[1] & ~(a & -a); b; b &= b - 1)
                    sums |= (Sums)(mask[2] & ~(a & -a) & ~(b & -b)) << (__builtin_ctz(a) + __builtin_ctz(b) + 3);
            return sums;
    }
    const Combinations::Range sets = combinations->sets(group.count);
    if (sets.size() > kManySets) return sums_between(group.together, group.count);
    for (uint32_t set : sets)
        if (!(set & ~group.together) && group.meets_all(set)) sums |= Sums(1) << combinations->sum(set);
    return sums;
}

// -- which digits are part of an allowed sum -----------------------------------------------------------------------------

class Narrowing {
  public:
    Narrowing(const Combinations* combinations, Group& group) : combinations_(combinations), group_(group) {
        for (int i = 0; i < group.count; i++) group.support[i] = 0;
    }

    bool to_sums(Sums sums) {
        switch (group_.count) {
            case 0:
                return sums & 1;
            case 1:
                one(sums);
                break;
            case 2:
                two(sums);
                break;
            case 3:
                three(sums);
                break;
            default:
                for (; sums; sums &= sums - 1) by_sets(lowest(sums));
        }
        return found_;
    }

  private:
    void one(Sums sums) {
        group_.support[0] = group_.mask[0] & (uint32_t)(sums >> 1);
        found_ = group_.support[0] != 0;
    }

    void two(Sums sums) {
        for (uint32_t a = group_.mask[0]; a; a &= a - 1) {
            const uint32_t bit = a & -a;
            const uint32_t b = group_.mask[1] & ~bit & (uint32_t)(sums >> (__builtin_ctz(a) + 2));
            if (b) note(bit, 0, b);
        }
    }

    void three(Sums sums) {
        for (uint32_t a = group_.mask[0]; a; a &= a - 1) {
            const uint32_t first = a & -a;
            for (uint32_t b = group_.mask[1] & ~first; b; b &= b - 1) {
                const uint32_t second = b & -b;
                const int shift = __builtin_ctz(a) + __builtin_ctz(b) + 3;
                const uint32_t c = group_.mask[2] & ~first & ~second & (uint32_t)(sums >> shift);
                if (c) note(first, second, c);
            }
        }
    }

    // Two or three cells: digits of the first ones, and those that the last one can take with them.
    void note(uint32_t first, uint32_t second, uint32_t last) {
        found_ = true;
        group_.support[0] |= first;
        if (group_.count == 3) group_.support[1] |= second;
        group_.support[group_.count - 1] |= last;
    }

    void by_sets(int sum) {
        for (uint32_t set : combinations_->sets(group_.count, sum)) {
            if (set & ~group_.together || !group_.meets_all(set)) continue;
            if (group_.count > kExact) {
                for (int i = 0; i < group_.count; i++) group_.support[i] |= group_.mask[i] & set;
            } else if (!four(set)) {
                continue;
            }
            found_ = true;
        }
    }

    // Four cells and a set of four digits: which cell can take which digit?
    bool four(uint32_t set) {
        uint32_t own[4], news = 0;
        for (int i = 0; i < 4; i++) {
            own[i] = group_.mask[i] & set;
            news |= own[i] & ~group_.support[i];
        }
        if (!news) return true;  // known to be possible, or of no consequence
        bool fits = false;
        for (uint32_t a = own[0]; a; a &= a - 1) {
            const uint32_t first = a & -a;
            for (uint32_t b = own[1] & ~first; b; b &= b - 1) {
                const uint32_t second = b & -b, rest = set & ~first & ~second;
                const uint32_t high = rest & (rest - 1), low = rest & ~high;
                const bool up = own[2] & low && own[3] & high, down = own[2] & high && own[3] & low;
                if (!up && !down) continue;
                fits = true;
                group_.support[0] |= first;
                group_.support[1] |= second;
                group_.support[2] |= (up ? low : 0) | (down ? high : 0);
                group_.support[3] |= (up ? high : 0) | (down ? low : 0);
            }
        }
        return fits;
    }

    const Combinations* const combinations_;
    Group& group_;
    bool found_ = false;
};

// -- sums of several groups ----------------------------------------------------------------------------------------------

// What a group adds is counted from the least that it can add.  `reached` is the set of what all groups before it, if there
// are any, can add; what leads to a wanted sum is found from the back.
struct Part {
    int32_t first, cells;  // where its cells begin in the propagator, how many they are
    int open;              // how many of them have no digit yet
    int least, greatest;
    Sums sums, reached;
    int adds(int sum) const { return sum - least; }
};

class GroupedSum {
  public:
    GroupedSum(Position& position, const Propagator& propagator)
        : position_(position), cells_(position.plan().cells_of(propagator)) {}

    // Adds a group; false if it cannot be filled.
    bool add(int first, int cells) {
        Group group;
        if (!group.gather(position_, cells_ + first, cells)) return false;
        base += group.base;
        too_many |= group.count && count_ == kMost;
        if (!group.count || too_many) return true;
        Part& part = parts_[count_];
        part = {first, cells, group.count, 0, 0, possible_sums(position_.plan().combinations, group), 0};
        if (!part.sums) return false;
        part.least = lowest(part.sums);
        part.greatest = highest(part.sums);
        least += part.least;
        greatest += part.greatest;
        count_++;
        return true;
    }

    // All that the parts can add.
    Sums reach() {
        if (!count_) return 1;
        Sums reached = parts_[0].sums >> parts_[0].least;
        for (int i = 1; i < count_; i++) {
            parts_[i].reached = reached;
            Sums after = 0;
            for (Sums sums = parts_[i].sums; sums; sums &= sums - 1) {
                const int adds = parts_[i].adds(lowest(sums));
                if (adds < kSumBits) after |= reached << adds;
            }
            reached = after;
        }
        return reached;
    }

    // After reach(): leaves only what leads to one of the wanted sums.
    bool narrow_to(Sums wanted) {
        for (int i = count_ - 1; i > 0; i--) {
            Sums allowed = 0, earlier = 0;
            for (Sums sums = parts_[i].sums; sums; sums &= sums - 1) {
                const int sum = lowest(sums);
                const int adds = parts_[i].adds(sum);
                const Sums hit = adds < kSumBits ? wanted >> adds & parts_[i].reached : 0;
                if (!hit) continue;
                allowed |= Sums(1) << sum;
                earlier |= hit;
            }
            wanted = earlier;
            if (!keep(parts_[i], allowed)) return false;
        }
        return !count_ || keep(parts_[0], wanted << parts_[0].least & parts_[0].sums);
    }

    int64_t base = 0, least = 0, greatest = 0;  // of fixed cells; of the open groups at least and at most
    bool too_many = false;                      // open groups: nothing is concluded until there are fewer

  private:
    static constexpr int kMost = 64;

    bool keep(const Part& part, Sums allowed) {
        if (allowed == part.sums) return true;
        Group group;
        if (!group.gather(position_, cells_ + part.first, part.cells)) return false;
        if (group.count != part.open) return true;  // a cell occurs twice and has got its digit: this sum runs again
        return Narrowing(position_.plan().combinations, group).to_sums(allowed) && group.apply(position_);
    }

    Position& position_;
    const int32_t* const cells_;
    Part parts_[kMost];
    int count_ = 0;
};

}  // namespace

// Several sums are equal.
bool equal_sums(Position& position, const Propagator& equal) {
    const int32_t* const data = position.plan().data_of(equal);
    Sums common = ~Sums(0), any = 0;  // the sums that all can have, and those that some can
    int64_t low = 0, high = INT64_MAX;
    for (const bool narrowing : {false, true}) {
        if (narrowing && any == common) break;
        const int32_t* at = data + 1;
        int first = 0;
        for (int sum = 0; sum < data[0]; sum++) {
            GroupedSum grouped(position, equal);
            grouped.base = *at++;
            const int groups = *at++;
            for (int g = 0; g < groups; g++, at++) {
                if (!grouped.add(first, *at)) return false;
                first += *at;
            }
            if (grouped.too_many) continue;
            const int64_t least = grouped.base + grouped.least, greatest = grouped.base + grouped.greatest;
            low = std::max(low, least);
            high = std::min(high, greatest);
            if (low > high) return false;
            if (greatest >= kSumBits) continue;  // this one is narrowed once it is smaller
            const Sums reached = grouped.reach(), wanted = reached & common >> (int)least;
            if (!wanted) return false;
            if (narrowing && !grouped.narrow_to(wanted)) return false;
            if (narrowing) continue;
            common = wanted << (int)least;
            any |= reached << (int)least;
        }
    }
    return true;
}

}  // namespace nonet::rules
