// The memory of one thread: what finders remember of a position, and tables that are too large for the stack.
#pragma once
#include "logic/fish.h"
#include "logic/memo.h"
#include "logic/narrow.h"
#include "logic/templates.h"
#include "logic/uniqueness.h"

namespace nonet::logic {

struct Workspace {
    // Stamps of different puzzles never meet: each begins a range of its own.
    void begin(Position& position) { position.stamp = next_stamp_ += 1u << 20; }

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

    FishMemo fish;

  private:
    uint64_t next_stamp_ = 0;
    Memo<DoomedPlaces> doomed_;
    Memo<NarrowSets> narrow_;
    Memo<UniqueRectangles> rectangles_;
};

}  // namespace nonet::logic
