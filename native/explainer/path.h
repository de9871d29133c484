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
    int size = 0;  // of the hardest rule: see Hint
    int steps = 0;
    bool is_solved = false;  // false: no rule helped, or there is no solution
};

// Whose rules: those of Sudoku Explainer 1.2.1, or those that SukakuExplainer 1.18 added to them.
enum class Dialect : uint8_t { k121, k118 };

class Path {
  public:
    explicit Path(Dialect dialect = Dialect::k121);
    ~Path();

    // The next step; false if no rule helps. `name` is an index into RULE_NAMES.
    bool next(const Board& board, Hint& hint, int& name);

    // Calls visit(hint, name) for every step, before it is taken. True if they lead to the solution. Throws Interrupted
    // when the pulse says so.
    template <typename Visit> bool walk(Board board, const Pulse& pulse, Visit visit) {
        pulse_ = &pulse;
        while (!board.is_solved()) {
            Hint hint;
            int name = 0;
            if (!next(board, hint, name) || !changes(hint, board)) return false;
            visit(hint, name);
            hint.apply(board);
        }
        return true;
    }

    Rating rate(const Board& board, const Pulse& pulse = {});

  private:
    const Dialect dialect_;
    const Pulse* pulse_ = nullptr;

    bool next_by_rules(const Board& board, Sink& sink) const;

    // On a board without a solution a rule may conclude what is already known, which would never end.
    static bool changes(const Hint& hint, const Board& board);

    std::vector<std::unique_ptr<Chaining>> chainings_;
};

}  // namespace nonet::explainer
