// Solutions in a given order: the ones that plain backtracking finds first, second, …, but fast.
//
// Plain backtracking takes the cells in a fixed order, tries the digits of each cell in a fixed order, and notices a mistake
// only when a cell has no candidate left; on some boards it spends hours in a part of the tree without a solution.
// The walk below branches on the same cells and digits, so it visits the same solutions in the same order, but
//   - it deduces after every branch, which removes only candidates that are in no solution;
//   - after a while without a solution it checks, for the whole board and then before entering any branch, that there is
//     one.  The search of board.h, which may branch where it likes, answers that.  The solution it finds (the witness)
//     also proves every deeper branch that agrees with it, so few checks are needed.
#pragma once
#include "lanes/board.h"
#include "lanes/text.h"

namespace {

using nonet::End;
using nonet::Order;
using nonet::Pulse;

constexpr uint32_t kLost = 150;  // branches without a solution before the walk begins to check

struct Walk {
    const Order& order;
    nonet::Emit emit;
    void* arg;
    const Pulse& pulse;
    uint32_t barren = 0;  // branches since the last solution
    bool asking = false;  // has the walk been lost before?
    bool lost = false;
    uint32_t branches = 0, rounds = 0;
    End end = End::Complete;

    bool give(const Board& board) {
        uint8_t text[81];
        board_text(board, text);
        barren = 0;
        asking = true;  // it is too late to begin again
        if (emit(arg, text)) return true;
        end = End::Enough;
        return false;
    }

    // A stable board; cells before `at` are known.  False: stop.
    bool branch(const Board& board, int at, const Board* witness) {
        uint16_t set = 0;
        while (set = cell_set(board, order.cell[at]), !(set & (set - 1))) at++;
        const int c = order.cell[at];
        for (int i = 0; i < 9; i++) {
            const int d = order.digit[c][i];
            if (!(set >> d & 1)) continue;
            Board child = board;
            assign(child, c, d);
            Search asked;
            const Board* known = witness && (cell_set(*witness, c) >> d & 1) ? witness : nullptr;
            if (!known && barren > kLost) {
                if (!asking) {  // the first time: ask for the whole board, and begin again
                    lost = true;
                    return false;
                }
                asked.pulse = &pulse;
                search(asked, child);
                if (!asked.complete) {
                    end = End::Stopped;
                    return false;
                }
                if (!asked.found) continue;
                known = &asked.first;
            }
            barren++;
            if ((++branches & 63) == 0 && nonet::tick(pulse)) {
                end = End::Stopped;
                return false;
            }
            State state = settle(child, rounds);
            if (state == State::Solved && !give(child)) return false;
            if (state == State::Stable && !branch(child, at + 1, known)) return false;
        }
        return true;
    }

    End run(Board board) {
        State state = settle(board, rounds);
        if (state == State::Solved) give(board);
        if (state != State::Stable) return end;
        branch(board, 0, nullptr);
        if (!lost) return end;
        asking = true;
        Search root;
        root.pulse = &pulse;
        search(root, board);
        if (!root.complete) return End::Stopped;
        if (root.found) branch(board, 0, &root.first);
        return end;
    }
};

End walk(const uint16_t* sets, const Order& order, nonet::Emit emit, void* arg, const Pulse& pulse) {
    return Walk{order, emit, arg, pulse}.run(board_of_sets(sets));
}

// The cheap grade: what is needed to solve the puzzle without trying.
int grade(const uint16_t* sets, const Pulse& pulse) {
    Board board = board_of_sets(sets);
    State state;
    while ((state = board_round<false>(board)) == State::Open) {}
    if (state == State::Solved) return 1;
    if (state == State::Dead) return 0;
    uint32_t rounds = 0;
    state = settle(board, rounds);
    if (state == State::Solved) return 2;
    if (state == State::Dead) return 0;
    Search s;
    s.limit = 2;
    s.pulse = &pulse;
    search(s, board);
    return !s.complete ? -1 : s.found == 1 ? 3 : 0;
}

}  // namespace
