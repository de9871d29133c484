// Chains of implications: cycles, forcing chains, and forcing chains within forcing chains.
//
//     on -> off     a cell takes this digit: it takes no other, and its peers do not take the digit
//     off -> on     a cell does not take this digit: the one other candidate of the cell, or the one other place of the
//                   digit in a house, is true
//
// A search follows them breadth first from a supposition, so the first chain found to a candidate is a shortest one. Of
// several chains equally hard the first found is the step, so the order of everything here is Sudoku Explainer's.
#pragma once

#include <memory>
#include <vector>

#include "explainer/implications.h"
#include "pulse.h"

namespace nonet::explainer {

// A conclusion of chains that another search used as one link.
struct Nested {
    int complexity;
    std::vector<Key> identity;  // all nodes of all chains; equal for equal chains
};

// The conclusion of a chain, with what a search that builds on it needs to know.
struct ChainHint {
    Kind kind{};
    bool is_cycle = false;
    double difficulty = 0;
    int complexity = 0;
    Key result = 0;  // unless it is a cycle
    std::vector<Removal> removals;
    std::vector<Chain> chains;  // of the easiest one
    std::vector<Key> identity;
    std::vector<Candidate> parents;  // of nested chains: what had to go before they existed
};

struct Options {
    bool multiple = false;  // from all candidates of a cell or all places of a digit in a house at once
    bool dynamic = false;   // takes off what was refuted: later implications may rest on several earlier ones
    bool nishio = false;    // follows one digit alone
    int level = 0;          // what a dynamic search uses besides: 1 basic rules, 2 also forcing chains, 3 also multiple
    int nesting = 0;        // ones, 4 dynamic chains of level `nesting`
};

// Thrown out of a search that is to end; the nested ones may take a minute.
struct Interrupted {};

class Chaining {
  public:
    // `pulse` points to the pulse of the work in hand, or to null.
    Chaining(Options options, const Pulse* const* pulse);
    ~Chaining();

    // The easiest chain; false if there is none.
    bool easiest(const Board& board, ChainHint& best);

    // The easiest chain for each conclusion, easiest first. `start` is the position that the candidates went from
    // which the chains need gone; chains that need none are left out.
    std::vector<ChainHint> all(const Board& start, const Board& board);

  private:
    class Search;
    std::unique_ptr<Search> search_;
};

}  // namespace nonet::explainer
