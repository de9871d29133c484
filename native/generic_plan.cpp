// The tables of a layout.
#include "generic.h"

namespace nonet::generic {

std::unique_ptr<Plan> Plan::make(int size, const uint16_t* house_cells, int houses) {
    if (size < 1 || size > kMaxSize || houses < 0) return nullptr;
    int cells = size * size;
    if ((int64_t)houses * size + cells > UINT16_MAX) return nullptr;
    for (int house = 0; house < houses; house++) {
        std::vector<bool> seen(cells);
        for (int rank = 0; rank < size; rank++) {
            int cell = house_cells[house * size + rank];
            if (cell >= cells || seen[cell]) return nullptr;
            seen[cell] = true;
        }
    }

    auto plan = std::make_unique<Plan>();
    plan->size = size;
    plan->cells = cells;
    plan->houses = houses;
    plan->needs = cells + houses * size;
    plan->all_digits = (1u << size) - 1;
    plan->house_cells.assign(house_cells, house_cells + (size_t)houses * size);

    std::vector<std::vector<Seat>> seats(cells);
    for (int a = 0; a < houses; a++) {
        const uint16_t* ours = house_cells + a * size;
        plan->overlap_start.push_back((uint32_t)plan->overlaps.size());
        int claims = 1;
        for (int b = 0; b < houses; b++) {
            const uint16_t* others = house_cells + b * size;
            Overlap overlap = {0, 0, (uint16_t)(cells + b * size)};
            for (int i = 0; i < size; i++)
                for (int j = 0; j < size; j++)
                    if (ours[i] == others[j]) overlap.mine |= 1u << i, overlap.theirs |= 1u << j;
            int shared = __builtin_popcount(overlap.mine);
            if (shared < 2 || shared == size) continue;
            plan->overlaps.push_back(overlap);
            if (shared > claims) claims = shared;
        }
        for (int rank = 0; rank < size; rank++)
            seats[ours[rank]].push_back({(uint16_t)(cells + a * size), (uint8_t)rank, (uint8_t)claims});
    }
    plan->overlap_start.push_back((uint32_t)plan->overlaps.size());
    for (const auto& of_cell : seats) {
        plan->seat_start.push_back((uint32_t)plan->seats.size());
        plan->seats.insert(plan->seats.end(), of_cell.begin(), of_cell.end());
    }
    plan->seat_start.push_back((uint32_t)plan->seats.size());
    return plan;
}

}  // namespace nonet::generic
