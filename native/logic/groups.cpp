// Several cages and cells of one house: as src/nonet/logic/variants/groups.py. Steps have no evidence here.
#include "logic/finders.h"

namespace nonet::logic {
namespace {

constexpr int kMostCandidates = 3;  // of cells that are looked at

// Open cells of a house, and the combinations that they can hold: a cage, or a single cell.
struct Group {
    Cells board;
    const OpenCage* cage;  // null: a cell
    uint16_t combinations[Ways::kMost];
    int count;

    // The fewest of these digits that it takes, whatever its combination.
    int least_of(unsigned wanted) const {
        int least = count ? 9 : 0;
        for (int k = 0; k < count; ++k) {
            const int taken = count_bits(combinations[k] & wanted);
            if (taken < least) least = taken;
        }
        return least;
    }
    bool allows(unsigned digits) const {
        for (int k = 0; k < count; ++k)
            if (!(combinations[k] & digits)) return true;
        return false;
    }
};

// The cages that lie in a house, then the cells with few candidates.
struct Groups {
    Group items[2 * 9];
    int count = 0;
    bool has_cage = false;

    Groups(Search& search, int house) {
        const Position& position = search.position;
        const std::vector<Cage>& cages = position.killer->cages();
        for (int number = 0; number < (int)cages.size(); ++number) {
            const Cells board = cages[(size_t)number].board & position.unsolved;
            if (!board.is_several() || !board.is_inside(kBoard.board[house])) continue;
            const CageMemo::Item& cage = search.work.cages.get(position, number);
            Group& group = items[count++] = {board, &cage.open, {}, cage.ways.count};
            for (int k = 0; k < cage.ways.count; ++k) group.combinations[k] = cage.ways.combinations[k];
            has_cage = true;
        }
        for (int cell : kBoard.cells[house]) {
            const unsigned mask = position.masks[cell];
            if (count_bits(mask) < 2 || count_bits(mask) > kMostCandidates) continue;
            Group& group = items[count++] = {Cells::of(cell), nullptr, {}, 0};
            for (int digit : Digits{mask}) group.combinations[group.count++] = (uint16_t)bit_of(digit);
        }
    }
    const Group* begin() const { return items; }
    const Group* end() const { return items + count; }
};

// Do groups of the house use up these digits between them?
bool find_pair(Search& search, const Groups& groups, int house, unsigned wanted) {
    const int size = count_bits(wanted);
    int taken = 0, chosen = 0;
    bool has_cage = false;
    Cells used;
    for (const Group& group : groups) {
        const int least = group.least_of(wanted);
        if (!least || group.board.meets(used)) continue;
        taken += least;
        used |= group.board;
        ++chosen;
        has_cage = has_cage || group.cage;
        if (taken >= size) break;
    }
    if (taken < size || chosen < 2 || !has_cage) return false;
    Step& step = search.begin(kKillerPair);
    for (int digit : Digits{wanted})
        for (int cell : kBoard.cells[house])
            if (!used.has(cell) && search.position.has(cell, digit)) step.eliminate(cell, digit);
    return !step.eliminations.empty() && search.commit();
}

// Combinations of a cage that another group does not allow.
bool find_blocked(Search& search, const Group& group, const Group& other) {
    unsigned left = 0;
    for (int k = 0; k < group.count; ++k)
        if (other.allows(group.combinations[k])) left |= group.combinations[k];
    Step& step = search.begin(kBlockedCombinations);
    for (int k = 0; k < group.cage->count; ++k)
        for (int digit : Digits{group.cage->masks[k] & ~left}) step.eliminate(group.cage->cells[k], digit);
    return !step.eliminations.empty() && search.commit();
}

}  // namespace

bool find_killer_pairs(Search& search) {
    if (!search.position.killer) return false;
    Settled<kHouses>& settled = search.work.killer_pairs;
    for (int house = 0; house < kHouses; ++house) {
        if (settled.has(house, search.position, house) && !search.all) continue;
        const Groups groups(search, house);
        if (groups.has_cage) {
            for (int a = 1; a <= 9; ++a)
                for (int b = a + 1; b <= 9; ++b)
                    if (find_pair(search, groups, house, bit_of(a) | bit_of(b))) return true;
            for (int a = 1; a <= 9; ++a)
                for (int b = a + 1; b <= 9; ++b)
                    for (int c = b + 1; c <= 9; ++c)
                        if (find_pair(search, groups, house, bit_of(a) | bit_of(b) | bit_of(c))) return true;
        }
        settled.add(house, search.position);
    }
    return false;
}

bool find_blocked_combinations(Search& search) {
    if (!search.position.killer) return false;
    Settled<kHouses>& settled = search.work.blocked_combinations;
    for (int house = 0; house < kHouses; ++house) {
        if (settled.has(house, search.position, house) && !search.all) continue;
        const Groups groups(search, house);
        for (const Group& group : groups)
            for (const Group& other : groups)
                if (group.cage && !other.board.meets(group.board) && find_blocked(search, group, other)) return true;
        settled.add(house, search.position);
    }
    return false;
}

}  // namespace nonet::logic
