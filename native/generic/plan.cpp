// The tables of a layout.
#include <bitset>

#include "generic/generic.h"

namespace nonet::generic {
namespace {

typedef std::bitset<kMaxSize * kMaxSize> Cells;
typedef std::vector<uint16_t> House;

constexpr size_t kFewHouses = 200;  // with more, implied houses are not looked for

Cells cells_of(const House& house) {
    Cells cells;
    for (uint16_t cell : house) cells.set(cell);
    return cells;
}

// Houses that follow from the others.  Take some rows, and houses that lie within these rows and do not meet.  If there is
// one house less than rows, what they leave over has every digit once, too:
//
//        windoku                                         a jigsaw: the law of leftovers
//        . . . . . . . . .                               A A A A B B B B x
//        o w w w o w w w o     two windows in            A A A A B B B B x     two regions in three rows
//        o w w w o w w w o     three rows                A x x x x B x x x
//        o w w w o w w w o
//
// The same with columns, or any other houses that divide the board; and with the houses found.
void add_implied(int size, std::vector<House>& houses) {
    std::vector<Cells> boards;
    for (const House& house : houses) boards.push_back(cells_of(house));
    const size_t given = houses.size();

    std::vector<std::vector<size_t>> divisions;  // houses that do not meet and cover the board
    std::vector<bool> used(given);
    for (size_t first = 0; first < given; first++) {
        if (used[first]) continue;
        std::vector<size_t> division;
        Cells covered;
        for (size_t i = first; i < given; i++) {
            if ((covered & boards[i]).any()) continue;
            covered |= boards[i];
            division.push_back(i);
        }
        if (division.size() != (size_t)size) continue;
        for (size_t i : division) used[i] = true;
        divisions.push_back(division);
    }

    for (size_t a = 0; a < boards.size() && houses.size() < given + 2 * (size_t)size; a++) {
        for (const std::vector<size_t>& division : divisions) {
            Cells area;  // the rows that house a touches
            size_t rows = 0;
            for (size_t i : division) {
                if ((boards[i] & boards[a]).none()) continue;
                area |= boards[i];
                rows++;
            }
            if (rows < 2) continue;
            Cells rest = area & ~boards[a];  // what a leaves of them, and others after it
            size_t inside = 1;
            for (size_t b = 0; b < boards.size(); b++) {
                if ((boards[b] & ~rest).any()) continue;
                bool is_row = false;
                for (size_t i : division) is_row |= i == b;
                if (is_row) continue;
                rest &= ~boards[b];
                inside++;
            }
            if (inside != rows - 1) continue;
            bool known = false;
            for (const Cells& board : boards) known |= board == rest;
            if (known) continue;
            House house;
            for (int cell = 0; cell < size * size; cell++)
                if (rest[cell]) house.push_back((uint16_t)cell);
            houses.push_back(house);
            boards.push_back(rest);
        }
    }
}

}  // namespace

std::unique_ptr<Plan> Plan::make(int size, const uint16_t* house_cells, int house_count) {
    if (size < 1 || size > kMaxSize || house_count < 0) return nullptr;
    const int cells = size * size;
    if ((int64_t)house_count * size + cells > UINT16_MAX) return nullptr;
    std::vector<House> houses;
    for (int number = 0; number < house_count; number++) {
        House house(house_cells + (size_t)number * size, house_cells + (size_t)(number + 1) * size);
        for (uint16_t cell : house)
            if (cell >= cells) return nullptr;
        if (cells_of(house).count() != (size_t)size) return nullptr;
        houses.push_back(house);
    }
    if (houses.size() <= kFewHouses) add_implied(size, houses);

    auto plan = std::make_unique<Plan>();
    plan->size = size;
    plan->cells = cells;
    plan->houses = (int)houses.size();
    plan->needs = cells + plan->houses * size;
    plan->all_digits = (1u << size) - 1;

    std::vector<std::vector<Seat>> seats(cells);
    for (int a = 0; a < plan->houses; a++) {
        plan->house_cells.insert(plan->house_cells.end(), houses[a].begin(), houses[a].end());
        plan->overlap_start.push_back((uint32_t)plan->overlaps.size());
        std::vector<int> rank_of(cells, -1);
        for (int rank = 0; rank < size; rank++) rank_of[houses[a][rank]] = rank;
        int claims = 1;
        for (int b = 0; b < plan->houses; b++) {
            Overlap overlap = {0, 0, (uint16_t)(cells + b * size)};
            int shared = 0;
            for (int rank = 0; rank < size; rank++) {
                int mine = rank_of[houses[b][rank]];
                if (mine < 0) continue;
                overlap.mine |= 1u << mine;
                overlap.theirs |= 1u << rank;
                shared++;
            }
            if (shared < 2 || shared == size) continue;
            plan->overlaps.push_back(overlap);
            if (shared > claims) claims = shared;
        }
        for (int rank = 0; rank < size; rank++)
            seats[houses[a][rank]].push_back({(uint16_t)(cells + a * size), (uint8_t)rank, (uint8_t)claims});
    }
    plan->overlap_start.push_back((uint32_t)plan->overlaps.size());
    for (const std::vector<Seat>& of_cell : seats) {
        plan->seat_start.push_back((uint32_t)plan->seats.size());
        plan->seats.insert(plan->seats.end(), of_cell.begin(), of_cell.end());
    }
    plan->seat_start.push_back((uint32_t)plan->seats.size());
    return plan;
}

}  // namespace nonet::generic
