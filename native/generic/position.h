// A position on any board: which options are open, which needs are unmet, and what follows from it.
//
// Everything that changes lies in one block of memory, so that a guess copies it and a wrong guess drops it:
//
//     ┌ options[needs] ────────────────────────────────┬ left[needs] ─────────────┬ value[cells] ┬ unsolved ┐
//     │ a mask of 32 bits a need: its open options     │ how many they are,       │ digits       │ cells    │
//     │ cell: bit d, house and digit: bit rank         │ a byte; 128 up: met      │ placed       │ to fill  │
//     └────────────────────────────────────────────────┴──────────────────────────┴──────────────┴──────────┘
//
// Closing a candidate removes a bit from each of its needs and counts it down.  A need that reaches 1 is a single and
// joins the queue; one that reaches 0 is a contradiction.  So only needs that have changed are ever examined.
#pragma once
#include <string.h>

#include "generic/generic.h"

namespace nonet::generic {

constexpr uint8_t kMet = 128;  // left[need] of a need that is met: 255, less what was counted down afterwards
constexpr int kAlive = -1;

class Position {
  public:
    explicit Position(const Plan& plan)
        : plan_(plan), flagged_(plan.needs, 0), singles_(plan.needs), claims_(plan.needs) {}

    static size_t block_size(const Plan& plan) {
        return (size_t)padded(plan) * 4 + padded(plan) + plan.cells + sizeof(uint16_t) + 1;
    }

    // Works on this block from now on.
    void enter(uint8_t* block) {
        options_ = (uint32_t*)block;
        left_ = block + (size_t)padded(plan_) * 4;
        value_ = left_ + padded(plan_);
        unsolved_ = (uint16_t*)(value_ + plan_.cells + (plan_.cells & 1));
    }

    // The empty board.
    void clear() {
        memset(left_, 255, padded(plan_));
        memset(left_, plan_.size, plan_.needs);
        for (int need = 0; need < plan_.needs; need++) options_[need] = plan_.all_digits;
        memset(value_, 0, plan_.cells);
        *unsolved_ = (uint16_t)plan_.cells;
        forget();
    }

    const uint32_t* options() const { return options_; }
    const uint8_t* left() const { return left_; }
    const uint8_t* values() const { return value_; }
    int cells() const { return plan_.cells; }
    bool solved() const { return *unsolved_ == 0; }
    bool is_open(int cell, int digit) const { return left_[cell] < kMet && (options_[cell] >> digit & 1); }
    int failed_need() const { return last_failed_; }  // after a contradiction: the need that has no option

    // The cell and the digit of an option.
    void candidate(int need, int option, int* cell, int* digit) const {
        if (need < plan_.cells) {
            *cell = need;
            *digit = option;
        } else {
            int house = (need - plan_.cells) / plan_.size;
            *cell = plan_.house_cells[(size_t)house * plan_.size + option];
            *digit = (need - plan_.cells) % plan_.size;
        }
    }

    // Places a digit that is open in the cell.  What follows waits for propagate().
    void place(int cell, int digit) {
        const Local local(*this);
        const Plan::Seat *begin = local.seats + local.seat_start[cell], *end = local.seats + local.seat_start[cell + 1];
        const uint32_t bit = 1u << digit;
        uint32_t others = local.options[cell] & ~bit;
        local.options[cell] = bit;
        local.left[cell] = 255;
        value_[cell] = (uint8_t)(digit + 1);
        --*unsolved_;
        for (const Plan::Seat* seat = begin; seat != end; seat++) local.left[seat->need + digit] = 255;
        for (; others; others &= others - 1) {
            int other = __builtin_ctz(others);
            for (const Plan::Seat* seat = begin; seat != end; seat++) close_in_house(local, *seat, other);
        }
        for (const Plan::Seat* seat = begin; seat != end; seat++) {
            uint32_t rest = local.options[seat->need + digit] & ~(1u << seat->rank);
            const uint16_t* cells = house_of(seat->need);
            for (; rest; rest &= rest - 1) close(local, cells[__builtin_ctz(rest)], digit);
        }
    }

    // Closes a candidate that is open.
    void close(int cell, int digit) { close(Local(*this), cell, digit); }

    // A board without a move has needs with one option only if it is 1x1; they are queued here.
    void queue_singles() {
        for (int need = 0; need < plan_.needs; need++)
            if (left_[need] <= 1) single(need);
    }

    // Draws every conclusion from singles and claims; false where some need has no option left.
    bool propagate() {
        for (;;) {
            while (single_count_ && failed_ == kAlive) {
                int need = singles_[--single_count_];
                if (left_[need] != 1) continue;  // met meanwhile, or without any option: then failed_ says so
                int cell, digit;
                candidate(need, __builtin_ctz(options_[need]), &cell, &digit);
                place(cell, digit);
            }
            if (failed_ != kAlive) {
                last_failed_ = failed_;
                forget();
                return false;
            }
            if (!claim_count_) return true;
            int need = claims_[--claim_count_];
            flagged_[need] = 0;
            if (left_[need] < kMet) claim(need);
        }
    }

    // Drops what waits in the queues.
    void forget() {
        while (claim_count_) flagged_[claims_[--claim_count_]] = 0;
        single_count_ = 0;
        failed_ = kAlive;
    }

  private:
    static int padded(const Plan& plan) { return (plan.needs + 15) & ~15; }

    const uint16_t* house_of(int need) const {
        // need is a "digit 0" need: cells + h * size, and the table has size cells a house
        return plan_.house_cells.data() + (need - plan_.cells);
    }

    // The pointers that the inner loops use.  They are copied because the compiler must assume that a byte written to
    // left[] may change anything in memory, but not what it keeps in registers.
    struct Local {
        uint32_t* const options;
        uint8_t* const left;
        const Plan::Seat* const seats;
        const uint32_t* const seat_start;
        explicit Local(const Position& p)
            : options(p.options_), left(p.left_), seats(p.plan_.seats.data()), seat_start(p.plan_.seat_start.data()) {}
    };

    void close(const Local& local, int cell, int digit) {
        local.options[cell] &= ~(1u << digit);
        if (--local.left[cell] <= 1) single(cell);
        const Plan::Seat *seat = local.seats + local.seat_start[cell], *end = local.seats + local.seat_start[cell + 1];
        for (; seat != end; seat++) close_in_house(local, *seat, digit);
    }

    void close_in_house(const Local& local, const Plan::Seat& seat, int digit) {
        const int need = seat.need + digit;
        local.options[need] &= ~(1u << seat.rank);
        const uint8_t left = --local.left[need];
        if (left <= seat.claims) few_left(need, left);
    }

    __attribute__((noinline)) void few_left(int need, uint8_t left) {
        if (left <= 1) {
            single(need);
        } else if (!flagged_[need]) {
            flagged_[need] = 1;
            claims_[claim_count_++] = (uint16_t)need;
        }
    }

    void single(int need) {
        if (left_[need] == 0) {
            failed_ = need;
        } else {
            singles_[single_count_++] = (uint16_t)need;
        }
    }

    // Locked candidates: if all places of a digit in house A lie in house B too, the digit goes to one of them, and
    // leaves the other cells of B.
    //
    //        A is box 1, B is row 1          d  .  d │ x  x  x │ x  x  x         x: no longer d
    //                                        .  .  . │         │
    //                                        .  .  . │         │
    void claim(int need) {
        const Local local(*this);
        int house = (need - plan_.cells) / plan_.size, digit = (need - plan_.cells) % plan_.size;
        for (uint32_t i = plan_.overlap_start[house]; i < plan_.overlap_start[house + 1]; i++) {
            const Plan::Overlap& overlap = plan_.overlaps[i];
            if (options_[need] & ~overlap.mine) continue;
            const uint16_t* cells = house_of(overlap.need);
            uint32_t rest = options_[overlap.need + digit] & ~overlap.theirs;
            for (; rest; rest &= rest - 1) close(local, cells[__builtin_ctz(rest)], digit);
            if (failed_ != kAlive) return;
        }
    }

    const Plan& plan_;
    uint32_t* options_ = nullptr;
    uint8_t* left_ = nullptr;
    uint8_t* value_ = nullptr;
    uint16_t* unsolved_ = nullptr;

    // The queues are empty between two calls of propagate(); they belong to no block.
    std::vector<uint8_t> flagged_;   // needs that wait in claims_
    std::vector<uint16_t> singles_;  // needs with one option: each gets there once
    std::vector<uint16_t> claims_;   // needs of houses with few options
    int single_count_ = 0, claim_count_ = 0;
    int failed_ = kAlive, last_failed_ = kAlive;
};

}  // namespace nonet::generic
