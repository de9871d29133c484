// Depth-first search on any board: deduce, guess where there are fewest options, backtrack and exclude the guess.
//
// The stack has a block (see position.h) and a frame for each guess that was not taken back:
//
//     depth 0        depth 1         depth 2
//     ┌─────────┐    ┌─────────┐     ┌─────────┐
//     │ givens  │ ─→ │ + guess │ ──→ │ + guess │      blocks: guess() copies the last and places a digit
//     └─────────┘    └─────────┘     └─────────┘
//      r1c2 = 5       r4c7 = 1         …             frames: what was guessed there; retreat() closes it in the block below
//
// So the second branch starts with the first excluded, and may guess somewhere else.
#pragma once
#include <chrono>

#include "generic/memory.h"
#include "generic/position.h"
#include "rng.h"

namespace nonet::generic {

inline bool is_given(uint32_t allowed) { return allowed && !(allowed & (allowed - 1)); }

class Search {
  public:
    enum Event {
        kFound,      // a solution is in position(); or, with a memory, found() has grown
        kExhausted,  // there is no other
        kSpent,      // the budget of nodes is used up
        kStopped,    // by the caller
    };

    explicit Search(const Plan& plan)
        : plan_(plan),
          position_(plan),
          block_size_((Position::block_size(plan) + 63) & ~size_t(63)),
          weight_(plan.needs + 7, 1),
          budget_(2 * (uint64_t)plan.cells) {
        enter(0);
        position_.clear();
        if (plan.size == 1) position_.queue_singles();
    }

    // Enters the givens and the allowed digits, and deduces; false: there is no solution.
    bool set(const Question& question) {
        for (int cell = 0; cell < plan_.cells; cell++) {
            uint32_t closed = plan_.all_digits & ~question.allowed[cell];
            if (is_given(plan_.all_digits & ~closed)) continue;
            for (; closed; closed &= closed - 1) position_.close(cell, __builtin_ctz(closed));
        }
        for (int cell = 0; cell < plan_.cells; cell++) {
            const uint32_t allowed = plan_.all_digits & question.allowed[cell];
            if (!is_given(allowed)) continue;
            if (!position_.is_open(cell, __builtin_ctz(allowed))) return descending_ = false;
            position_.place(cell, __builtin_ctz(allowed));
        }
        return descending_ = position_.propagate();
    }

    // Counts with the help of digits that can change places with each other, and of counts known before.
    void count_with(uint32_t interchangeable, Memory* memory) {
        frames_[0].free = interchangeable;
        memory_ = memory;
    }

    // Goes on to the next solution.
    //
    // An unlucky first guess may send the search into a huge part of the tree that holds no solution, while another
    // order of guesses finds one at once.  So each attempt has a budget of nodes; when it is spent, a new attempt takes
    // the options in another order, and prefers needs that have failed often (see choose).  Once a solution has been
    // found, the attempt is carried through: no solution is given twice.
    // After Gomes, Selman and Kautz, "Boosting combinatorial search through randomization" (1998).
    Event next() {
        for (;;) {
            Event event = run(found_ ? UINT64_MAX : budget_);
            if (event != kSpent) return event;
            budget_ += budget_ / 2;
            attempt_++;
            chance_.state = (uint64_t)attempt_;
            enter(floor_);
            descending_ = true;
        }
    }

    // Continues until something happens, or for `budget` nodes.
    Event run(uint64_t budget) {
        uint64_t last = budget > UINT64_MAX - nodes_ ? UINT64_MAX : nodes_ + budget;
        for (;;) {
            if (!descending_) {
                if (!retreat()) return kExhausted;
                continue;
            }
            if (!go_on()) return kStopped;
            if (position_.solved()) {
                descending_ = false;
                return add(1) ? kFound : kStopped;
            }
            if (memory_ && fresh_) {
                Frame& here = frames_[depth_];
                here.key = Memory::key(plan_, position_);
                here.before = found_;
                here.noted = true;
                if (const Count* ways = memory_->recall(here.key)) {
                    here.noted = descending_ = false;
                    return add(*ways) ? kFound : kStopped;
                }
            }
            if (nodes_ >= last) return kSpent;
            guess();
        }
    }

    // Counts a node, and now and then calls contact_.pause; false: the caller wants the search to end.
    bool go_on() { return ++nodes_ & 31 || keep_in_touch(); }

    // -- fixing a solution cell by cell, for first_solution --------------------------------------------------------------

    // A copy of the position decided so far, for a new question.
    void begin_question() {
        enter(0);
        copy_up();
        floor_ = 1;
        found_ = 0;
        attempt_ = 0;
        budget_ = 2 * (uint64_t)plan_.cells;
        descending_ = true;
    }
    bool suppose(int cell, int digit) {  // false: it cannot be
        position_.place(cell, digit);
        conclude();
        return descending_;
    }
    // Back to the position decided so far, to learn something about it.
    void end_question() {
        enter(0);
        floor_ = 0;
    }
    void exclude(int cell, int digit) {
        position_.close(cell, digit);
        position_.propagate();
    }
    void spell(int cell, int digit) {
        position_.place(cell, digit);
        position_.propagate();
    }
    void set_hint(const uint8_t* hint) { hint_ = hint; }  // a solution of something like it: guesses follow it at first

    const Position& position() const { return position_; }
    uint64_t nodes() const { return nodes_; }
    Count found() const { return found_; }
    bool overflowed() const { return overflow_; }
    void set_contact(const Contact& contact) { contact_ = contact; }

  private:
    struct Frame {
        int cell = 0;         // the guess
        uint32_t digits = 0;  // what to close in that cell when it is taken back
        uint32_t free = 0;    // digits that are interchangeable in this block
        Count weight = 1;     // how many solutions each solution of this block counts as
        Count before = 0;     // what was found before this block
        Memory::Key key = {0, 0};
        bool noted = false;  // key and before are set
    };

    void enter(int depth) {
        depth_ = depth;
        while ((int)blocks_.size() <= depth) {
            blocks_.emplace_back(new uint64_t[block_size_ / 8]());
            frames_.emplace_back();
        }
        position_.enter((uint8_t*)blocks_[depth].get());
    }

    void copy_up() {
        int below = depth_;
        enter(depth_ + 1);
        memcpy(blocks_[depth_].get(), blocks_[below].get(), block_size_);
        frames_[depth_].noted = false;
    }

    void guess() {
        int need = choose();
        int cell, digit;
        position_.candidate(need, option(need), &cell, &digit);
        Frame& here = frames_[depth_];
        uint32_t bit = 1u << digit;
        here.cell = cell;
        here.digits = bit;
        // Interchangeable digits: in a cell, one is tried for all of them.  A digit whose place in a house is guessed
        // differs from the others in both branches.
        if (need >= plan_.cells) here.free &= ~bit;
        if (here.free & bit) here.digits = here.free & position_.options()[cell];
        Count weight = here.weight * (Count)__builtin_popcount(here.digits);
        uint32_t free = here.free & ~bit;

        copy_up();
        frames_[depth_].weight = weight;
        frames_[depth_].free = free;
        fresh_ = true;
        position_.place(cell, digit);
        conclude();
    }

    bool retreat() {
        if (depth_ == floor_) return false;
        Frame& left = frames_[depth_];
        if (left.noted) memory_->note(left.key, (found_ - left.before) / left.weight);
        enter(depth_ - 1);
        fresh_ = false;
        for (uint32_t digits = frames_[depth_].digits; digits; digits &= digits - 1)
            position_.close(frames_[depth_].cell, __builtin_ctz(digits));
        conclude();
        return true;
    }

    void conclude() {
        descending_ = position_.propagate();
        if (!descending_) weight_[position_.failed_need()]++;
    }

    // The need to branch on: one with fewest options, and of those the one that has failed most often.  Later attempts
    // weigh the two against each other, options / failures ("dom/wdeg": Boussemart, Hemery, Lecoutre and Sais, 2004).
    int choose() const {
        const uint8_t* left = position_.left();
        int best = -1;
        uint64_t options = 1, weight = 0;  // of the best; more than any at first: 1 / 0
        if (attempt_ & 1) {
            for (int need = 0; need < plan_.needs; need++) {
                if (left[need] >= kMet || left[need] * weight >= options * weight_[need]) continue;
                best = need;
                options = left[need];
                weight = weight_[need];
            }
            return best;
        }
        uint8_t fewest = 255;
        for (int need = 0; need < plan_.needs; need++) fewest = left[need] < fewest ? left[need] : fewest;
        const uint32_t* weights = weight_.data();
        for (int start = 0; start < plan_.needs; start += 8) {  // eight bytes at a time: is one of them `fewest`?
            uint64_t eight;
            memcpy(&eight, left + start, 8);  // the table is padded with 255
            uint64_t zero_if = eight ^ 0x0101010101010101u * fewest;
            if (!((zero_if - 0x0101010101010101u) & ~zero_if & 0x8080808080808080u)) continue;
            for (int need = start; need < start + 8; need++) {
                if (left[need] != fewest || weights[need] <= weight) continue;
                best = need;
                weight = weights[need];
            }
        }
        return best;
    }

    // The option of a need to try first.
    int option(int need) {
        uint32_t options = position_.options()[need];
        if (attempt_) {
            for (uint64_t skip = chance_.below(position_.left()[need]); skip; skip--) options &= options - 1;
        } else if (hint_) {
            for (uint32_t rest = options; rest; rest &= rest - 1) {
                int cell, digit;
                position_.candidate(need, __builtin_ctz(rest), &cell, &digit);
                if (hint_[cell] == digit + 1) return __builtin_ctz(rest);
            }
        }
        return __builtin_ctz(options);
    }

    bool add(Count ways) {
        Count more = ways * frames_[depth_].weight;
        overflow_ = (ways && more / ways != frames_[depth_].weight) || found_ + more < found_;
        if (!overflow_) found_ += more;
        return !overflow_;
    }

    bool keep_in_touch() {
        if (!contact_.pause) return true;
        auto now = std::chrono::steady_clock::now();
        if (now - said_ < std::chrono::milliseconds(50)) return true;
        bool go_on = contact_.pause(contact_.context, found_);
        said_ = std::chrono::steady_clock::now();
        return go_on;
    }

    const Plan& plan_;
    Position position_;
    const size_t block_size_;
    std::vector<std::unique_ptr<uint64_t[]>> blocks_;
    std::vector<Frame> frames_;
    std::vector<uint32_t> weight_;  // of each need: one more than how often it was found without an option
    uint64_t budget_;
    int depth_ = 0, floor_ = 0, attempt_ = 0;
    bool descending_ = true;  // the block at depth_ is alive and its conclusions are drawn
    bool fresh_ = true;       // it has not been looked at before
    bool overflow_ = false;
    Rng chance_{0};
    uint64_t nodes_ = 0;
    Count found_ = 0;
    Memory* memory_ = nullptr;
    const uint8_t* hint_ = nullptr;
    Contact contact_;
    std::chrono::steady_clock::time_point said_ = std::chrono::steady_clock::now();
};

}  // namespace nonet::generic
