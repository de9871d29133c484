// Forcing: suppose a candidate, take easy steps, and meet a contradiction; in a trial the steps are harder. As
// src/nonet/logic/variants/trial.py, without evidence.
#include "logic/trial.h"

#include <algorithm>

#include "logic/path.h"

namespace nonet::logic {
namespace {

constexpr int kMostSteps = 60;  // a trial that takes more steps is given up

using Finders = std::vector<bool (*)(Search&)>;

// What is tried on the way,
const Finders kEasySteps = {
    find_full_houses,
    find_naked_singles,
    find_hidden_singles,
    find_cage_last_cells,
    find_cage_combinations,
    find_cage_placements,
    [](Search& search) { return find_rule_of_45(search, 1); },
};

// and besides, where that leads to no contradiction, whatever is supposed.
const Finders kHarderSteps = {
    find_locked_candidates_1,
    find_locked_candidates_2,
    [](Search& search) { return find_naked_subsets(search, 2, false); },
    find_cage_must_have,
    [](Search& search) { return find_innies_outies(search, 1); },
};

bool find(Search& search, const Finders& finders) {
    return std::any_of(finders.begin(), finders.end(), [&](auto find) { return find(search); });
}

class Trials {
  public:
    explicit Trials(Search& search) : search_(search), work_(search.work.for_trials()) {}

    bool refutes(Candidate candidate, bool with_harder_steps) {
        Position supposed = search_.position;
        supposed.place(candidate.cell, candidate.digit);
        work_.begin(supposed);
        for (int steps = 0; steps <= kMostSteps; ++steps) {
            if (is_dead_end(supposed, work_.cages)) return true;
            supposed.drop_filled();
            Search next{supposed, search_.options, work_, search_.pulse, step_};
            if (!find_trial_step(next, with_harder_steps)) return false;
            Solver::apply(step_, supposed);
        }
        return false;
    }

  private:
    Search& search_;
    Workspace& work_;
    Step step_;
};

// Those of cells with few candidates first.
std::vector<Candidate> candidates_of(const Position& position) {
    std::vector<Candidate> found;
    for (int count = 1; count <= 9; ++count)
        for (int cell : position.unsolved)
            if (count_bits(position.masks[cell]) == count)
                for (int digit : Digits{position.masks[cell]}) found.push_back({(uint8_t)cell, (uint8_t)digit});
    return found;
}

bool find_refuted(Search& search, Technique technique, bool with_harder_steps) {
    if (!search.position.killer) return false;
    Trials trials(search);
    for (const Candidate& candidate : candidates_of(search.position)) {
        if (search.is_stopped()) return true;
        if (!trials.refutes(candidate, with_harder_steps)) continue;
        search.begin(technique).eliminate(candidate.cell, candidate.digit);
        if (search.commit()) return true;
    }
    return false;
}

}  // namespace

bool is_dead_end(const Position& position, CageMemo& cages) {
    for (int cell : position.unsolved)
        if (!position.masks[cell]) return true;
    for (int house = 0; house < kHouses; ++house) {
        unsigned present = 0;
        for (int cell : kBoard.cells[house])
            present |= position.values[cell] ? bit_of(position.values[cell]) : position.masks[cell];
        if (present != kAll) return true;
    }
    for (int number = 0; number < (int)position.killer->cages().size(); ++number) {
        const CageMemo::Item& cage = cages.get(position, number);
        if (cage.open.count && !cage.ways.count) return true;
    }
    return false;
}

bool find_trial_step(Search& search, bool with_harder_steps) {
    return find(search, kEasySteps) || (with_harder_steps && find(search, kHarderSteps));
}

bool find_long_forcing(Search& search) { return find_refuted(search, kLongRuleForcing, false); }
bool find_trials(Search& search) { return find_refuted(search, kTrial, true); }

}  // namespace nonet::logic
