#include "logic/path.h"

namespace nonet::logic {

Outcome Solver::next(Position& position, int first, const Pulse& pulse) {
    if (tick(pulse)) return Outcome::kStopped;
    position.drop_filled();
    Search search{position, plan_.options, work_, pulse, step, nullptr, plan_.has_all ? nullptr : &plan_.only};
    for (place = first; place < (int)plan_.finders.size(); ++place) {
        const uint8_t finder = plan_.finders[(size_t)place];
        if (finder == Plan::kUnknown) return Outcome::kUnknown;
        if (!kFinders[finder].find(search)) continue;
        return search.is_found ? Outcome::kFound : Outcome::kStopped;
    }
    return Outcome::kNothing;
}

void Solver::all(Position& position, int finder, const Pulse& pulse, std::vector<std::vector<uint8_t>>& records) {
    Search search{position, plan_.options, work_, pulse, step, &records};
    kFinders[finder].find(search);
}

void Solver::apply(const Step& step, Position& position) {
    for (const Candidate& each : step.eliminations) position.eliminate(each.cell, each.digit);
    for (const Candidate& each : step.placements) {  // into two cells of a house: none is left for the second
        if (position.has(each.cell, each.digit)) position.place(each.cell, each.digit);
        for (int other : Digits{position.masks[each.cell]}) position.eliminate(each.cell, other);
    }
}

}  // namespace nonet::logic
