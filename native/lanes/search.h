// The search around the rounds: who works in which lane, and on what.
//
// A state is a lane's worth of candidates: 81 sets.  States wait in blocks that look like the lanes themselves,
//
//     block:   row[0]    state 0 │ state 1 │ state 2 │ …  as many states as lanes
//              row[1]    state 0 │ state 1 │ …
//                ⋮
//              row[80]
//              owner     the puzzle each state belongs to
//
// so that many states move at once: one permutation per cell carries all that have to move, whatever their places.
//
//        fresh ──────► lanes ──► done         fresh: puzzles just read     done: solved grids on their way out
//                       ▲ │
//                       │ ▼                   pool: a stack of blocks, shared by all lanes
//                      pool
//
// A stable lane branches: it goes on with one candidate and leaves the other to an idle lane or to the pool.  A lane that
// is dead or solved takes the next state.  So no lane is tied to a puzzle: at the end of a batch, or for one very hard
// puzzle alone, all lanes work on one tree.
//
// While there are fresh puzzles, no more than kCrowd lanes work on one puzzle: a puzzle with many solutions is then searched
// along one path or two, not along all at once, and is over before the rest of its states are looked at.  What is left of
// it in the pool is garbage, swept out now and then.
//
// To find the lexicographically greatest solution, a lane branches on the first unsolved cell, keeps the greatest candidate,
// and always goes on with its own puzzle's latest state: depth first, so that the first solution is the answer.
//
// Attention costs about as much as a round however many lanes need it, while a lane that waits only loses its share of a
// round.  So lanes wait until enough of them have come together (kPatience).
#pragma once
#include <stdlib.h>

#include "lanes/board.h"
#include "lanes/rounds.h"
#include "lanes/text.h"

namespace {

using nonet::BatchJob;
using nonet::Effort;
using nonet::Pulse;

constexpr uint32_t kPatience = kLanes == 32 ? 16 : 3 * kLanes / 4;  // lane-rounds of waiting worth a turn of attention
constexpr uint16_t kCrowd = 2;           // lanes that may work on one puzzle while there are others
constexpr int kLargePool = 16 * kLanes;  // with more states alive in the pool, no fresh puzzles are admitted
constexpr int kGarbage = 16 * kLanes;    // states of finished puzzles that may lie about in the pool
constexpr uint32_t kGiveUp = 400;        // guesses on the way to a greatest solution before it is left to order.h
// Puzzles in work: those in lanes, in the pool, and a block of fresh ones; without free slots, none are admitted.
constexpr int kSlots = kLargePool + kGarbage + 4 * kLanes;
constexpr uint16_t kNobody = kSlots;  // owner of a place in the pool that has been emptied

struct Block {
    V row[81];
    uint16_t owner[kLanes];
};

struct Slot {         // a puzzle in work
    size_t puzzle;    // its number in the job
    uint64_t found;   // solutions so far
    uint32_t states;  // states alive, in lanes and in the pool
    uint16_t lanes;   // lanes at work on it
    bool over;        // the limit is reached: drop its states when they turn up
    bool counted;     // as garbage
    bool places;      // begun again: branch on places too, see board.h
    bool silent;      // … which is to say that this one is not reported
    bool ordered;     // one lane, depth first, greatest candidate of the first cell: the first solution is the greatest
    Effort effort;
};

// to[c][t] = source[c][from[t]] for every lane t of `targets`; to and source may be the same rows.
static __attribute__((noinline)) void move_states(V* to, uint32_t targets, const uint16_t* from, const V* source) {
#if defined(NONET_ISA_AVX512)
    V index = load(from);
    NONET_FOR(c, 81) to[c] = _mm512_mask_permutexvar_epi16(to[c], targets, index, source[c]);
#else
#if defined(NONET_ISA_AVX2)
    if (targets & (targets - 1)) {
        // Two byte shuffles, one for sources in the same half of the register, one for those in the other.
        alignas(32) uint16_t same[kLanes], other[kLanes], keep[kLanes];
        for (int t = 0; t < kLanes; t++) {
            const bool taken = targets >> t & 1;
            const uint16_t bytes = (uint16_t)((from[t] & 7) * 0x0202 + 0x0100), nothing = 0x8080;
            same[t] = taken && (from[t] & 8) == (t & 8) ? bytes : nothing;
            other[t] = taken && (from[t] & 8) != (t & 8) ? bytes : nothing;
            keep[t] = taken ? 0 : 0xffff;
        }
        const __m256i s = (__m256i)load(same), o = (__m256i)load(other);
        const V k = load(keep);
        NONET_FOR(c, 81) {
            __m256i x = (__m256i)source[c], swapped = _mm256_permute2x128_si256(x, x, 1);
            to[c] = (to[c] & k) | (V)_mm256_or_si256(_mm256_shuffle_epi8(x, s), _mm256_shuffle_epi8(swapped, o));
        }
        return;
    }
#endif
    uint16_t* a = (uint16_t*)to;
    const uint16_t* b = (const uint16_t*)source;
    for (; targets; targets &= targets - 1) {
        int t = __builtin_ctz(targets), f = from[t];
        NONET_FOR(c, 81) a[c * kLanes + t] = b[c * kLanes + f];
    }
#endif
}

NONET_INLINE uint32_t lanes_from_to(int from, int to) {  // bits from … to-1
    return (uint32_t)(((1ull << to) - 1) & ~((1ull << from) - 1));
}

struct Machine {
    alignas(64) V X[81];
    Block fresh, done;
    const BatchJob& job;
    const Pulse& pulse;
    uint32_t active = 0;     // lanes that hold a state
    uint16_t owner[kLanes];  // slot of the state in each lane
    uint32_t since[kLanes];  // round in which the lane took its state
    uint32_t rounds = 0;

    Slot slot[kSlots + 1];
    uint16_t free_slot[kSlots];
    int n_free_slots = kSlots;

    Block** blocks = nullptr;    // the pool: closed blocks, then the one in use
    int* filled = nullptr;       // states in each closed block
    int n_blocks = 0, room = 0;  // blocks allocated; length of the two arrays
    int top_block = 0, top = 0;  // the block in use, and the number of states in it
    int pool_states = 0;         // states in the pool, garbage included
    int garbage = 0;             // those of puzzles that are over

    int several = 0;      // how common puzzles with several solutions have been of late: 0 none … 1024 all
    int guessing = 4096;  // … and puzzles that needed a guess: 0 none … 4096 all

    int n_fresh = 0;
    size_t next = 0, end = 0;  // puzzles reserved by this machine, not read yet
    bool exhausted = false;    // no more puzzles to be had
    size_t again[kLanes];      // puzzles to begin again
    int n_again = 0;
    int n_done = 0;
    size_t done_puzzle[kLanes];

    Machine(const BatchJob& j, const Pulse& p) : job(j), pulse(p) {
        for (int i = 0; i < kSlots; i++) free_slot[i] = (uint16_t)i;
        for (int c = 0; c < 81; c++) X[c] = all(0);
        slot[kNobody] =
            Slot{0, 0, 1u << 30, 0, true, true, false, true, false, Effort{0, 0}};  // over, and never used up
    }
    ~Machine() {
        for (int i = 0; i < n_blocks; i++) free(blocks[i]);
        free(blocks);
        free(filled);
    }

    // ------------------------------------------------------------------------------------------------ puzzles in, out

    bool more_puzzles() const { return n_again > 0 || next < end || !exhausted; }

    bool next_puzzle(size_t& puzzle, bool& places) {
        places = n_again > 0;
        if (places) {
            puzzle = again[--n_again];
            return true;
        }
        if (next == end) {
            // Many at a time, so that threads seldom write to the same line of the results; but a small part of the batch, so
            // that none is left to work alone at the end.
            constexpr size_t kLeast = 2 * kLanes, kMost = 1024;
            const size_t take = job.n / 256 < kLeast ? kLeast : job.n / 256 > kMost ? kMost : job.n / 256;
            if (exhausted) return false;
            size_t first = __atomic_fetch_add(job.next, take, __ATOMIC_RELAXED);
            if (first >= job.n) {
                exhausted = true;
                return false;
            }
            next = first;
            end = job.n - first > take ? first + take : job.n;
        }
        puzzle = job.only ? job.only[next] : next;
        next++;
        return true;
    }

    // A puzzle gets a slot; its first state stands at n_fresh.
    void admit(size_t puzzle, bool places) {
        if (job.allowed) {
            const uint16_t* allowed = job.allowed + puzzle * 81;
            uint16_t* x = (uint16_t*)fresh.row;
            for (int c = 0; c < 81; c++) x[c * kLanes + n_fresh] &= allowed[c];
        }
        uint16_t s = free_slot[--n_free_slots];
        const bool ordered = job.greatest || (job.is_greatest && one_path() && !places);
        slot[s] = Slot{puzzle, 0, 1, 0, false, false, places, false, ordered, Effort{0, 0}};
        fresh.owner[n_fresh++] = s;
    }

    // Fills the empty block of fresh puzzles.
    __attribute__((noinline)) void read_puzzles() {
        uint16_t* x = (uint16_t*)fresh.row;
#if NONET_FAST_TEXT
        alignas(64) uint8_t code[kLanes][96], turned[81][kLanes];
        size_t puzzle[kLanes];
        bool places[kLanes];
        int got = 0;
        while (got < kLanes && next_puzzle(puzzle[got], places[got])) {
            if (read_codes(job.puzzles + puzzle[got] * job.stride, code[got]))
                got++;
            else
                report(puzzle[got], 0, nonet::kBad, Effort{0, 0});
        }
        if (!got) return;
        for (int i = got; i < kLanes; i++) memset(code[i], 0, sizeof code[i]);
        turn_in(code, turned);
        NONET_FOR(c, 81) codes_to_sets(turned[c], x + c * kLanes);
        for (int i = 0; i < got; i++) admit(puzzle[i], places[i]);
#else
        bool places;
        for (size_t puzzle; n_fresh < kLanes && next_puzzle(puzzle, places);) {
            const uint8_t* text = job.puzzles + puzzle * job.stride;
            uint16_t bad = 0;
            NONET_FOR(c, 81) {
                uint16_t set = kBytes.set[text[c]];
                bad |= set;
                x[c * kLanes + n_fresh] = set;
            }
            if (bad & kBadByte)
                report(puzzle, 0, nonet::kBad, Effort{0, 0});
            else
                admit(puzzle, places);
        }
#endif
    }

    void report(size_t puzzle, uint64_t found, uint8_t status, Effort effort) {
        if (job.counts) job.counts[puzzle] = found;
        if (job.status) job.status[puzzle] = status;
        if (job.effort) job.effort[puzzle] = effort;
        if (job.solutions && found == 0) memset(job.solutions + puzzle * job.solution_stride, '.', 81);
    }

    __attribute__((noinline)) void write_solutions() {
        const uint16_t* x = (const uint16_t*)done.row;
#if NONET_FAST_TEXT
        alignas(64) uint8_t digit[81][kLanes], text[kLanes][80];
        NONET_FOR(c, 81) sets_to_digits(x + c * kLanes, digit[c]);
        turn_out(digit, text);
        for (int i = 0; i < n_done; i++) {
            uint8_t* out = job.solutions + done_puzzle[i] * job.solution_stride;
            memcpy(out, text[i], 80);
            out[80] = digit[80][i];
        }
#else
        for (int i = 0; i < n_done; i++) {
            uint8_t* out = job.solutions + done_puzzle[i] * job.solution_stride;
            NONET_FOR(c, 81) out[c] = (uint8_t)('1' + __builtin_ctz(x[c * kLanes + i]));
        }
#endif
        n_done = 0;
    }

    void drop_state(uint16_t s) {
        Slot& p = slot[s];
        if (--p.states) return;
        if (job.is_greatest && !p.silent) job.is_greatest[p.puzzle] = p.ordered;
        if (!p.silent)
            report(p.puzzle, p.found,
                   p.found == 0   ? nonet::kNone
                   : p.found == 1 ? nonet::kOne
                                  : nonet::kSeveral,
                   p.effort);
        free_slot[n_free_slots++] = s;
        several = several - several / 16 + (p.found > 1 ? 64 : 0);
        guessing = guessing - guessing / 64 + (p.effort.guesses ? 64 : 0);
    }

    void release(uint32_t lanes) {
        active &= ~lanes;
        for (; lanes; lanes &= lanes - 1) {
            int l = __builtin_ctz(lanes);
            Slot& p = slot[owner[l]];
            p.effort.rounds += rounds - since[l];
            p.lanes--;
            drop_state(owner[l]);
        }
    }

    // ------------------------------------------------------------------------------------------------------ the pool

    bool grow() {  // one more block
        if (n_blocks == room) {
            int more = room ? 2 * room : 16;
            Block** b = (Block**)realloc((void*)blocks, sizeof(Block*) * (size_t)more);
            if (b) blocks = b;
            int* f = (int*)realloc((void*)filled, sizeof(int) * (size_t)more);
            if (f) filled = f;
            if (!b || !f) return false;
            room = more;
        }
        void* p = nullptr;
        if (posix_memalign(&p, 64, sizeof(Block))) return false;
        blocks[n_blocks++] = (Block*)p;
        return true;
    }

    // Pushes the states of these lanes; lanes and pool places correspond in order, starting at the returned place.
    Block* push(uint32_t lanes, int n) {
        if (!n_blocks && !grow()) return nullptr;
        if (top + n > kLanes) {
            if (top_block + 1 == n_blocks && !grow()) return nullptr;
            filled[top_block++] = top;
            top = 0;
        }
        Block& block = *blocks[top_block];
        alignas(64) uint16_t from[kLanes] = {};
        int at = top;
        for (uint32_t m = lanes; m; m &= m - 1, at++) {
            from[at] = (uint16_t)__builtin_ctz(m);
            block.owner[at] = owner[from[at]];
        }
        move_states(block.row, lanes_from_to(top, at), from, X);
        top = at;
        pool_states += n;
        return &block;
    }

    // Fills idle lanes from the last of a block's n states; returns how many are left.  Stops at a crowded puzzle, unless
    // crowds are allowed.
    int pop(Block& block, int n, uint32_t idle, uint16_t crowd) {
        alignas(64) uint16_t from[kLanes] = {};
        uint32_t taken = 0;
        while (idle && n > 0) {
            uint16_t s = block.owner[n - 1];
            Slot& p = slot[s];
            if (p.over) {
                n--;
                garbage--;
                drop_state(s);
                continue;
            }
            if (p.lanes >= (p.ordered ? 1 : crowd)) break;
            p.lanes++;
            int l = __builtin_ctz(idle);
            idle &= idle - 1;
            taken |= 1u << l;
            from[l] = (uint16_t)--n;
            owner[l] = s;
            since[l] = rounds;
        }
        if (taken) move_states(X, taken, from, block.row);
        active |= taken;
        return n;
    }

    bool pop_pool(uint32_t idle, uint16_t crowd) {  // false: nothing for these lanes
        int before = top;
        top = pop(*blocks[top_block], top, idle, crowd);
        int popped = before - top;
        pool_states -= popped;
        while (top == 0 && top_block > 0) top = filled[--top_block];
        return popped > 0;
    }

    // Lanes that have just become idle go on with their own puzzle's latest state.
    void stay(uint32_t lanes) {
        for (int b = top_block; b >= 0 && lanes && pool_states; b--) {
            Block& block = *blocks[b];
            const uint32_t in_use = lanes_from_to(0, b == top_block ? top : filled[b]);
            const V owners = load(block.owner);
            alignas(64) uint16_t from[kLanes] = {};
            uint32_t taken = 0;
            for (uint32_t m = lanes; m; m &= m - 1) {
                int l = __builtin_ctz(m);
                uint16_t s = owner[l];
                if (slot[s].over || slot[s].lanes || !slot[s].states || !(slot[s].ordered || one_path())) {
                    lanes &= ~(1u << l);
                    continue;
                }
                uint32_t places = where_equal(owners, all(s)) & in_use;
                if (!places) continue;
                int i = 31 - __builtin_clz(places);
                block.owner[i] = kNobody;
                garbage++;
                slot[kNobody].states++;
                slot[s].lanes++;
                taken |= 1u << l;
                from[l] = (uint16_t)i;
                since[l] = rounds;
            }
            if (taken) move_states(X, taken, from, block.row);
            active |= taken;
            lanes &= ~taken;
        }
    }

    // Takes the states of puzzles that are over out of the pool.
    void sweep() {
        int kept_blocks = 0;
        filled[top_block] = top;
        for (int b = 0; b <= top_block; b++) {
            Block& block = *blocks[b];
            alignas(64) uint16_t from[kLanes] = {};
            int kept = 0;
            for (int i = 0; i < filled[b]; i++) {
                uint16_t s = block.owner[i];
                if (slot[s].over) {
                    drop_state(s);
                } else {
                    block.owner[kept] = s;
                    from[kept++] = (uint16_t)i;
                }
            }
            if (kept && kept < filled[b]) move_states(block.row, lanes_from_to(0, kept), from, block.row);
            pool_states -= filled[b] - kept;
            if (!kept) continue;
            blocks[b] = blocks[kept_blocks];  // emptied blocks change places with later ones
            blocks[kept_blocks] = &block;
            filled[kept_blocks++] = kept;
        }
        garbage = 0;
        top_block = kept_blocks ? kept_blocks - 1 : 0;
        top = kept_blocks ? filled[top_block] : 0;
    }

    // ----------------------------------------------------------------------------------------------------- attention

    void take_solutions(uint32_t solved) {
        uint32_t first = 0;
        bool over = false;
        for (uint32_t m = solved; m; m &= m - 1) {
            int l = __builtin_ctz(m);
            Slot& s = slot[owner[l]];
            if (s.over) continue;
            if (++s.found == 1) first |= 1u << l;
            if (s.found >= job.limit) over = s.over = true;
        }
        if (first && job.solutions) {
            alignas(64) uint16_t from[kLanes] = {};
            if (n_done + __builtin_popcount(first) > kLanes) write_solutions();
            int at = n_done;
            for (uint32_t m = first; m; m &= m - 1) {
                int l = __builtin_ctz(m);
                done_puzzle[at] = slot[owner[l]].puzzle;
                from[at++] = (uint16_t)l;
            }
            move_states(done.row, lanes_from_to(n_done, at), from, X);
            n_done = at;
        }
        release(solved);
        if (over) {  // other lanes may be at work on the same puzzle
            uint32_t drop = 0;
            bool others = false;
            for (uint32_t m = solved; m; m &= m - 1) {
                const Slot& p = slot[owner[__builtin_ctz(m)]];
                others = others || (p.over && p.states && p.lanes);
            }
            for (uint32_t m = others ? active : 0; m; m &= m - 1)
                if (slot[owner[__builtin_ctz(m)]].over) drop |= m & -m;
            release(drop);
            for (uint32_t m = solved; m; m &= m - 1) {  // what is left of a puzzle now is garbage in the pool
                Slot& p = slot[owner[__builtin_ctz(m)]];
                if (!p.over || !p.states || p.counted) continue;
                p.counted = true;
                garbage += (int)p.states;
            }
        }
    }

    __attribute__((noinline)) Guess guess_place_for(int lane) const {
        uint16_t sets[81];
        for (int c = 0; c < 81; c++) sets[c] = ((const uint16_t*)X)[c * kLanes + lane];
        return guess_place(sets);
    }

    // Every stable lane goes on with one candidate of the chosen cell; the state without it goes to an idle lane if the
    // puzzle is not crowded, else to the pool.
    bool branch(uint32_t stable) {
        alignas(64) uint16_t choice[kLanes], first[kLanes], from[kLanes] = {};
        uint32_t tight = 0, ordered = 0;
        for (uint32_t m = stable; m; m &= m - 1)
            if (slot[owner[__builtin_ctz(m)]].ordered) ordered |= m & -m;
        if (stable & ~ordered)
            if (!one_path() || (stable & ~ordered & ~(tight = choose_any(X, choice))))
                tight = choose_branch(X, stable & ~ordered, choice);
        if (ordered) choose_first(X, first);
        uint16_t* x = (uint16_t*)X;
        uint32_t idle = kEveryLane & ~active;
        uint32_t rest = stable, copies = 0, copied = 0, lost = 0;
        const uint16_t crowd = want_fresh() ? crowd_limit() : kLanes;
        for (uint32_t m = stable; m && idle; m &= m - 1) {  // straight from lane to lane
            int l = __builtin_ctz(m), t = __builtin_ctz(idle);
            Slot& p = slot[owner[l]];
            if (p.lanes >= (p.ordered ? 1 : crowd)) continue;
            p.lanes++;
            idle &= idle - 1;
            copied |= 1u << l;
            copies |= 1u << t;
            from[t] = (uint16_t)l;
            owner[t] = owner[l];
            since[t] = rounds;
        }
        rest &= ~copied;
        int at = top;
        Block* block = nullptr;
        if (rest) {
            int n = __builtin_popcount(rest);
            if (!(block = push(rest, n))) return false;
            at = top - n;
        }
        if (copies) move_states(X, copies, from, X);
        active |= copies;
        for (uint32_t m = stable, c = copies; m; m &= m - 1) {
            int l = __builtin_ctz(m);
            Slot& s = slot[owner[l]];
            int cell = s.ordered ? first[l] : choice[l] & 127;
            uint16_t set = x[cell * kLanes + l], one = (uint16_t)(set & -set);
            if (s.ordered) {
                one = (uint16_t)(1u << (31 - __builtin_clz(set)));
            } else if (!(tight >> l & 1) && s.places) {
                Guess guess = guess_place_for(l);
                cell = guess.cell;
                set = x[cell * kLanes + l];
                one = (uint16_t)(1u << guess.digit);
            }
            uint16_t others = (uint16_t)(set ^ one);
            x[cell * kLanes + l] = one;
            if (copied >> l & 1) {
                x[cell * kLanes + __builtin_ctz(c)] = others;
                c &= c - 1;
            } else {
                ((uint16_t*)block->row)[cell * kLanes + at++] = others;
            }
            s.states++;
            s.effort.guesses++;
            if (s.ordered ? s.effort.guesses >= kGiveUp : s.effort.guesses >= kUnusual && s.found == 0 && !s.places)
                lost |= 1u << l;
        }
        if (lost) give_up(lost);
        return true;
    }

    // Locked candidates save guesses, but not where there are none to save, nor where any guess will do.
    bool light() const { return several > 512 || guessing < 64; }
    bool one_path() const { return job.greatest || several > 512; }
    uint16_t crowd_limit() const { return one_path() ? 1 : kCrowd; }

    // Puzzles in which the search is lost.  They begin again, with places (see board.h).  The greatest solution may hide behind a
    // part of the tree without any: such a puzzle is left to order.h, and reported as one without a solution.
    void give_up(uint32_t lanes) {
        uint32_t drop = 0;
        for (uint32_t m = lanes; m; m &= m - 1) {
            Slot& s = slot[owner[__builtin_ctz(m)]];
            if (s.over) continue;
            if (!job.greatest) {
                if (n_again == kLanes) continue;
                again[n_again++] = s.puzzle;
                s.silent = true;
            }
            s.over = s.counted = true;
            for (uint32_t k = active; k; k &= k - 1)
                if (&slot[owner[__builtin_ctz(k)]] == &s) drop |= k & -k;
            garbage += (int)s.states - s.lanes;
        }
        release(drop);
    }

    // Are there fresh puzzles, and may they be admitted?
    bool want_fresh() {
        if (pool_states - garbage > (one_path() ? kLargePool : kLargePool / 4)) return false;
        if (n_fresh == 0 && more_puzzles() && n_free_slots >= kLanes) read_puzzles();
        return n_fresh > 0;
    }

    void fill_lanes() {
        uint32_t idle;
        while (pool_states && (idle = kEveryLane & ~active))
            if (!pop_pool(idle, crowd_limit())) break;
        while ((idle = kEveryLane & ~active)) {
            if (want_fresh())
                n_fresh = pop(fresh, n_fresh, idle, kLanes);
            else if (!pool_states || !pop_pool(idle, kLanes))
                return;
        }
    }

    bool run() {
        fill_lanes();
        uint32_t waited = 0, turns = 0;
        while (active) {
            Verdict v = light() ? one_round<false>(X) : one_round<true>(X);
            rounds++;
            uint32_t waiting = active & (v.dead | v.solved | ~v.changed);
            if (!waiting) continue;
            waited += (uint32_t)__builtin_popcount(waiting | (kEveryLane & ~active));
            if (waited < kPatience && waiting != active) continue;
            waited = 0;
            if ((++turns & 1023) == 0 ? nonet::tick(pulse) : nonet::stopped(pulse)) return true;
            if (job.most_rounds && rounds >= job.most_rounds) return true;
            uint32_t solved = waiting & v.solved, dead = waiting & v.dead;
            if (solved) {
                uint32_t fake = solved & several_left(X);
                solved &= ~fake;
                dead |= fake;
            }
            release(dead);
            if (solved) take_solutions(solved);
            uint32_t stable = waiting & active & ~dead & ~solved;
            if (stable && !branch(stable)) return false;
            stay((solved | dead) & ~active);
            if (garbage > kGarbage) sweep();
            fill_lanes();
        }
        if (job.solutions) write_solutions();
        return true;
    }
};

bool run_lanes(const BatchJob& job, const Pulse& pulse) {
    Machine machine(job, pulse);
    return machine.run();
}

}  // namespace
