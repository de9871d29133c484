#include "logic/killer.h"

#include <algorithm>

namespace nonet::logic {
namespace {

constexpr int kSumOfHouse = 45;

bool touch(int one_box, int other_box) {
    const int one = one_box - kFirstBox, other = other_box - kFirstBox;
    return (one / 3 == other / 3 && other - one == 1) || other - one == 3;
}

// Calls visit(houses) for so many neighbouring rows or columns, or boxes that touch; as `_areas` in Python.
template <class Visit> void for_each_area(int count, Visit visit) {
    for (int first : {0, kFirstColumn})
        for (int line = first; line + count <= first + 9; ++line) {
            const uint8_t houses[] = {(uint8_t)line, (uint8_t)(line + 1), (uint8_t)(line + 2)};
            visit(houses);
        }
    uint8_t boxes[3];
    for (int a = kFirstBox; a < kHouses; ++a) {
        boxes[0] = (uint8_t)a;
        if (count == 1) visit(boxes);
        for (int b = a + 1; count > 1 && b < kHouses; ++b) {
            boxes[1] = (uint8_t)b;
            if (count == 2 && touch(a, b)) visit(boxes);
            for (int c = b + 1; count > 2 && c < kHouses; ++c) {
                boxes[2] = (uint8_t)c;
                if (touch(a, b) + touch(a, c) + touch(b, c) >= 2) visit(boxes);
            }
        }
    }
}

}  // namespace

Killer::Killer(std::vector<Cage> cages) : cages_(std::move(cages)) {
    for (const Cage& cage : cages_)
        for (int cell : cage.board) cage_of_[cell] = cage.board;
}

const std::vector<Equation>& Killer::equations(int houses) const {
    std::vector<Equation>& found = equations_[houses];
    if (!has_equations_[houses])
        for_each_area(houses, [&](const uint8_t* area) { add_equations(area, houses, found); });
    has_equations_[houses] = true;
    return found;
}

// Less the cages inside the area (innies are left), all that it meets (outies are left), or those with more cells inside
// than outside (the fewest cells are left).
void Killer::add_equations(const uint8_t* houses, int count, std::vector<Equation>& found) const {
    Cells area;
    for (int k = 0; k < count; ++k) area |= kBoard.board[houses[k]];
    Cells taken[3];
    int sums[3] = {};
    for (const Cage& cage : cages_) {
        if (!cage.board.meets(area)) continue;
        const bool is_inside = cage.board.is_inside(area);
        const bool chosen[] = {is_inside, true, is_inside || 2 * (cage.board & area).count() > cage.count};
        for (int k = 0; k < 3; ++k)
            if (chosen[k]) {
                taken[k] |= cage.board;
                sums[k] += cage.sum;
            }
    }
    for (int k = 0; k < 3; ++k) {
        const Equation equation{area.minus(taken[k]), taken[k].minus(area), count * kSumOfHouse - sums[k]};
        if (taken[k].any() && equation.cells().any() && std::find(found.begin(), found.end(), equation) == found.end())
            found.push_back(equation);
    }
}

}  // namespace nonet::logic
