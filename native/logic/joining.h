// The cages of a new killer: neighbouring cages are joined while the puzzle stays good, with the same draws as in
// src/nonet/generate/cages.py.
#pragma once
#include <functional>
#include <vector>

#include "logic/killer.h"
#include "rng.h"

namespace nonet::logic {

// For each cell the first cell of its cage; at the first cell of a cage its digits, as a mask, and their sum.
struct CageMap {
    uint8_t first_cells[kCells], sums[kCells];
    uint16_t digits[kCells];

    static CageMap of_cells(const uint8_t* grid);  // a cage for every cell

    std::vector<Cage> cages() const;
    int count_singles() const;  // how many cages have one cell
};

// Two neighbouring cells, and where a symmetry carries them.
using Border = std::vector<std::pair<uint8_t, uint8_t>>;

using Accepts = std::function<bool(const CageMap&)>;

// Cages of up to `largest` cells; `accepts` is asked about the maps.
CageMap joined_cages(const uint8_t* grid, Rng& rng, const std::vector<Border>& borders, int largest,
                     const Accepts& accepts);

}  // namespace nonet::logic
