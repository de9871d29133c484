// What a finder is given, and where its steps go.
//
//     bool find_pairs(Search& search) {
//         …
//         Step& step = search.begin(kNakedPair);
//         step.eliminate(cell, digit);
//         if (search.commit()) return true;
//         …
//         return false;
//     }
//
// A finder reports every step once, in the order in which the Python finder yields them.
#pragma once
#include <vector>

#include "logic/options.h"
#include "logic/position.h"
#include "logic/step.h"
#include "logic/workspace.h"
#include "pulse.h"

namespace nonet::logic {

struct Search {
    const Position& position;
    const Options& options;
    Workspace& work;
    const Pulse& pulse;
    Step& step;
    std::vector<std::vector<uint8_t>>* all =
        nullptr;                         // where the records of all steps go; null: the first step is enough
    const TechniqueSet* only = nullptr;  // steps of other techniques do not count; null: all do
    bool is_found = false;

    // The step to fill in; what was not committed before is dropped.
    Step& begin(Technique technique) {
        step.start(technique);
        return step;
    }

    // Hands over the step. True: no more are wanted, and the finder must return true at once.
    bool commit() {
        if (only && !only->has(step.technique)) return false;
        is_found = true;
        if (!all) return true;
        all->emplace_back();
        step.write(all->back());
        return false;
    }

    // For finders that take long: asked every millisecond or so. True: the finder must return true at once.
    bool is_stopped() const { return tick(pulse); }
};

}  // namespace nonet::logic
