// The search around the rounds: which lane works on what.
//
//        fresh ──────► lanes ──► done         fresh: puzzles just read (intake.h)
//                       ▲ │                   done:  solved grids on their way out (output.h)
//                       │ ▼
//                      pool                   pool:  a stack of states, shared by all lanes (pool.h)
//
// A stable lane branches: it goes on with one candidate and leaves the other to an idle lane or to the pool.  A lane that
// is dead or solved takes the next state.  So no lane is tied to a puzzle: at the end of a batch, or for one very hard
// puzzle alone, all lanes work on one tree.
//
// While there are fresh puzzles, no more than kCrowd lanes work on one puzzle: a puzzle with many solutions is then
// searched along one path or two, not along all at once, and is over before the rest of its states are looked at.  What
// is left of it in the pool is garbage, swept out now and then.
//
// To find the lexicographically greatest solution, a lane branches on the first unsolved cell, keeps the greatest
// candidate, and always goes on with its own puzzle's latest state: depth first, so the first solution is the answer.
//
// Attention costs about as much as a round however many lanes need it, while a lane that waits only loses its share of a
// round.  So lanes wait until enough of them have come together (kPatience).
#pragma once
#include "lanes/board.h"
#include "lanes/intake.h"
#include "lanes/pool.h"
#include "lanes/rounds.h"

namespace {

using nonet::Pulse;

constexpr uint32_t kPatience = kLanes == 32 ? 16 : 3 * kLanes / 4;  // lane-rounds of waiting worth a turn of attention
constexpr uint16_t kCrowd = 2;     // lanes that may work on one puzzle while there are others
constexpr uint32_t kGiveUp = 400;  // guesses on the way to a greatest solution before it is left to order.h

class Machine {
  public:
    Machine(const BatchJob& job, const Pulse& pulse)
        : job_(job),
          pulse_(pulse),
          output_(job),
          slots_(job, output_),
          intake_(job, pulse, slots_, output_),
          pool_(slots_) {}

    // False: out of memory.
    bool run() {
        fill_lanes();
        uint32_t waited = 0, turns = 0;
        while (lanes_.active) {
            Verdict v = slots_.light() ? one_round<false>(lanes_.X) : one_round<true>(lanes_.X);
            lanes_.rounds++;
            uint32_t waiting = lanes_.active & (v.dead | v.solved | ~v.changed);
            if (!waiting) continue;
            waited += (uint32_t)__builtin_popcount(waiting | lanes_.idle());
            if (waited < kPatience && waiting != lanes_.active) continue;
            waited = 0;
            if ((++turns & 1023) == 0 ? nonet::tick(pulse_) : nonet::stopped(pulse_)) return true;
            if (job_.most_rounds && lanes_.rounds >= job_.most_rounds) return true;
            if (!attend(waiting, v)) return false;
        }
        if (job_.solutions) output_.write();
        return true;
    }

  private:
    // Lanes that are dead, solved or stable get something else to do.
    bool attend(uint32_t waiting, const Verdict& v) {
        uint32_t solved = waiting & v.solved, dead = waiting & v.dead;
        if (solved) {
            uint32_t fake = solved & several_left(lanes_.X);
            solved &= ~fake;
            dead |= fake;
        }
        release(dead);
        if (solved) take_solutions(solved);
        uint32_t stable = waiting & lanes_.active & ~dead & ~solved;
        if (stable && !branch(stable)) return false;
        pool_.stay(lanes_, (solved | dead) & lanes_.idle());
        if (pool_.is_dirty()) pool_.sweep();
        fill_lanes();
        return true;
    }

    Slot& slot_of(int lane) { return slots_[lanes_.owner[lane]]; }

    void release(uint32_t lanes) {
        lanes_.active &= ~lanes;
        for (; lanes; lanes &= lanes - 1) {
            int l = __builtin_ctz(lanes);
            Slot& p = slot_of(l);
            p.effort.rounds += lanes_.rounds - lanes_.since[l];
            p.lanes--;
            slots_.drop_state(lanes_.owner[l]);
        }
    }

    // ------------------------------------------------------------------------------------------------------ new work

    // Are there fresh puzzles, and may they be admitted?
    bool want_fresh() {
        if (pool_.alive() > (slots_.one_path() ? kLargePool : kLargePool / 4)) return false;
        return intake_.refill();
    }

    uint16_t crowd_limit() const { return slots_.one_path() ? 1 : kCrowd; }

    void fill_lanes() {
        while (pool_.states() && lanes_.idle())
            if (!pool_.pop(lanes_, crowd_limit())) break;
        while (lanes_.idle()) {
            if (want_fresh())
                intake_.n_fresh = pool_.take(intake_.fresh, intake_.n_fresh, lanes_, kLanes);
            else if (!pool_.states() || !pool_.pop(lanes_, kLanes))
                return;
        }
    }

    // ------------------------------------------------------------------------------------------------------ solutions

    void take_solutions(uint32_t solved) {
        uint32_t first = 0;  // lanes that hold the first solution of their puzzle
        bool over = false;
        for (uint32_t m = solved; m; m &= m - 1) {
            int l = __builtin_ctz(m);
            Slot& s = slot_of(l);
            if (s.over) continue;
            if (++s.found == 1) first |= 1u << l;
            if (job_.counts) job_.counts[s.puzzle] = s.found;  // so that a long count can be watched
            if (s.found >= job_.limit) over = s.over = true;
        }
        if (first && job_.solutions) {
            output_.make_room(__builtin_popcount(first));
            for (uint32_t m = first; m; m &= m - 1) output_.add(__builtin_ctz(m), slot_of(__builtin_ctz(m)).puzzle);
            output_.keep(lanes_.X);
        }
        release(solved);
        if (over) end_puzzles(solved);
    }

    // Some of the puzzles in these lanes have reached the limit: other lanes may be at work on them, and what they have
    // in the pool is garbage now.
    void end_puzzles(uint32_t solved) {
        uint32_t drop = 0;
        bool others = false;
        for (uint32_t m = solved; m; m &= m - 1) {
            const Slot& p = slot_of(__builtin_ctz(m));
            others = others || (p.over && p.states && p.lanes);
        }
        for (uint32_t m = others ? lanes_.active : 0; m; m &= m - 1)
            if (slot_of(__builtin_ctz(m)).over) drop |= m & -m;
        release(drop);
        for (uint32_t m = solved; m; m &= m - 1) {
            Slot& p = slot_of(__builtin_ctz(m));
            if (!p.over || !p.states || p.counted) continue;
            p.counted = true;
            pool_.add_garbage((int)p.states);
        }
    }

    // ------------------------------------------------------------------------------------------------------ branching

    // Every stable lane goes on with one candidate of the chosen cell; the state without it goes to an idle lane if the
    // puzzle is not crowded, otherwise to the pool.
    bool branch(uint32_t stable) {
        alignas(64) uint16_t choice[kLanes], first[kLanes], from[kLanes] = {};
        uint32_t tight = 0, ordered = 0;
        for (uint32_t m = stable; m; m &= m - 1)
            if (slot_of(__builtin_ctz(m)).ordered) ordered |= m & -m;
        if (stable & ~ordered)
            if (!slots_.one_path() || (stable & ~ordered & ~(tight = choose_any(lanes_.X, choice))))
                tight = choose_branch(lanes_.X, stable & ~ordered, choice);
        if (ordered) choose_first(lanes_.X, first);
        uint32_t idle = lanes_.idle();
        uint32_t rest = stable, copies = 0, copied = 0, lost = 0;
        const uint16_t crowd = want_fresh() ? crowd_limit() : kLanes;
        for (uint32_t m = stable; m && idle; m &= m - 1) {  // straight from lane to lane
            int l = __builtin_ctz(m), t = __builtin_ctz(idle);
            Slot& p = slot_of(l);
            if (p.lanes >= (p.ordered ? 1 : crowd)) continue;
            p.lanes++;
            idle &= idle - 1;
            copied |= 1u << l;
            copies |= 1u << t;
            from[t] = (uint16_t)l;
            lanes_.owner[t] = lanes_.owner[l];
            lanes_.since[t] = lanes_.rounds;
        }
        rest &= ~copied;
        Pool::Pushed pushed = {nullptr, 0};
        if (rest && !(pushed = pool_.push(lanes_, rest)).block) return false;
        if (copies) move_states(lanes_.X, copies, from, lanes_.X);
        lanes_.active |= copies;
        for (uint32_t m = stable, c = copies; m; m &= m - 1) {
            int l = __builtin_ctz(m);
            Slot& s = slot_of(l);
            int cell = s.ordered ? first[l] : choice[l] & 127;
            uint16_t set = lanes_.set(cell, l), one = (uint16_t)(set & -set);
            if (s.ordered) {
                one = (uint16_t)(1u << (31 - __builtin_clz(set)));
            } else if (!(tight >> l & 1) && s.places) {
                Guess guess = guess_place_for(l);
                cell = guess.cell;
                set = lanes_.set(cell, l);
                one = (uint16_t)(1u << guess.digit);
            }
            uint16_t others = (uint16_t)(set ^ one);
            lanes_.set(cell, l) = one;
            if (copied >> l & 1) {
                lanes_.set(cell, __builtin_ctz(c)) = others;
                c &= c - 1;
            } else {
                ((uint16_t*)pushed.block->row)[cell * kLanes + pushed.at++] = others;
            }
            s.states++;
            s.effort.guesses++;
            if (s.ordered ? s.effort.guesses >= kGiveUp : s.effort.guesses >= kUnusual && s.found == 0 && !s.places)
                lost |= 1u << l;
        }
        if (lost) give_up(lost);
        return true;
    }

    __attribute__((noinline)) Guess guess_place_for(int lane) {
        uint16_t sets[81];
        for (int c = 0; c < 81; c++) sets[c] = lanes_.set(c, lane);
        return guess_place(sets);
    }

    // Puzzles in which the search is lost.  They begin again, with places (see board.h).  The greatest solution may hide
    // behind a part of the tree without any: such a puzzle is left to order.h, and reported as one without a solution.
    void give_up(uint32_t lanes) {
        uint32_t drop = 0;
        for (uint32_t m = lanes; m; m &= m - 1) {
            Slot& s = slot_of(__builtin_ctz(m));
            if (s.over) continue;
            if (!job_.greatest) {
                if (!intake_.again(s.puzzle)) continue;
                s.silent = true;
            }
            s.over = s.counted = true;
            for (uint32_t k = lanes_.active; k; k &= k - 1)
                if (&slot_of(__builtin_ctz(k)) == &s) drop |= k & -k;
            pool_.add_garbage((int)s.states - s.lanes);
        }
        release(drop);
    }

    const BatchJob& job_;
    const Pulse& pulse_;
    Lanes lanes_;
    Output output_;
    Slots slots_;
    Intake intake_;
    Pool pool_;
};

bool run_lanes(const BatchJob& job, const Pulse& pulse) {
    Machine machine(job, pulse);
    return machine.run();
}

}  // namespace
