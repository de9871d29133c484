// Results on their way out of the lanes: status, counts and efforts one by one, solutions a block at a time.
#pragma once
#include "lanes/kernel.h"
#include "lanes/states.h"
#include "lanes/text.h"

namespace {

using nonet::BatchJob;
using nonet::Effort;

class Output {
  public:
    explicit Output(const BatchJob& job) : job_(job) {}

    void report(size_t puzzle, uint64_t found, uint8_t status, Effort effort) {
        if (job_.counts) job_.counts[puzzle] = found;
        if (job_.status) job_.status[puzzle] = status;
        if (job_.effort) job_.effort[puzzle] = effort;
        if (job_.solutions && found == 0) memset(begin(puzzle), job_.numbers ? 0 : '.', 81);
    }

    // Brings the place of a solution into the cache, while the puzzle is searched.
    void expect(size_t puzzle) const {
        if (!job_.solutions) return;
        __builtin_prefetch(place(puzzle), 1);
        __builtin_prefetch(place(puzzle) + 64, 1);
    }

    // Makes room for n solutions; add() then takes them one by one, and keep() copies the lanes they are in.
    void make_room(int n) {
        if (n_ + n > kLanes) write();
        from_here_ = n_;
    }
    void add(int lane, size_t puzzle) {
        puzzle_[n_] = puzzle;
        from_[n_++] = (uint16_t)lane;
    }
    void keep(const V* X) { move_states(done_.row, lanes_from_to(from_here_, n_), from_, X); }

    // Writes the solutions that wait.
    __attribute__((noinline)) void write() {
        const uint16_t* x = (const uint16_t*)done_.row;
#if NONET_FAST_TEXT
        alignas(64) uint8_t digit[81][kLanes], text[kLanes][80];
        NONET_FOR(c, 81) sets_to_digits(x + c * kLanes, digit[c]);
        if (job_.numbers)
            for (uint8_t& each : *(uint8_t (*)[81 * kLanes]) digit) each -= '0';
        turn_out(digit, text);
        for (int i = 0; i < n_; i++) {
            uint8_t* out = begin(puzzle_[i]);
            memcpy(out, text[i], 80);
            out[80] = digit[80][i];
        }
#else
        for (int i = 0; i < n_; i++) {
            uint8_t* out = begin(puzzle_[i]);
            NONET_FOR(c, 81) out[c] = (uint8_t)((job_.numbers ? 1 : '1') + __builtin_ctz(x[c * kLanes + i]));
        }
#endif
        n_ = 0;
    }

  private:
    uint8_t* place(size_t puzzle) const { return job_.solutions + puzzle * (81 + job_.gap); }

    // The place of a solution, with the newlines after it.
    uint8_t* begin(size_t puzzle) const {
        if (job_.gap) memset(place(puzzle) + 81, '\n', job_.gap);
        return place(puzzle);
    }

    const BatchJob& job_;
    Block done_;
    int n_ = 0, from_here_ = 0;
    size_t puzzle_[kLanes];
    alignas(64) uint16_t from_[kLanes] = {};
};

}  // namespace
