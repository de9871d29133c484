// The memory of one thread: what finders remember about a position, and tables that are too large for the stack.
#pragma once
#include <memory>

#include "logic/als.h"
#include "logic/fish.h"
#include "logic/forcing.h"
#include "logic/links.h"
#include "logic/memo.h"
#include "logic/narrow.h"
#include "logic/settled.h"
#include "logic/suppose.h"
#include "logic/templates.h"
#include "logic/uniqueness.h"
#include "logic/ways.h"

namespace nonet::logic {

struct Workspace {
    // Stamps of different puzzles never meet: each begins a range of its own.
    void begin(Position& position) {
        position.stamp = next_stamp_ += 1u << 20;
        for (uint64_t& changed : position.changed) changed = position.stamp;
        cages.begin(position);
        for (auto& equations : silent_equations) equations.clear();
    }

    const DoomedPlaces& doomed(const Position& position) {
        return doomed_.get(position, [](const Position& p, DoomedPlaces& value) { value.compute(p); });
    }

    const NarrowSets& narrow(const Position& position) {
        return narrow_.get(position, [](const Position& p, NarrowSets& value) { value.compute(p); });
    }

    const UniqueRectangles& rectangles(const Position& position, const Options& options) {
        return rectangles_.get(position,
                               [&](const Position& p, UniqueRectangles& value) { value.compute(p, options); });
    }

    LockedSets& locked_sets(const Position& position) {
        return locked_sets_.get(position, [&](const Position& p, LockedSets& value) { value.compute(p, narrow(p)); });
    }

    const ChainConclusions& chain_conclusions(const Position& position) {
        return chain_conclusions_.get(
            position, [&](const Position& p, ChainConclusions& value) { value.compute(p, webs.grouped(p)); });
    }

    // Positions that are only supposed: what is remembered of them is kept apart.
    Workspace& for_trials() {
        if (!for_trials_) for_trials_ = std::make_unique<Workspace>();
        return *for_trials_;
    }

    const OpenTruths& open_truths(const Position& position) {
        return open_truths_.get(position, [](const Position& p, OpenTruths& value) { value.compute(p); });
    }

    FishMemo fish;
    Webs webs;
    CageMemo cages;
    std::vector<OpenCage> silent_equations[Killer::kMostHouses + 1];             // see sums.cpp
    Settled<kHouses> locked_candidates, naked_subsets[2][5], hidden_subsets[5];  // subsets: locked or not, by size
    Settled<3 * kFirstBox> sue_de_coqs;                                          // by line and third of the line
    Settled<kHouses> killer_pairs, blocked_combinations;

  private:
    uint64_t next_stamp_ = 0;
    std::unique_ptr<Workspace> for_trials_;
    Memo<DoomedPlaces> doomed_;
    Memo<NarrowSets> narrow_;
    Memo<UniqueRectangles> rectangles_;
    Memo<LockedSets> locked_sets_;
    Memo<ChainConclusions> chain_conclusions_;
    Memo<OpenTruths> open_truths_;
};

}  // namespace nonet::logic
