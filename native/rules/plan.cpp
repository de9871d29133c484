#include "rules/plan.h"

#include <algorithm>

#include "rules/cellset.h"

namespace nonet::rules {

void PlanDeleter::operator()(Plan* plan) const { delete plan; }

Plan::Plan(const Board& its_board)
    : board(its_board),
      combinations(its_board.size <= kMostCombined ? &Combinations::of(its_board.size) : nullptr),
      start((size_t)its_board.cells, its_board.all_digits),
      peers(its_board.peers) {
    arena.reserve(2048);
    propagators.reserve(128);
}

bool Plan::all_differ(const int* cells, int count) const {
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            if (!has_cell(peers_of(cells[i]), cells[j])) return false;
    return true;
}

uint32_t Plan::add(Kind kind, int cost, const std::vector<int>& cells, const std::vector<int>& data) {
    propagators.push_back({kind, (uint8_t)cost, (uint16_t)cells.size(), (uint32_t)arena.size()});
    arena.insert(arena.end(), cells.begin(), cells.end());
    arena.insert(arena.end(), data.begin(), data.end());
    longest = std::max(longest, (int)cells.size());
    return (uint32_t)propagators.size() - 1;
}

constexpr size_t kMostGrouped = 12;  // so that the greatest sum of different digits up to 16 is below 128

// Cells of the same weight whose digits all differ form a group: their sum is narrowed by combinations.
uint32_t Plan::add_sum(std::vector<int> cells, std::vector<int> weights, int total) {
    std::vector<std::vector<int>> groups;
    std::vector<int> group_weights;
    for (size_t i = 0; i < cells.size(); i++) {
        if (!weights[i]) continue;
        size_t g = 0;
        for (; g < groups.size(); g++) {
            const std::vector<int>& group = groups[g];
            if (group_weights[g] != weights[i] || !combinations || group.size() >= kMostGrouped) continue;
            if (std::all_of(group.begin(), group.end(), [&](int other) { return has_cell(peers_of(cells[i]), other); }))
                break;
        }
        if (g == groups.size()) {
            groups.emplace_back();
            group_weights.push_back(weights[i]);
        }
        groups[g].push_back(cells[i]);
    }
    const bool cage = groups.size() == 1 && (group_weights[0] == 1 || group_weights[0] == -1);
    if (cage) return add(kCage, kCostOfCage, groups[0], {group_weights[0] * total});
    std::vector<int> ordered, data = {total, (int)groups.size()};
    for (size_t g = 0; g < groups.size(); g++) {
        ordered.insert(ordered.end(), groups[g].begin(), groups[g].end());
        data.push_back(group_weights[g]);
        data.push_back((int)groups[g].size());
    }
    return add(kSum, kCostOfSum, ordered, data);
}

void Plan::finish() {
    const size_t cells = (size_t)board.cells;
    peer_start.assign(cells + 1, 0);
    for (size_t cell = 0; cell < cells; cell++) {
        for_each_cell(peers_of((int)cell), board.words, [&](int peer) { peer_cells.push_back((uint16_t)peer); });
        peer_start[cell + 1] = (uint32_t)peer_cells.size();
    }
    std::sort(exclusions.begin(), exclusions.end(),
              [](const Exclusion& a, const Exclusion& b) { return a.cell < b.cell; });
    exclusion_start.assign(cells + 1, 0);
    for (const Exclusion& exclusion : exclusions) exclusion_start[(size_t)exclusion.cell + 1]++;
    for (size_t cell = 0; cell < cells; cell++) exclusion_start[cell + 1] += exclusion_start[cell];
    watch_words = (int)(watched + 63) / 64;
    watch.assign(cells * (size_t)watch_words, 0);
    for (uint32_t number = 0; number < watched; number++)
        for (int i = 0; i < propagators[number].count; i++)
            add_cell(&watch[(size_t)cells_of(propagators[number])[i] * (size_t)watch_words], (int)number);
}

}  // namespace nonet::rules
