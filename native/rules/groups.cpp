// What follows from how often digits occur in groups, and from branches.
#include <algorithm>

#include "rules/position.h"

namespace nonet::rules {

namespace {

// The first and the last of the numbers from least to most that are allowed.
struct Allowed {
    int low, high;
    Allowed(const int32_t* allowed, int least, int most) : low(least), high(most) {
        while (low <= high && !allowed[low]) low++;
        while (low <= high && !allowed[high]) high--;
    }
};

}  // namespace

// How many cells of a large group hold one digit, house by house: a house holds it once, in the group or outside.
bool count_by_houses(Position& position, const Propagator& group) {
    const int32_t* const cells = position.plan().cells_of(group);
    const int32_t* const data = position.plan().data_of(group);
    const int32_t* const inside = data + 2;  // how many cells of each house are in the group
    const uint32_t digit = (uint32_t)data[0];
    const int houses = data[1], size = position.plan().board.size;
    const auto has_place = [&](const int32_t* first, const int32_t* last) {
        return std::any_of(first, last, [&](int cell) { return position[cell] & digit; });
    };
    const auto is_open = [&](const int32_t* house, int own) {
        return has_place(house, house + own) && has_place(house + own, house + size);
    };
    int sure = 0, open = 0;
    for (int i = 0; i < houses; i++) {
        const int32_t* const house = cells + i * size;
        if (is_open(house, inside[i]))
            open++;
        else
            sure += has_place(house, house + inside[i]);
    }
    const auto [low, high] = Allowed(inside + houses, sure, sure + open);
    if (low > high) return false;
    const bool all_outside = high == sure, all_inside = low == sure + open;
    if (!all_outside && !all_inside) return true;
    for (int i = 0; i < houses; i++) {
        const int32_t* const house = cells + i * size;
        if (!is_open(house, inside[i])) continue;
        const int first = all_outside ? 0 : inside[i], last = all_outside ? inside[i] : size;
        for (int k = first; k < last; k++)
            if (!position.narrow(house[k], ~digit)) return false;
    }
    return true;
}

// How many cells hold one of some digits.
bool count_digits(Position& position, const Propagator& group) {
    const int32_t* const cells = position.plan().cells_of(group);
    const int32_t* const data = position.plan().data_of(group);
    const uint32_t digits = (uint32_t)data[0];
    int least = 0, most = 0;
    int* const places = position.scratch.cells.data();
    for (int i = 0; i < group.count; i++) {
        const uint32_t mask = position[cells[i]];
        if (!(mask & digits)) continue;
        places[most++] = cells[i];
        least += !(mask & ~digits);
    }
    const auto [low, high] = Allowed(data + 1, least, most);
    if (low > high) return false;
    if (least == most) return true;
    if (high == least) {  // no more of them
        for (int i = 0; i < most; i++)
            if (position[places[i]] & ~digits && !position.narrow(places[i], ~digits)) return false;
    } else if (low == most) {  // all that can be
        for (int i = 0; i < most; i++)
            if (!position.narrow(places[i], digits)) return false;
    } else if (least == 0 && low > 0 && is_single(digits)) {
        return position.exclude_from_common_peers(digits, places, most);
    }
    return true;
}

// How many cells hold each of several sets of digits; every digit is in one of them, so the counts add up to the cells.
bool counts_together(Position& position, const Propagator& group) {
    const int32_t* const cells = position.plan().cells_of(group);
    const int32_t* const data = position.plan().data_of(group) + 1;
    const int sets = data[-1];
    struct Set {
        uint32_t digits;
        int least, most;
        uint64_t possible, before;  // counts of this set, and of those before it together
    } all[kMaxSize + 1];
    uint64_t reached = 1;
    for (int k = 0; k < sets; k++) {
        Set& set = all[k] = {(uint32_t)data[3 * k], 0, 0, 0, reached};
        for (int i = 0; i < group.count; i++) {
            set.most += (position[cells[i]] & set.digits) != 0;
            set.least += !(position[cells[i]] & ~set.digits);
        }
        const uint64_t allowed = (uint32_t)data[3 * k + 1] | (uint64_t)(uint32_t)data[3 * k + 2] << 32;
        set.possible = allowed & ((uint64_t(2) << set.most) - (uint64_t(1) << set.least));
        reached = 0;
        for (uint64_t left = set.possible; left; left &= left - 1) reached |= set.before << __builtin_ctzll(left);
    }
    uint64_t wanted = reached & uint64_t(1) << group.count;
    if (!wanted) return false;
    for (int k = sets - 1; k >= 0; k--) {
        const Set& set = all[k];
        uint64_t counts = 0, earlier = 0;
        for (uint64_t left = set.possible; left; left &= left - 1) {
            const uint64_t hit = wanted >> __builtin_ctzll(left) & set.before;
            counts |= hit ? left & -left : 0;
            earlier |= hit;
        }
        wanted = earlier;
        const bool no_more = counts == uint64_t(1) << set.least, all_of_them = counts == uint64_t(1) << set.most;
        if (no_more == all_of_them) continue;  // neither, or there is nothing left to decide
        for (int i = 0; i < group.count; i++) {
            const uint32_t mask = position[cells[i]];
            if (!(mask & set.digits) || !(mask & ~set.digits)) continue;
            if (!position.narrow(cells[i], no_more ? ~set.digits : set.digits)) return false;
        }
    }
    return true;
}

// Groups that hold the same digits, each as often.
bool same_digits(Position& position, const Propagator& same) {
    const int32_t* const cells = position.plan().cells_of(same);
    const int groups = position.plan().data_of(same)[0], length = groups ? same.count / groups : 0;
    for (int digit = 0; digit < position.plan().board.size; digit++) {
        const uint32_t bit = 1u << digit;
        const auto how_often = [&](int group, int* low, int* high) {
            *low = *high = 0;
            for (int i = group * length; i < (group + 1) * length; i++) {
                *low += position[cells[i]] == bit;
                *high += (position[cells[i]] & bit) != 0;
            }
        };
        int least = 0, most = length, low, high;
        for (int group = 0; group < groups; group++) {
            how_often(group, &low, &high);
            least = std::max(least, low);
            most = std::min(most, high);
        }
        if (least > most) return false;
        for (int group = 0; group < groups; group++) {
            how_often(group, &low, &high);
            if (low == high || (low != most && high != least)) continue;
            const uint32_t allowed = low == most ? ~bit : bit;
            for (int i = group * length; i < (group + 1) * length; i++) {
                const uint32_t mask = position[cells[i]];
                if (mask & bit && mask != bit && !position.narrow(cells[i], allowed)) return false;
            }
        }
    }
    return true;
}

// One of several branches holds: what none of them allows is removed.  Those of the first 64 that turn out to be impossible
// are not tried again until the search goes back.  Once some of them allow everything, the others don't matter.
bool either_branch(Position& position, const Propagator& either) {
    const int32_t* const cells = position.plan().cells_of(either);
    const int32_t* data = position.plan().data_of(either);
    std::vector<uint32_t> allowed(either.count, 0);
    bool alive = false;
    uint64_t* const dead = position.note_of(either);
    const int branches = *data++;
    for (int branch = 0; branch < branches; branch++) {
        const int bounds = *data;
        const int32_t* const first = data + 1;
        data = first + 2 * bounds;
        const int count = *data;
        const int32_t* const numbers = data + 1;
        data = numbers + count;
        const uint64_t bit = branch < 64 && dead ? uint64_t(1) << branch : 0;
        if (bit && *dead & bit) continue;
        const uint32_t* const after = position.try_branch(first, bounds, numbers, count);
        if (!after && bit) *dead |= bit;
        if (!after) continue;
        alive = true;
        bool everything = true;
        for (int i = 0; i < either.count; i++) {
            allowed[(size_t)i] |= after[cells[i]];
            everything &= allowed[(size_t)i] == position[cells[i]];
        }
        if (everything) return true;
    }
    if (!alive) return false;
    for (int i = 0; i < either.count; i++)
        if (!position.narrow(cells[i], allowed[(size_t)i])) return false;
    return true;
}

}  // namespace nonet::rules
