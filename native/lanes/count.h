// Counting the solutions of one position, also when there are millions.
//
// Digits whose candidates are the same in every cell can change places in every solution (two digits that no clue names, say).
// A group of m such digits can be arranged in m! ways in each house: it is enough to count the solutions in which they are
// in ascending order there, for each choice of their cells, and to multiply.  The empty grid: 9! times what follows one row.
#pragma once
#include "lanes/kernel.h"

namespace nonet {

// Solutions of a position (81 candidate sets), at most `limit`.  False: stopped, or out of memory (then `memory` is false).
// At every tick of the pulse `count` has the number found so far.
bool count_position(const Kernel& kernel, const uint16_t* sets, uint64_t limit, const Pulse& pulse, uint64_t& count,
                    bool& memory);

}  // namespace nonet
