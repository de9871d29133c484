// What follows at once from a supposition, by easy steps.
#pragma once
#include "logic/finders.h"

namespace nonet::logic {

// A cell without a candidate, a digit without a place in a house, or a cage that cannot be filled.
bool is_dead_end(const Position& position, CageMemo& cages);

// The next step that is taken in a trial, in search.step; false: there is none.
bool find_trial_step(Search& search, bool with_harder_steps);

}  // namespace nonet::logic
