#include "rules/search.h"

#include <math.h>
#include <string.h>

#include <algorithm>

namespace nonet::rules {

constexpr int kDecay = 500;      // after this many contradictions, scores are halved
constexpr int kTrouble = 20;     // contradictions
constexpr float kPlaces = 0.5f;  // how much the places of a digit in a house count, beside the digits of a cell
constexpr float kSide = 10;      // the same for where a line begins with a digit on a side of the board
constexpr int kSmall = 9;  // on larger boards a house may be impossible to fill long before a digit has no place in it

// For each number of candidates, how much a score counts; nothing for a cell that has its digit.
struct Worths {
    float of[kMaxSize + 1] = {};
    Worths() {
        for (int count = 2; count <= kMaxSize; count++) of[count] = 1 / ((float)count * sqrtf((float)count));
    }
};
const Worths kWorths;

Search::Search(const Plan& plan) : plan_(plan), position_(plan), scores_((size_t)plan.board.cells, 0.0f) {
    position_.scratch.cells.resize((size_t)std::max(plan.longest, 1));
    count_rules();
    enter(0);
}

// Each rule that looks at a cell, except the first, counts as much as a contradiction.
void Search::count_rules() {
    for (uint32_t number = 0; number < plan_.watched; number++) {
        const Propagator& propagator = plan_.propagators[number];
        if (propagator.kind == kHouse) continue;
        for (int i = 0; i < plan_.focus_of(propagator); i++) scores_[(size_t)plan_.cells_of(propagator)[i]] += 1.0f;
    }
    for (float& score : scores_) score = std::max(score - 1.0f, 0.0f);
}

uint64_t* Search::enter(int depth) {
    depth_ = depth;
    while (frames_.size() <= (size_t)depth) {
        frames_.emplace_back(new uint64_t[position_.frame_words()]);
        guesses_made_.push_back({0, 0});
    }
    position_.enter(frames_[(size_t)depth].get());
    return frames_[(size_t)depth].get();
}

bool Search::set(const uint32_t* allowed) {
    enter(0);
    fresh_ = true;
    return conclude(position_.start(allowed));
}

Search::Event Search::next() {
    if (!fresh_) alive_ = false;  // a solution was given out
    for (;;) {
        if (!alive_) {
            if (!retreat()) return kExhausted;
            continue;
        }
        if (!(++steps_ & 15) && !keep_in_touch()) return kStopped;
        if (restart_ && conflicts_ - begun_ >= restart_ && !found) {
            restart_ = floor_ ? 2 * restart_ : 0;
            begun_ = conflicts_;
            by_chance_ = floor_;
            enter(floor_);
        }
        Guess next;
        if (!choose(&next)) {
            fresh_ = false;
            return kFound;
        }
        if (guesses_ >= last_guess_) return kTooLong;
        guesses_made_[(size_t)depth_] = next;
        guess();
    }
}

void Search::guess() {
    const Guess made = guesses_made_[(size_t)depth_];
    const uint64_t* const below = frames_[(size_t)depth_].get();
    memcpy(enter(depth_ + 1), below, position_.frame_words() * sizeof(uint64_t));
    guesses_++;
    conclude(position_.decide(made.cell, made.digit));
}

bool Search::retreat() {
    fresh_ = true;
    if (depth_ == floor_) return false;
    enter(depth_ - 1);
    const Guess& made = guesses_made_[(size_t)depth_];
    conclude(position_.decide(made.cell, ~made.digit));
    return true;
}

bool Search::conclude(bool alive) {
    alive_ = alive && (!is_in_trouble() || position_.match_houses());
    if (alive_) return true;
    position_.forget();
    for (int cell : position_.blamed()) scores_[(size_t)cell] += 1.0f;
    if (depth_) scores_[(size_t)guesses_made_[(size_t)depth_ - 1].cell] += 1.0f;
    if (++conflicts_ % kDecay == 0)
        for (float& score : scores_) score *= 0.5f;
    return false;
}

// Whether a question, or what is left of it, deserves a closer look at the houses.
bool Search::is_in_trouble() const {
    if (!floor_ || plan_.board.size <= kSmall) return false;
    return depth_ == floor_ || by_chance_ || conflicts_ - begun_ >= kTrouble;
}

// The cell with the highest score for its number of candidates, or a digit with two places in a house.
bool Search::choose(Guess* guess) {
    float best = 0;
    for (int cell = 0; cell < plan_.board.cells; cell++) {
        const float worth = (scores_[(size_t)cell] + 1.0f) * kWorths.of[count_of(position_[cell])];
        if (worth <= best) continue;
        best = worth;
        guess->cell = cell;
    }
    if (best == 0) return false;
    guess->digit = first_digit(guess->cell);
    // On larger boards places need more guesses than cells.
    const bool by_place = plan_.board.size <= kSmall && !by_chance_ && !hint_;
    if (by_place && count_of(position_[guess->cell]) > 2) choose_place(guess, best);
    return true;
}

// A digit that has two places in a house, if these are worth more than `best`: if the guess fails, it is in the other one.
// Where lines are compared, also on which line of another side of the board the digit begins; only in a search that was
// begun again, for an easier one needs fewer guesses without.
void Search::choose_place(Guess* guess, float best) const {
    for (uint32_t number = 0; number < plan_.watched; number++) {
        const Propagator& group = plan_.propagators[number];
        const int32_t* const cells = plan_.cells_of(group);
        if (group.kind == kHouse && group.count == plan_.board.size) {
            for (uint32_t two = position_.with_two_places(group); two; two &= two - 1)
                weigh_places(two & -two, kPlaces, cells, cells + group.count, 1, guess, &best);
        } else if (group.kind == kRank && !restart_) {
            const int32_t* const data = plan_.data_of(group);
            const int length = plan_.focus_of(group);
            for (const int32_t* end = data + 4; end < data + 3 + data[3]; end++)
                weigh_places(1u << (data[0] - 1) / 4, kSide, cells + (end[0] + 1) * length,
                             cells + (end[1] + 1) * length, length, guess, &best);
        }
    }
}

// Of every `step`th cell, those that can hold the digit: if they are worth more than `best`, the first guess is the one with
// the highest score.
void Search::weigh_places(uint32_t digit, float weight, const int32_t* cells, const int32_t* end, int step,
                          Guess* guess, float* best) const {
    int places = 0, favourite = 0;
    float total = 0, highest = -1;
    for (; cells < end; cells += step) {
        const float score = scores_[(size_t)*cells];
        if (!(position_[*cells] & digit)) continue;
        places++;
        total += score;
        if (score <= highest) continue;
        highest = score;
        favourite = *cells;
    }
    const float worth = weight * (total / (float)places + 1.0f) / (float)places;
    if (places < 2 || worth < *best) return;
    *best = worth;
    *guess = {favourite, digit};
}

uint32_t Search::first_digit(int cell) {
    uint32_t mask = position_[cell];
    if (by_chance_) {
        for (uint64_t skip = chance_.below((uint64_t)count_of(mask)); skip; skip--) mask &= mask - 1;
    } else if (hint_ && mask >> (hint_[cell] - 1) & 1) {
        return 1u << (hint_[cell] - 1);
    }
    return mask & -mask;
}

bool Search::is_solved() const {
    const uint32_t* const masks = candidates();
    return alive_ && std::all_of(masks, masks + plan_.board.cells, is_single);
}

uint8_t* Search::write(uint8_t* out) const {
    for (int cell = 0; cell < plan_.board.cells; cell++) *out++ = (uint8_t)(__builtin_ctz(position_[cell]) + 1);
    return out;
}

bool Search::keep_in_touch() {
    if (!contact_.pause) return true;
    const auto now = std::chrono::steady_clock::now();
    if (now - said_ < std::chrono::milliseconds(50)) return true;
    const bool go_on = contact_.pause(contact_.context, found);
    said_ = std::chrono::steady_clock::now();
    return go_on;
}

// -- questions ----------------------------------------------------------------------------------------------------------

void Search::begin_question(int cell, uint32_t digits, const uint8_t* hint) {
    const uint64_t* const below = frames_[(size_t)depth_].get();
    memcpy(enter(depth_ + 1), below, position_.frame_words() * sizeof(uint64_t));
    floor_ = depth_;
    fresh_ = true;
    hint_ = hint;
    by_chance_ = false;
    restart_ = kRestart;
    begun_ = conflicts_;
    conclude(position_.decide(cell, digits));
}

void Search::end_question() {
    enter(0);
    floor_ = 0;
    alive_ = true;
    fresh_ = true;
}

bool Search::keep(int cell, uint32_t digits) { return conclude(position_.decide(cell, digits)); }

}  // namespace nonet::rules
