// Puzzles on their way into the lanes: taken from the job a few at a time, read, and kept as a block of fresh states.
#pragma once
#include "lanes/slots.h"

namespace {

class Intake {
  public:
    Intake(const BatchJob& job, const nonet::Pulse& pulse, Slots& slots, Output& output)
        : job_(job), pulse_(pulse), slots_(slots), output_(output) {}

    Block fresh;
    int n_fresh = 0;

    // Puts a puzzle back, to begin again with places (see board.h); false: too many wait already.
    bool again(size_t puzzle) {
        if (n_again_ == kLanes) return false;
        again_[n_again_++] = puzzle;
        return true;
    }

    // Fills the block if it is empty; false: there are no fresh puzzles, or no slots for them.
    bool refill() {
        while (n_fresh == 0 && slots_.has_room() && (n_again_ > 0 || reserve())) {
            read();
            if (n_fresh == 0 && nonet::tick(pulse_)) return false;  // nothing but bad records
        }
        return n_fresh > 0;
    }

  private:
    // Takes puzzles from the job, unless there are some left; false: there are no more.
    bool reserve() {
        if (next_ < end_) return true;
        if (exhausted_) return false;
        // Many at a time, so that threads seldom write to the same line of the results; but a small part of what is left,
        // so that none works alone at the end.
        constexpr size_t kLeast = kLanes / 2, kMost = 1024;
        const size_t taken = __atomic_load_n(job_.next, __ATOMIC_RELAXED), left = taken < job_.n ? job_.n - taken : 0;
        const size_t share = job_.threads > 1 ? left / (16 * job_.threads) : left;
        const size_t take = share < kLeast ? kLeast : share > kMost ? kMost : share;
        next_ = __atomic_fetch_add(job_.next, take, __ATOMIC_RELAXED);
        exhausted_ = next_ >= job_.n;
        end_ = exhausted_ ? next_ : job_.n - next_ > take ? next_ + take : job_.n;
        return !exhausted_;
    }

    // The next puzzle of those that are taken.
    bool next(size_t& puzzle, bool& places) {
        places = n_again_ > 0;
        if (places) {
            puzzle = again_[--n_again_];
            return true;
        }
        if (next_ == end_) return false;
        puzzle = job_.only ? job_.only[next_] : next_;
        next_++;
        if (puzzle >= job_.n_endings || ends_well(puzzle)) return true;
        end_early();
        return false;
    }

    bool ends_well(size_t puzzle) const {
        const uint8_t* record = job_.puzzles + puzzle * job_.stride;
        for (size_t i = 81; i < job_.stride; i++)
            if (record[i] != job_.ending[i - 81]) return false;
        return true;
    }

    void end_early() {
        __atomic_store_n(job_.uneven, 1, __ATOMIC_RELAXED);
        __atomic_store_n(job_.next, job_.n, __ATOMIC_RELAXED);
        next_ = end_;
        exhausted_ = true;
    }

    // Gives the puzzle whose candidates are at n_fresh a slot.
    void admit(size_t puzzle, bool places) {
        if (job_.allowed) {
            const uint16_t* allowed = job_.allowed + puzzle * 81;
            uint16_t* x = (uint16_t*)fresh.row;
            for (int c = 0; c < 81; c++) x[c * kLanes + n_fresh] &= allowed[c];
        }
        fresh.owner[n_fresh++] = slots_.open(puzzle, places);
        output_.expect(puzzle);
    }

    void refuse(size_t puzzle) { output_.report(puzzle, 0, nonet::kBad, Effort{0, 0}); }

    __attribute__((noinline)) void read() {
        uint16_t* x = (uint16_t*)fresh.row;
#if NONET_FAST_TEXT
        alignas(64) uint8_t code[kLanes][96], turned[81][kLanes];
        size_t puzzle[kLanes];
        bool places[kLanes];
        int got = 0;
        while (got < kLanes && next(puzzle[got], places[got])) {
            const uint8_t* record = job_.puzzles + puzzle[got] * job_.stride;
            if (job_.numbers ? read_numbers(record, code[got]) : read_codes(record, code[got]))
                got++;
            else
                refuse(puzzle[got]);
        }
        if (!got) return;
        for (int i = got; i < kLanes; i++) memset(code[i], 0, sizeof code[i]);
        turn_in(code, turned);
        NONET_FOR(c, 81) codes_to_sets(turned[c], x + c * kLanes);
        for (int i = 0; i < got; i++) admit(puzzle[i], places[i]);
#else
        const nonet::ByteTable& bytes = job_.numbers ? nonet::kNumberBytes : kBytes;
        bool places;
        for (size_t puzzle; n_fresh < kLanes && next(puzzle, places);) {
            const uint8_t* text = job_.puzzles + puzzle * job_.stride;
            uint16_t bad = 0;
            NONET_FOR(c, 81) {
                uint16_t set = bytes.set[text[c]];
                bad |= set;
                x[c * kLanes + n_fresh] = set;
            }
            if (bad & kBadByte)
                refuse(puzzle);
            else
                admit(puzzle, places);
        }
#endif
    }

    const BatchJob& job_;
    const nonet::Pulse& pulse_;
    Slots& slots_;
    Output& output_;
    size_t next_ = 0, end_ = 0;  // puzzles reserved, not read yet
    bool exhausted_ = false;     // no more puzzles
    size_t again_[kLanes];
    int n_again_ = 0;
};

}  // namespace
