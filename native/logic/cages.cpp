// One killer cage: as src/nonet/logic/variants/cages.py. Steps about cages have no evidence here.
#include "logic/finders.h"

namespace nonet::logic {
namespace {

// Calls visit(cage) for every cage that has open cells, until it returns true.
template <class Visit> bool any_cage(Search& search, Visit visit) {
    const Position& position = search.position;
    if (!position.killer) return false;
    for (int number = 0; number < (int)position.killer->cages().size(); ++number) {
        const CageMemo::Item& cage = search.work.cages.get(position, number);
        if (cage.open.count && visit(cage.open, cage.ways)) return true;
    }
    return false;
}

// Takes out the candidates of each cell that are not in keep(k).
template <class Keep> bool eliminate(Search& search, Technique technique, const OpenCage& cage, Keep keep) {
    unsigned gone = 0;
    for (int k = 0; k < cage.count; ++k) gone |= cage.masks[k] & ~keep(k);
    if (!gone) return false;
    Step& step = search.begin(technique);
    for (int k = 0; k < cage.count; ++k)
        for (int digit : Digits{cage.masks[k] & ~keep(k)}) step.eliminate(cage.cells[k], digit);
    return search.commit();
}

}  // namespace

bool find_cage_last_cells(Search& search) {
    const Position& position = search.position;
    if (!position.killer) return false;
    for (const Cage& cage : position.killer->cages()) {
        const Cells open = cage.board & position.unsolved;
        if (!open.is_one()) continue;
        int digit = cage.sum;
        for (int cell : cage.board) digit -= position.values[cell];
        if (digit < 1 || digit > 9 || !position.has(open.first(), digit)) continue;
        search.begin(kCageLastCell).place(open.first(), digit);
        if (search.commit()) return true;
    }
    return false;
}

bool find_cage_combinations(Search& search) {
    return any_cage(search, [&](const OpenCage& cage, const Ways& ways) {
        return eliminate(search, kCageCombinations, cage, [&](int) { return ways.any; });
    });
}

bool find_cage_must_have(Search& search) {
    return any_cage(search, [&](const OpenCage& cage, const Ways& ways) {
        for (int digit : Digits{ways.each_has}) {
            Cells seen = search.position.boards[digit];
            for (int k = 0; k < cage.count; ++k)
                if (cage.masks[k] & bit_of(digit)) seen &= kBoard.peers[cage.cells[k]];
            if (seen.none()) continue;
            search.begin(kCageMustHave).eliminate(seen, digit);
            if (search.commit()) return true;
        }
        return false;
    });
}

bool find_cage_placements(Search& search) {
    return any_cage(search, [&](const OpenCage& cage, const Ways& ways) {
        return eliminate(search, kCagePlacements, cage, [&](int k) { return (unsigned)ways.digits[k]; });
    });
}

}  // namespace nonet::logic
