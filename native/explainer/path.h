// The path of Sudoku Explainer: at each position the first hint of the first rule that has one.
#pragma once

#include <memory>
#include <vector>

#include "explainer/chaining.h"
#include "explainer/hint.h"

namespace nonet::explainer {

struct Rating {
    double er = 0, ep = 0, ed = 0;
    int name = 0;  // of the hardest rule: an index into RULE_NAMES
    int size = 0;  // of the hardest rule, if it is a unique loop
    int steps = 0;
    bool is_solved = false;  // false: no rule helped, or there is no solution
};

class Path {
  public:
    Path();
    ~Path();

    // The next step; false if no rule helps. `name` is an index into RULE_NAMES.
    bool next(const Board& board, Hint& hint, int& name);

    // From 81 values, 0 for an empty cell: calls visit(hint, name) for every step, before it is taken. True if they lead
    // to the solution. Throws Interrupted when the pulse says so.
    template <typename Visit> bool walk(const uint8_t* givens, const Pulse& pulse, Visit visit) {
        pulse_ = &pulse;
        Board board(givens);
        while (!board.is_solved()) {
            Hint hint;
            int name = 0;
            if (!next(board, hint, name) || !changes(hint, board)) return false;
            visit(hint, name);
            hint.apply(board);
        }
        return true;
    }

    Rating rate(const uint8_t* givens, const Pulse& pulse = {});

  private:
    const Pulse* pulse_ = nullptr;

    // On a board without a solution a rule may conclude what is already known, which would never end.
    static bool changes(const Hint& hint, const Board& board);

    std::vector<std::unique_ptr<Chaining>> chainings_;
};

}  // namespace nonet::explainer
