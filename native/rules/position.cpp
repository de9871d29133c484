#include "rules/position.h"

#include <string.h>

#include <algorithm>

namespace nonet::rules {

Position::Position(const Plan& plan)
    : plan_(plan), words_((size_t)plan.board.words), queue_((size_t)plan.watch_words + 1, 0) {
    const size_t cells = (size_t)plan.board.cells, digits = (size_t)plan.board.size;
    frame_words_ = (cells + 1) / 2 + digits * words_ + (size_t)plan.watched;
    fixed_.resize(cells + 1);  // the last one is written, never read
}

// -- frames --------------------------------------------------------------------------------------------------------------

void Position::enter(uint64_t* frame) {
    masks_ = (uint32_t*)frame;
    places_ = frame + ((size_t)plan_.board.cells + 1) / 2;
    few_ = (Few*)(places_ + (size_t)plan_.board.size * words_);
}

bool Position::start(const uint32_t* allowed) {
    const Board& board = plan_.board;
    std::fill(places_, places_ + (size_t)board.size * words_, 0);
    std::fill(few_, few_ + plan_.watched, Few{0, 0});
    for (uint32_t number = 0; number < plan_.watched; number++) add_cell(queue_.data(), (int)number);
    for (int cell = 0; cell < board.cells; cell++) {
        const uint32_t mask = masks_[cell] = plan_.start[(size_t)cell] & allowed[cell];
        if (!mask) return blame({cell});
        if (is_single(mask)) fixed_[fixed_count_++] = (uint16_t)cell;
        for (uint32_t rest = mask; rest; rest &= rest - 1) add_cell(places_ + (size_t)lowest(rest) * words_, cell);
    }
    return settle();
}

bool Position::decide(int cell, uint32_t allowed) { return narrow(cell, allowed) ? settle() : blame({cell}); }

bool Position::match_houses() {
    for (uint32_t number = 0; number < plan_.watched; number++) {  // the others are those of branches
        const Propagator& house = plan_.propagators[number];
        if (house.kind == kHouse && !has_matching(*this, house))
            return blame({plan_.cells_of(house), plan_.cells_of(house) + house.count});
    }
    return true;
}

// -- candidates ----------------------------------------------------------------------------------------------------------

bool Position::change(int cell, uint32_t now) {
    uint32_t removed = masks_[cell] & ~now;
    if (!reduce(cell, now)) return false;
    if (trials_) return true;
    uint64_t* const places = places_ + (cell >> 6);
    const uint64_t others = ~(uint64_t(1) << (cell & 63));
    for (; removed; removed &= removed - 1) places[(size_t)lowest(removed) * words_] &= others;
    return true;
}

inline bool Position::reduce(int cell, uint32_t now) {
    if (!now) {
        failed_cell_ = cell;
        return false;
    }
    masks_[cell] = now;
    if (trials_) return changed_ = true;
    fixed_[fixed_count_] = (uint16_t)cell;
    fixed_count_ += is_single(now);
    const int words = plan_.watch_words;
    const uint64_t* const watch = plan_.watch.data() + (size_t)cell * (size_t)words;
    for (int i = 0; i < words; i++) queue_[(size_t)i] |= watch[i];
    return true;
}

uint32_t Position::newly_few(const Propagator& group, uint32_t two, uint32_t three) {
    if (trials_) return two | three;
    Few& few = few_of(group);
    const Few before = few;
    few = {two, three};
    return (two & ~before.two) | (three & ~before.three);
}

bool Position::place_fixed(int cell) {
    const uint32_t bit = masks_[cell];
    uint64_t* const able = places_ + (size_t)lowest(bit) * words_;
    const uint64_t* const peers = plan_.peers_of(cell);
    for (size_t i = 0; i < words_; i++) {
        uint64_t losers = peers[i] & able[i];
        able[i] ^= losers;
        for (; losers; losers &= losers - 1) {
            const int loser = (int)i * 64 + __builtin_ctzll(losers);
            if (!reduce(loser, masks_[loser] & ~bit)) return false;
        }
    }
    const uint32_t last = plan_.exclusion_start[(size_t)cell + 1];
    for (uint32_t i = plan_.exclusion_start[(size_t)cell]; i < last; i++)
        if (plan_.exclusions[i].digits & bit && !narrow(plan_.exclusions[i].other, ~bit)) return false;
    return true;
}

bool Position::exclude_from_common_peers(uint32_t bit, const int* cells, int count) {
    const uint64_t* const able = places(bit);
    for (size_t i = 0; i < words_; i++) {
        uint64_t common = able[i];
        for (int k = 0; k < count; k++) common &= plan_.peers_of(cells[k])[i];
        for (; common; common &= common - 1)
            if (!narrow((int)i * 64 + __builtin_ctzll(common), ~bit)) return false;
    }
    return true;
}

// -- the queue -----------------------------------------------------------------------------------------------------------

void Position::forget() {
    fixed_count_ = 0;
    std::fill(queue_.begin(), queue_.end(), 0);
    failed_cell_ = -1;
}

bool Position::settle() {
    const size_t words = (size_t)plan_.watch_words;
    for (;;) {
        if (fixed_count_) {
            const int cell = fixed_[--fixed_count_];
            if (!place_fixed(cell)) return blame({cell, failed_cell_});
            continue;
        }
        size_t word = 0;
        while (word < words && !queue_[word]) word++;
        if (word == words) return true;
        const size_t number = word * 64 + (size_t)__builtin_ctzll(queue_[word]);
        queue_[word] &= queue_[word] - 1;
        runs_++;
        const Propagator& propagator = plan_.propagators[number];
        exact_ = false;
        const int32_t* const cells = plan_.cells_of(propagator);
        if (!run(propagator)) return blame({cells, cells + plan_.focus_of(propagator)});
        queue_[word] &= ~(uint64_t(exact_) << (number & 63));
    }
}

bool Position::blame(std::vector<int> cells) {
    blamed_ = std::move(cells);
    return false;
}

bool Position::run(const Propagator& propagator) {
    switch (propagator.kind) {
        case kHouse:
            return house_digits(*this, propagator);
        case kRecurring:
            return recurring_digits(*this, propagator);
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
        case kCounts:
            return counts_together(*this, propagator);
        case kCountByHouses:
            return count_by_houses(*this, propagator);
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
        case kAlike:
            return alike_labels(*this, propagator);
        case kLabelled:
            return labelled_digits(*this, propagator);
        case kConnected:
            return connected_cells(*this, propagator);
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
    // In turn, until each has run without a change since the last one.
    for (int i = 0, quiet = 0; alive && quiet < count; i = i + 1 < count ? i + 1 : 0) {
        changed_ = exact_ = false;
        alive = run(plan_.propagators[(size_t)numbers[i]]);
        quiet = changed_ ? exact_ : quiet + 1;
    }
    exact_ = false;
    trials_--;
    masks_ = outer;
    changed_ = outer_changed;
    return alive ? copy : nullptr;
}

}  // namespace nonet::rules
