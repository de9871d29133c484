#include "explainer/board.h"

namespace nonet::explainer {

Geometry::Geometry() {
    for (int house = 0; house < kHouses; ++house) {
        const int k = house % 9;
        for (int p = 0; p < 9; ++p) {
            if (house < 9)
                cells[house][p] = k * 9 + p;
            else if (house < 18)
                cells[house][p] = p * 9 + k;
            else
                cells[house][p] = (k / 3 * 3 + p / 3) * 9 + k % 3 * 3 + p % 3;
        }
    }
    for (int cell = 0; cell < kCells; ++cell) {
        const int row = cell / 9, column = cell % 9;
        houses[cell][0] = 18 + row / 3 * 3 + column / 3;
        houses[cell][1] = row;
        houses[cell][2] = 9 + column;
        for (int kind = 0; kind < 3; ++kind)
            for (int p = 0; p < 9; ++p)
                if (cells[houses[cell][kind]][p] == cell) place[cell][kind] = p;
    }
    for (int cell = 0; cell < kCells; ++cell) {
        int found = 0;
        for (int other = 0; other < kCells; ++other) {
            sees[cell][other] = other != cell && (houses[cell][0] == houses[other][0] || houses[cell][1] == houses[other][1] ||
                                                  houses[cell][2] == houses[other][2]);
            if (sees[cell][other]) peers[cell][found++] = other;
        }
    }
}

const Geometry kGeometry;

Board::Board(const uint8_t* givens) {
    empty.fill(9);
    for (int cell = 0; cell < kCells; ++cell)
        if (!givens[cell])
            for (int digit = 0; digit < kDigits; ++digit) restore(cell, digit);
    for (int cell = 0; cell < kCells; ++cell)
        if (givens[cell]) place(cell, givens[cell] - 1);
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
