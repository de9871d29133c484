// Whether a supposition about one digit leads to a contradiction within that digit, found without the chains.
#pragma once

#include "explainer/implications.h"

namespace nonet::explainer {

class DigitBoard {
  public:
    DigitBoard(const Board& board, int digit) {
        for (int house = 0; house < kHouses; ++house) places_[house] = board.places[house][digit];
    }

    // False if it leads to a contradiction.
    bool suppose(Key key) { return is_on(key) ? turn_on(cell_of(key)) : turn_off(cell_of(key)); }

  private:
    uint16_t places_[kHouses];

    bool turn_on(int cell) {
        for (int kind = 0; kind < 3; ++kind) {
            const int house = kGeometry.houses[cell][kind];
            const unsigned own = 1u << kGeometry.place[cell][kind];
            if (!(places_[house] & own)) return false;  // gone in the meantime
            while (const unsigned others = places_[house] & ~own)
                if (!turn_off(kBoard.cells[house][lowest(others)])) return false;
        }
        return true;
    }

    bool turn_off(int cell) {
        int last[3], count = 0;
        for (int kind = 0; kind < 3; ++kind) {
            uint16_t& places = places_[kGeometry.houses[cell][kind]];
            places &= ~(1u << kGeometry.place[cell][kind]);
            if (!places) return false;
            if (count_bits(places) == 1) last[count++] = kBoard.cells[kGeometry.houses[cell][kind]][lowest(places)];
        }
        for (int k = 0; k < count; ++k)
            if (!turn_on(last[k])) return false;
        return true;
    }
};

}  // namespace nonet::explainer
