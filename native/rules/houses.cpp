// What follows from houses, pairs of cells, and groups with known sets of digits.
#include "rules/position.h"

#include <string.h>

namespace nonet::rules {
namespace {

// Gives a cell a digit that was not tried yet, if need be by moving the cell that has it to another (Kuhn's algorithm).
bool match(const uint32_t* masks, int cell, int8_t* owners, uint32_t* tried) {
    while (const uint32_t rest = masks[cell] & ~*tried) {
        *tried |= rest & -rest;
        int8_t& owner = owners[lowest(rest)];
        if (owner >= 0 && !match(masks, owner, owners, tried)) continue;
        owner = (int8_t)cell;
        return true;
    }
    return false;
}

// Whether each cell can take another digit of the set.
bool can_take(const Position& position, const int32_t* cells, int count, uint32_t set) {
    uint32_t masks[32];
    int8_t owners[32];
    memset(owners, -1, sizeof owners);
    for (int i = 0; i < count; i++) {
        masks[i] = position[cells[i]] & set;
        uint32_t tried = 0;
        if (!match(masks, i, owners, &tried)) return false;
    }
    return true;
}

// Calls body(cells, count, digits with a place, digits with two or more) for each house; false once it returns false.
template <class Body> bool for_each_house(const Position& position, const Propagator& family, Body body) {
    const int32_t* cells = position.plan().cells_of(family);
    const int32_t* const data = position.plan().data_of(family);
    for (int house = 0; house < data[1]; house++) {
        const int count = data[house + 2];
        uint32_t once = 0, twice = 0;
        for (int i = 0; i < count; i++) {
            twice |= once & position[cells[i]];
            once |= position[cells[i]];
        }
        if (!body(cells, count, once, twice)) return false;
        cells += count;
    }
    return true;
}

}  // namespace

bool has_matching(const Position& position, const Propagator& house) {
    return can_take(position, position.plan().cells_of(house), house.count, ~0u);
}

bool house_digits(Position& position, const Propagator& house) {
    const Plan& plan = position.plan();
    const int32_t* const cells = plan.cells_of(house);
    uint32_t required = plan.board.all_digits;
    if (house.count < plan.board.size) {  // its digits must all occur once only as many are left as there are cells
        required = 0;
        for (int i = 0; i < house.count; i++) required |= position[cells[i]];
        const int count = count_of(required);
        if (count != house.count) return count > house.count;
    }
    return place_required(position, house, cells, house.count, required);
}

// Each digit occurs in so many of the houses at least.  If no more have a place for it, in each of them.
bool recurring_digits(Position& position, const Propagator& family) {
    const int32_t* const data = position.plan().data_of(family);
    int houses[kMaxSize] = {};  // with a place for each digit
    for_each_house(position, family, [&](const int32_t*, int, uint32_t once, uint32_t) {
        for (; once; once &= once - 1) houses[lowest(once)]++;
        return true;
    });
    uint32_t required = 0;
    for (int digit = 0; digit < position.plan().board.size; digit++) {
        if (houses[digit] < data[0]) return false;
        if (houses[digit] == data[0]) required |= 1u << digit;
    }
    return for_each_house(position, family, [&](const int32_t* cells, int count, uint32_t once, uint32_t twice) {
        const uint32_t hidden = required & once & ~twice;
        for (int i = 0; hidden && i < count; i++)
            if (position[cells[i]] & hidden && !position.narrow(cells[i], hidden)) return false;
        return true;
    });
}

bool place_required(Position& position, const Propagator& group, const int* cells, int count, uint32_t required) {
    if (!required) return true;
    uint32_t once = 0, twice = 0, thrice = 0, more = 0, fixed = 0;  // more: at least four places
    for (int i = 0; i < count; i++) {
        const uint32_t mask = position[cells[i]];
        more |= thrice & mask;
        thrice |= twice & mask;
        twice |= once & mask;
        once |= mask;
        fixed |= is_single(mask) ? mask : 0;
    }
    if (required & ~once) return false;
    if (const uint32_t hidden = required & ~twice & ~fixed)
        for (int i = 0; i < count; i++)
            if (position[cells[i]] & hidden && !position.narrow(cells[i], hidden)) return false;
    uint32_t few = position.newly_few(group, required & twice & ~thrice, required & thrice & ~more);
    for (; few; few &= few - 1) {
        const uint32_t bit = few & -few;
        int places[kMostFew + 1], found = 0;
        for (int i = 0; i < count; i++) {
            places[found] = cells[i];
            found += (position[cells[i]] & bit) != 0;
        }
        if (found > 1 && !position.exclude_from_common_peers(bit, places, found)) return false;
    }
    return true;
}

// A cell keeps what at least one candidate of the other cell allows.
bool pair_table(Position& position, const Propagator& pair) {
    const int32_t* const cells = position.plan().cells_of(pair);
    const int32_t* const table = position.plan().arena.data() + position.plan().data_of(pair)[0];
    const int parts = (position.plan().board.size + kUnited - 1) / kUnited;
    const auto allowed = [parts](const int32_t* unions, uint32_t mask) {
        uint32_t found = 0;
        for (int i = 0; i < parts; i++, mask >>= kUnited, unions += 1 << kUnited)
            found |= (uint32_t)unions[mask & ((1u << kUnited) - 1)];
        return found;
    };
    if (cells[0] != cells[1]) position.conclude_exactly();
    return position.narrow(cells[1], allowed(table, position[cells[0]])) &&
           position.narrow(cells[0], allowed(table + (parts << kUnited), position[cells[1]]));
}

// No digit of some set twice.  Outside branches, peers see to this.
bool repeated_digits(Position& position, const Propagator& group) {
    const int32_t* const cells = position.plan().cells_of(group);
    const uint32_t digits = (uint32_t)position.plan().data_of(group)[0];
    for (int i = 0; i < group.count; i++) {
        const uint32_t mask = position[cells[i]];
        if (!is_single(mask) || !(mask & digits)) continue;
        for (int j = 0; j < group.count; j++)
            if (j != i && !position.narrow(cells[j], ~mask)) return false;
    }
    return true;
}

// The digits differ, and together they are one of a list of sets.
bool chosen_sets(Position& position, const Propagator& group) {
    const Plan& plan = position.plan();
    const int32_t* const cells = plan.cells_of(group);
    const int32_t* const data = plan.data_of(group);
    uint32_t fixed = 0, together = 0, possible = 0, required = plan.board.all_digits;
    for (int i = 0; i < group.count; i++) {
        const uint32_t mask = position[cells[i]];
        together |= mask;
        if (!is_single(mask)) continue;
        if (fixed & mask) return false;
        fixed |= mask;
    }
    for (int k = 0; k < data[0]; k++) {
        const uint32_t set = (uint32_t)data[k + 1];
        if (fixed & ~set || set & ~together) continue;
        if (!(set & ~possible) && !(required & ~set)) continue;  // it would change nothing
        if (!can_take(position, cells, group.count, set)) continue;
        possible |= set;
        required &= set;
    }
    if (!possible) return group.count == 0 && data[0];
    for (int i = 0; i < group.count; i++)
        if (!position.narrow(cells[i], possible)) return false;
    return place_required(position, group, cells, group.count, required & ~fixed);
}

}  // namespace nonet::rules
