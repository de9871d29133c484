#include "rules/position.h"

#include <string.h>

#include <algorithm>

namespace nonet::rules {

Position::Position(const Plan& plan) : plan_(plan), queue_((size_t)plan.watch_words + 1, 0) {
    fixed_.reserve((size_t)plan.board.cells);
}

// -- candidates ----------------------------------------------------------------------------------------------------------

bool Position::change(int cell, uint32_t now) {
    if (!now) {
        failed_cell_ = cell;
        return false;
    }
    masks_[cell] = now;
    if (trials_) {
        changed_ = true;
        return true;
    }
    if (is_single(now)) fixed_.push_back(cell);
    const size_t words = (size_t)plan_.watch_words;
    const uint64_t* const watch = plan_.watch.data() + (size_t)cell * words;
    for (size_t i = 0; i < words; i++) queue_[i] |= watch[i];
    return true;
}

bool Position::fixed_peers(int cell) {
    const uint32_t bit = masks_[cell];
    const uint32_t end = plan_.peer_start[(size_t)cell + 1];
    for (uint32_t i = plan_.peer_start[(size_t)cell]; i < end; i++)
        if (!narrow(plan_.peer_cells[i], ~bit)) return false;
    const uint32_t last = plan_.exclusion_start[(size_t)cell + 1];
    for (uint32_t i = plan_.exclusion_start[(size_t)cell]; i < last; i++)
        if (plan_.exclusions[i].digits & bit && !narrow(plan_.exclusions[i].other, ~bit)) return false;
    return true;
}

bool Position::exclude_from_common_peers(uint32_t bit, const int* places, int count) {
    const int words = plan_.board.words;
    for (int i = 0; i < words; i++) {
        uint64_t common = ~uint64_t(0);
        for (int k = 0; k < count; k++) common &= plan_.peers_of(places[k])[i];
        for (; common; common &= common - 1)
            if (!narrow(i * 64 + __builtin_ctzll(common), ~bit)) return false;
    }
    return true;
}

// -- the queue -----------------------------------------------------------------------------------------------------------

void Position::wake_all() {
    for (uint32_t number = 0; number < plan_.watched; number++) add_cell(queue_.data(), (int)number);
    for (int cell = 0; cell < plan_.board.cells; cell++)
        if (is_single(masks_[cell])) fixed_.push_back(cell);
}

void Position::forget() {
    fixed_.clear();
    std::fill(queue_.begin(), queue_.end(), 0);
}

bool Position::settle() {
    const size_t words = (size_t)plan_.watch_words;
    for (;;) {
        while (!fixed_.empty()) {
            const int cell = fixed_.back();
            fixed_.pop_back();
            if (!fixed_peers(cell)) {
                blamed_.assign({cell, failed_cell_});
                return false;
            }
        }
        size_t word = 0;
        while (word < words && !queue_[word]) word++;
        if (word == words) return true;
        const size_t number = word * 64 + (size_t)__builtin_ctzll(queue_[word]);
        queue_[word] &= queue_[word] - 1;
        const Propagator& propagator = plan_.propagators[number];
        if (!run(propagator)) {
            blamed_.assign(plan_.cells_of(propagator), plan_.cells_of(propagator) + propagator.count);
            return false;
        }
    }
}

bool Position::run(const Propagator& propagator) {
    switch (propagator.kind) {
        case kHouse:
            return hidden_singles(*this, propagator);
        case kLocked:
            return locked_digits(*this, propagator);
        case kPair:
            return pair_table(*this, propagator);
        case kRepeats:
            return repeated_digits(*this, propagator);
        case kSets:
            return chosen_sets(*this, propagator);
        case kCage:
            return cage_sum(*this, propagator);
        case kSum:
            return weighted_sum(*this, propagator);
        case kEqual:
            return equal_sums(*this, propagator);
        case kCount:
            return count_digits(*this, propagator);
        case kSame:
            return same_digits(*this, propagator);
        case kWord:
            return accepted_word(*this, propagator);
        case kRank:
            return line_rank(*this, propagator);
        case kOrder:
            return line_order(*this, propagator);
        case kEither:
            return either_branch(*this, propagator);
    }
    return true;
}

// -- branches ------------------------------------------------------------------------------------------------------------

const uint32_t* Position::try_branch(const int32_t* bounds, int bound_count, const int32_t* numbers, int count) {
    const size_t cells = (size_t)plan_.board.cells;
    if (copies_.size() <= (size_t)trials_) copies_.emplace_back(cells);
    uint32_t* const outer = masks_;
    uint32_t* const copy = copies_[(size_t)trials_].data();
    const bool outer_changed = changed_;
    memcpy(copy, outer, cells * sizeof(uint32_t));
    masks_ = copy;
    trials_++;
    bool alive = true;
    for (int i = 0; alive && i < bound_count; i++) alive = narrow(bounds[2 * i], (uint32_t)bounds[2 * i + 1]);
    do {
        changed_ = false;
        for (int i = 0; alive && i < count; i++) alive = run(plan_.propagators[(size_t)numbers[i]]);
    } while (alive && changed_);
    trials_--;
    masks_ = outer;
    changed_ = outer_changed;
    return alive ? copy : nullptr;
}

}  // namespace nonet::rules
