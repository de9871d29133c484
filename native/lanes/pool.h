// The pool: a stack of blocks in which states wait for a lane.
//
//     blocks   ┌─────┐ ┌─────┐ ┌───── ┐
//              │full │ │full │ │in use│       top: states in the block in use
//              └─────┘ └─────┘ └───── ┘       garbage: states of puzzles that are over, swept out now and then
#pragma once
#include <stdlib.h>

#include <new>

#include "lanes/slots.h"

namespace {

class Pool {
  public:
    explicit Pool(Slots& slots) : slots_(slots) {}
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    ~Pool() {
        for (int i = 0; i < n_blocks_; i++) ::operator delete((void*)blocks_[i], kAlign);
        ::operator delete((void*)blocks_);
        ::operator delete((void*)filled_);
    }

    int states() const { return states_; }
    int alive() const { return states_ - garbage_; }
    bool is_dirty() const { return garbage_ > kGarbage; }
    void add_garbage(int states) { garbage_ += states; }

    // Where push() has put the states: in this block, from this place on, in the order of the lanes.  Null: no memory.
    struct Pushed {
        Block* block;
        int at;
    };

    Pushed push(const Lanes& lanes, uint32_t which) {
        const int n = __builtin_popcount(which);
        if (!n_blocks_ && !grow()) return {nullptr, 0};
        if (top_ + n > kLanes) {
            if (top_block_ + 1 == n_blocks_ && !grow()) return {nullptr, 0};
            filled_[top_block_++] = top_;
            top_ = 0;
        }
        Block& block = *blocks_[top_block_];
        alignas(64) uint16_t from[kLanes] = {};
        const int first = top_;
        for (uint32_t m = which; m; m &= m - 1, top_++) {
            from[top_] = (uint16_t)__builtin_ctz(m);
            block.owner[top_] = lanes.owner[from[top_]];
        }
        move_states(block.row, lanes_from_to(first, top_), from, lanes.X);
        states_ += n;
        return {&block, first};
    }

    // Fills idle lanes from the last of a block's n states; returns how many are left.  Stops at a puzzle that has
    // `crowd` lanes already.
    int take(Block& block, int n, Lanes& lanes, uint16_t crowd) {
        alignas(64) uint16_t from[kLanes] = {};
        uint32_t taken = 0, idle = lanes.idle();
        while (idle && n > 0) {
            uint16_t s = block.owner[n - 1];
            Slot& p = slots_[s];
            if (p.over) {
                n--;
                garbage_--;
                slots_.drop_state(s);
                continue;
            }
            if (p.lanes >= (p.ordered ? 1 : crowd)) break;
            p.lanes++;
            int l = __builtin_ctz(idle);
            idle &= idle - 1;
            taken |= 1u << l;
            from[l] = (uint16_t)--n;
            lanes.owner[l] = s;
            lanes.since[l] = lanes.rounds;
        }
        if (taken) move_states(lanes.X, taken, from, block.row);
        lanes.active |= taken;
        return n;
    }

    // The same from the block in use; false: nothing for these lanes.
    bool pop(Lanes& lanes, uint16_t crowd) {
        int before = top_;
        top_ = take(*blocks_[top_block_], top_, lanes, crowd);
        int popped = before - top_;
        states_ -= popped;
        while (top_ == 0 && top_block_ > 0) top_ = filled_[--top_block_];
        return popped > 0;
    }

    // Lanes that have just become idle go on with their own puzzle's latest state.
    void stay(Lanes& lanes, uint32_t which) {
        for (int b = top_block_; b >= 0 && which && states_; b--) {
            Block& block = *blocks_[b];
            const uint32_t in_use = lanes_from_to(0, b == top_block_ ? top_ : filled_[b]);
            const V owners = load(block.owner);
            alignas(64) uint16_t from[kLanes] = {};
            uint32_t taken = 0;
            for (uint32_t m = which; m; m &= m - 1) {
                int l = __builtin_ctz(m);
                uint16_t s = lanes.owner[l];
                Slot& p = slots_[s];
                if (p.over || p.lanes || !p.states || !(p.ordered || slots_.one_path())) {
                    which &= ~(1u << l);
                    continue;
                }
                uint32_t places = where_equal(owners, all(s)) & in_use;
                if (!places) continue;
                int i = 31 - __builtin_clz(places);
                block.owner[i] = kNobody;
                garbage_++;
                slots_[kNobody].states++;
                p.lanes++;
                taken |= 1u << l;
                from[l] = (uint16_t)i;
                lanes.since[l] = lanes.rounds;
            }
            if (taken) move_states(lanes.X, taken, from, block.row);
            lanes.active |= taken;
            which &= ~taken;
        }
    }

    // Takes the states of puzzles that are over out of the pool.
    void sweep() {
        int kept_blocks = 0;
        filled_[top_block_] = top_;
        for (int b = 0; b <= top_block_; b++) {
            Block& block = *blocks_[b];
            alignas(64) uint16_t from[kLanes] = {};
            int kept = 0;
            for (int i = 0; i < filled_[b]; i++) {
                uint16_t s = block.owner[i];
                if (slots_[s].over) {
                    slots_.drop_state(s);
                } else {
                    block.owner[kept] = s;
                    from[kept++] = (uint16_t)i;
                }
            }
            if (kept && kept < filled_[b]) move_states(block.row, lanes_from_to(0, kept), from, block.row);
            states_ -= filled_[b] - kept;
            if (!kept) continue;
            blocks_[b] = blocks_[kept_blocks];  // emptied blocks change places with later ones
            blocks_[kept_blocks] = &block;
            filled_[kept_blocks++] = kept;
        }
        garbage_ = 0;
        top_block_ = kept_blocks ? kept_blocks - 1 : 0;
        top_ = kept_blocks ? filled_[top_block_] : 0;
    }

  private:
    static constexpr std::align_val_t kAlign{64};

    template <class T> static T* allocate(size_t n) { return (T*)::operator new(n * sizeof(T), std::nothrow); }

    bool grow() {  // one more block; false: no memory
        if (n_blocks_ == room_) {
            const int more = room_ ? 2 * room_ : 16;
            Block** blocks = allocate<Block*>((size_t)more);
            int* filled = allocate<int>((size_t)more);
            if (!blocks || !filled) {
                ::operator delete((void*)blocks);
                ::operator delete((void*)filled);
                return false;
            }
            if (n_blocks_) {
                memcpy((void*)blocks, (void*)blocks_, sizeof(Block*) * (size_t)n_blocks_);
                memcpy(filled, filled_, sizeof(int) * (size_t)n_blocks_);
            }
            ::operator delete((void*)blocks_);
            ::operator delete((void*)filled_);
            blocks_ = blocks;
            filled_ = filled;
            room_ = more;
        }
        void* block = ::operator new(sizeof(Block), kAlign, std::nothrow);
        if (!block) return false;
        blocks_[n_blocks_++] = (Block*)block;
        return true;
    }

    Slots& slots_;
    Block** blocks_ = nullptr;
    int* filled_ = nullptr;        // states in each block below the one in use
    int n_blocks_ = 0, room_ = 0;  // blocks allocated; length of the two arrays
    int top_block_ = 0, top_ = 0;  // the block in use, and the number of states in it
    int states_ = 0;               // garbage included
    int garbage_ = 0;
};

}  // namespace
