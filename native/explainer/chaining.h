// Chains of implications, as in src/nonet/logic/se/chaining.py, which explains the kinds of chains and their order.
#pragma once

#include <memory>
#include <string>
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
    bool multiple = false;
    bool dynamic = false;
    bool nishio = false;
    int level = 0;
    int nesting = 0;
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
