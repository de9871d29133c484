// Templates: all the ways in which one digit can fill the board, as in src/nonet/logic/templates.py.
#pragma once
#include "logic/position.h"

namespace nonet::logic {

// Those of a digit's places that are in some template.
Cells possible_places(Cells board);

// For each digit the places that are in no template.  A technique that looks at one digit alone proves what templates
// prove, or less: it need not look at digits without such places.
class DoomedPlaces {
  public:
    Cells of[10];
    unsigned digits = 0;  // those that have any, as a mask

    void compute(const Position& position);

  private:
    Cells board_[10];  // what `of` was computed for: most moves leave most digits as they are
};

}  // namespace nonet::logic
