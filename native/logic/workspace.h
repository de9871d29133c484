// The memory of one thread: what finders remember of a position, and tables that are too large for the stack.
#pragma once
#include "logic/memo.h"
#include "logic/templates.h"

namespace nonet::logic {

struct Workspace {
    Memo<DoomedPlaces> doomed_;

    const DoomedPlaces& doomed(const Position& position) {
        return doomed_.get(position, [](const Position& p, DoomedPlaces& value) { value.compute(p); });
    }

    // Stamps of different puzzles never meet: each begins a range of its own.
    void begin(Position& position) { position.stamp = next_stamp_ += 1u << 20; }

  private:
    uint64_t next_stamp_ = 0;
};

}  // namespace nonet::logic
