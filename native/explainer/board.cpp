#include "explainer/board.h"

namespace nonet::explainer {

Geometry::Geometry() {
    for (int cell = 0; cell < kCells; ++cell) {
        houses[cell][0] = (uint8_t)(18 + box_of(cell));
        houses[cell][1] = (uint8_t)row_of(cell);
        houses[cell][2] = (uint8_t)(9 + column_of(cell));
        for (int kind = 0; kind < 3; ++kind)
            for (int p = 0; p < 9; ++p)
                if (kBoard.cells[houses[cell][kind]][p] == cell) place[cell][kind] = p;
    }
    for (int house = 0; house < kHouses; ++house)
        for (int other = 0; other < kHouses; ++other) {
            overlap[house][other] = 0;
            for (int p = 0; p < 9; ++p)
                if (contains(other, kBoard.cells[house][p])) overlap[house][other] |= 1 << p;
        }
    for (int cell = 0; cell < kCells; ++cell) {
        int found = 0;
        for (int other = 0; other < kCells; ++other) {
            sees[cell][other] = other != cell && same_house(cell, other);
            if (sees[cell][other]) peers[cell][found++] = other;
        }
    }
}

const Geometry kGeometry;

Board::Board(const uint8_t* givens, const uint16_t* ruled_out) {
    empty.fill(9);
    for (int cell = 0; cell < kCells; ++cell)
        if (!givens[cell])
            for (int digit = 0; digit < kDigits; ++digit) restore(cell, digit);
    for (int cell = 0; cell < kCells; ++cell)
        if (givens[cell]) place(cell, givens[cell] - 1);
    for (int cell = 0; ruled_out && cell < kCells; ++cell)
        for (const int digit : Bits{ruled_out[cell]}) remove(cell, digit);
}

bool Board::is_solved() const {
    for (const uint8_t value : values)
        if (!value) return false;
    return true;
}

void Board::place(int cell, int digit) {
    values[cell] = digit + 1;
    ++placed[digit];
    for (const int house : kGeometry.houses[cell]) --empty[house];
    for (const int other : Bits{candidates[cell]}) remove(cell, other);
    for (const int peer : kGeometry.peers[cell]) remove(peer, digit);
}

}  // namespace nonet::explainer
