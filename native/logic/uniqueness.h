// The unique and the avoidable rectangles of a position, before any test: as src/nonet/logic/uniqueness.py.
#pragma once
#include <vector>

#include "logic/deadly.h"
#include "logic/options.h"

namespace nonet::logic {

struct UniqueRectangles {
    std::vector<DeadlyPattern> open;    // with open corners
    std::vector<DeadlyPattern> filled;  // with corners that are filled, but were not given

    void compute(const Position& position, const Options& options);
};

}  // namespace nonet::logic
