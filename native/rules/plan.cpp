#include "rules/plan.h"

#include <algorithm>
#include <mutex>

#include "rules/cellset.h"
#include "rules/numbers.h"

namespace nonet::rules {

Plan::Plan(const Board& its_board)
    : board(its_board),
      combinations(its_board.size <= kMostCombined ? &Combinations::of(its_board.size) : nullptr),
      start((size_t)its_board.cells, its_board.all_digits),
      peers(its_board.peers) {
    arena.reserve(4096);
    propagators.reserve(256);
}

uint32_t Plan::add(Kind kind, int cost, const std::vector<int>& cells, const std::vector<int>& data) {
    propagators.push_back({kind, (uint8_t)cost, (uint16_t)cells.size(), (uint32_t)arena.size()});
    arena.insert(arena.end(), cells.begin(), cells.end());
    arena.insert(arena.end(), data.begin(), data.end());
    longest = std::max(longest, (int)cells.size());
    return (uint32_t)propagators.size() - 1;
}

constexpr size_t kMostGrouped = 12;  // cells

// Cells of the same weight whose digits all differ form a group.
uint32_t Plan::add_sum(const int* cells, const int* weights, size_t count, int total, int most_open) {
    const uint32_t first = (uint32_t)arena.size();
    const size_t words = (size_t)board.words;
    bool taken[kMaxCells];
    std::fill(taken, taken + count, false);
    group_data_.assign({total, most_open, 0});
    for (size_t i = 0; i < count; i++) {
        if (taken[i] || !weights[i]) continue;
        arena.push_back(cells[i]);
        common_.assign(peers_of(cells[i]), peers_of(cells[i]) + words);
        size_t size = 1;
        for (size_t k = i + 1; k < count && combinations && size < kMostGrouped; k++) {
            if (taken[k] || weights[k] != weights[i] || !has_cell(common_.data(), cells[k])) continue;
            for (size_t w = 0; w < words; w++) common_[w] &= peers_of(cells[k])[w];
            taken[k] = true;
            arena.push_back(cells[k]);
            size++;
        }
        group_data_.push_back(weights[i]);
        group_data_.push_back((int)size);
        group_data_[2]++;
    }
    const uint32_t used = (uint32_t)arena.size() - first;
    const bool cage = group_data_[2] == 1 && (group_data_[3] == 1 || group_data_[3] == -1);
    if (cage) group_data_.assign({group_data_[3] * total});
    arena.insert(arena.end(), group_data_.begin(), group_data_.end());
    propagators.push_back({cage ? kCage : kSum, (uint8_t)(cage ? kCostOfCage : kCostOfSum), (uint16_t)used, first});
    longest = std::max(longest, (int)used);
    return (uint32_t)propagators.size() - 1;
}

// Cheap propagators come first, those of branches last: they are not woken by cells.
void Plan::sort(const std::vector<uint32_t>& inner) {
    const size_t all = propagators.size();
    std::vector<uint64_t> order(all);  // cost and number
    for (uint32_t i = 0; i < all; i++)
        order[i] = (uint64_t)(propagators[i].cost + std::min((int)propagators[i].count, 39)) << 32 | i;
    for (uint32_t number : inner) order[number] |= uint64_t(1) << 63;
    std::sort(order.begin(), order.end());
    std::vector<uint32_t> moved(all);
    std::vector<Propagator> sorted(all);
    for (uint32_t i = 0; i < all; i++) {
        const uint32_t number = (uint32_t)order[i];
        moved[number] = i;
        sorted[i] = propagators[number];
    }
    propagators.swap(sorted);
    watched = (uint32_t)(all - inner.size());
    for (const Propagator& propagator : propagators)
        if (propagator.kind == kEither) renumber(arena.data() + propagator.cells + propagator.count, moved);
}

// The data of kEither name propagators by their numbers.
void Plan::renumber(int32_t* data, const std::vector<uint32_t>& moved) {
    for (int left = *data++; left; left--) {
        data += 1 + 2 * *data;
        for (int count = *data++; count; count--, data++) *data = (int32_t)moved[(size_t)*data];
    }
}

void Plan::finish(const std::vector<uint32_t>& inner) {
    const size_t cells = (size_t)board.cells;
    sort(inner);
    std::sort(exclusions.begin(), exclusions.end(),
              [](const Exclusion& a, const Exclusion& b) { return a.cell < b.cell; });
    exclusion_start.assign(cells + 1, 0);
    for (const Exclusion& exclusion : exclusions) exclusion_start[(size_t)exclusion.cell + 1]++;
    for (size_t cell = 0; cell < cells; cell++) exclusion_start[cell + 1] += exclusion_start[cell];
    for (uint32_t number = 0; number < watched; number++)
        if (propagators[number].kind == kAlike) alike.push_back(propagators[number]);
    watch_words = (int)(watched + 63) / 64;
    watch.assign(cells * (size_t)watch_words, 0);
    for (uint32_t number = 0; number < watched; number++)
        for (int i = 0; i < propagators[number].count; i++)
            add_cell(&watch[(size_t)cells_of(propagators[number])[i] * (size_t)watch_words], (int)number);
}

// -- plans with and without the sums of several houses ------------------------------------------------------------------

namespace {

std::unique_ptr<const Plan> plan_of(const Board& board, const std::vector<int64_t>& numbers, int most_houses) {
    auto plan = std::make_unique<Plan>(board);
    add_primitives(*plan, numbers, most_houses);
    return plan;
}

}  // namespace

struct Plans::Full {
    std::once_flag asked;
    std::unique_ptr<const Plan> plan;
};

Plans::Plans(const Board& board, std::vector<int64_t> numbers)
    : board_(board),
      numbers_(std::move(numbers)),
      simple_(plain() ? nullptr : plan_of(board_, numbers_, 1)),
      full_(std::make_unique<Full>()) {}

Plans::~Plans() = default;

std::unique_ptr<Plans> Plans::make(const Board& board, std::vector<int64_t> numbers, const char** reason) {
    try {
        return std::unique_ptr<Plans>(new Plans(board, std::move(numbers)));
    } catch (const BadNumbers& error) {
        *reason = error.reason;
        return nullptr;
    }
}

const Plan& Plans::full() const {
    if (!simple_->has_cages) return *simple_;
    std::call_once(full_->asked, [&] { full_->plan = plan_of(board_, numbers_, board_.houses); });
    return *full_->plan;
}

}  // namespace nonet::rules
