// Puzzles in work.  A slot holds what is known of a puzzle while it has states in the lanes or in the pool.
#pragma once
#include "lanes/output.h"

namespace {

constexpr int kLargePool = 16 * kLanes;  // with more states alive in the pool, no fresh puzzles are admitted
constexpr int kGarbage = 16 * kLanes;    // states of finished puzzles that may be left in the pool
// Puzzles in lanes, in the pool, and a block of fresh ones; without free slots, none are admitted.
constexpr int kSlots = kLargePool + kGarbage + 4 * kLanes;
constexpr uint16_t kNobody = kSlots;  // owner of a place in the pool that has been emptied

struct Slot {
    size_t puzzle;    // its number in the job
    uint64_t found;   // solutions so far
    uint32_t states;  // states alive, in lanes and in the pool
    uint16_t lanes;   // lanes at work on it
    bool over;        // the limit is reached: drop its states when they turn up
    bool counted;     // as garbage
    bool places;      // restarted: branch on places too, see board.h
    bool silent;      // … and then this one is not reported
    bool ordered;     // one lane, depth first, greatest candidate of the first cell: the first solution is the greatest
    Effort effort;
};

class Slots {
  public:
    Slots(const BatchJob& job, Output& output) : job_(job), output_(output) {
        for (int i = 0; i < kSlots; i++) free_[i] = (uint16_t)i;
        slot_[kNobody] = Slot{0, 0, 1u << 30, 0, true, true, false, true, false, {0, 0}};  // over, and never used up
    }

    Slot& operator[](uint16_t s) { return slot_[s]; }
    const Slot& operator[](uint16_t s) const { return slot_[s]; }
    bool has_room() const { return n_free_ >= kLanes; }

    // A slot for a puzzle with one state.
    uint16_t open(size_t puzzle, bool places) {
        const uint16_t s = free_[--n_free_];
        const bool ordered = job_.greatest || (job_.missed && one_path() && !places);
        slot_[s] = Slot{puzzle, 0, 1, 0, false, false, places, false, ordered, {0, 0}};
        return s;
    }

    // One state less; without any, the puzzle is reported and its slot is free.
    void drop_state(uint16_t s) {
        Slot& p = slot_[s];
        if (--p.states) return;
        if (!p.silent) {
            const bool missed = job_.missed && p.found > 1 && !p.ordered;
            if (missed && !__atomic_load_n(job_.missed, __ATOMIC_RELAXED))
                __atomic_store_n(job_.missed, 1, __ATOMIC_RELAXED);
            const uint8_t status = p.found < 2 ? (uint8_t)p.found : missed ? nonet::kMissed : nonet::kSeveral;
            output_.report(p.puzzle, p.found, status, p.effort);
        }
        free_[n_free_++] = s;
        several_ = several_ - several_ / 16 + (p.found > 1 ? 64 : 0);
        guessing_ = guessing_ - guessing_ / 64 + (p.effort.guesses ? 64 : 0);
    }

    // Locked candidates save guesses, but not where there are none to save, nor where any guess will do.
    bool light() const { return several_ > 512 || guessing_ < 64; }
    // Puzzles have several solutions as a rule: follow one path to the first instead of several at a time.
    bool one_path() const { return job_.greatest || several_ > 512; }

  private:
    const BatchJob& job_;
    Output& output_;
    Slot slot_[kSlots + 1];
    uint16_t free_[kSlots];
    int n_free_ = kSlots;
    // Moving averages over the puzzles finished
    int several_ = 0;      // with several solutions: 0 none … 1024 all
    int guessing_ = 4096;  // that needed a guess: 0 none … 4096 all
};

}  // namespace
