// Locked candidates: as src/nonet/logic/locked.py.
#include "logic/finders.h"

namespace nonet::logic {
namespace {

// A digit's places in `base` are all in `cover`: it goes from the rest of `cover`.
bool find_crossing(Search& search, Technique technique, int digit, int base, int cover) {
    const Cells board = search.position.boards[digit];
    const Cells places = board & kBoard.board[base];
    if (!places.is_inside(kBoard.board[cover])) return false;
    const Cells gone = (board & kBoard.board[cover]).minus(kBoard.board[base]);
    if (gone.none()) return false;
    Step& step = search.begin(technique);
    step.eliminate(gone, digit);
    if (step.wants_evidence) {
        step.role(kBase, places, {digit}, {base});
        step.role(kCover, {}, {digit}, {cover});
        step.truth_house(base, digit);
    }
    return search.commit();
}

bool find_locked(Search& search, Technique technique, int first_base, int last_base, bool in_box) {
    Settled<kHouses>& settled = search.work.locked_candidates;
    for (int base = first_base; base <= last_base; ++base) {
        if (settled.has(base, search.position, base) && !search.all) continue;
        for (int digit = 1; digit <= 9; ++digit) {
            const Cells places = search.position.boards[digit] & kBoard.board[base];
            if (!places.is_several()) continue;
            const uint8_t* houses = kBoard.houses[places.first()];
            if (in_box) {
                if (find_crossing(search, technique, digit, base, houses[0])) return true;
                if (find_crossing(search, technique, digit, base, houses[1])) return true;
            } else if (find_crossing(search, technique, digit, base, houses[2])) {
                return true;
            }
        }
        settled.add(base, search.position);
    }
    return false;
}

}  // namespace

bool find_locked_candidates_1(Search& search) {
    return find_locked(search, kLockedCandidates1, kFirstBox, kHouses - 1, true);
}

bool find_locked_candidates_2(Search& search) {
    return find_locked(search, kLockedCandidates2, 0, kFirstBox - 1, false);
}

}  // namespace nonet::logic
