#include "explainer/path.h"

namespace nonet::explainer {

namespace {

class First : public Sink {
  public:
    explicit First(Hint& hint) : hint_(hint) {}
    bool add(Hint&& hint) override {
        hint_ = std::move(hint);
        return false;
    }

  private:
    Hint& hint_;
};

// Simple chains, nishio, multiple, dynamic, dynamic with rules, and the nested ones.
const Options kSearches[] = {
    {},
    {false, true, true},
    {true},
    {true, true},
    {true, true, false, 1},
    {true, true, false, 2},
    {true, true, false, 3},
    {true, true, false, 4, 0},
    {true, true, false, 4, 1},
    {true, true, false, 4, 2},
    {true, true, false, 4, 3},
};
constexpr int kSimple = 0, kNishio = 1, kMultiple = 2;

int simple_name(const ChainHint& chain) {
    if (!chain.is_cycle) {
        if (chain.kind == Kind::kXY) return static_cast<int>(Name::kForcingChain);
        return static_cast<int>(chain.complexity == 6 ? Name::kTurbotFish : Name::kForcingXChain);
    }
    if (chain.kind == Kind::kXY) return static_cast<int>(Name::kCycle);
    if (chain.kind == Kind::kY) return static_cast<int>(Name::kYCycle);
    // An X-cycle has two nodes a link and a cell a node.
    return static_cast<int>(chain.complexity == 4 ? Name::kGeneralizedXWing : Name::kXCycle);
}

int name_of(int search, const ChainHint& chain) {
    if (search == kSimple) return simple_name(chain);
    if (search == kNishio) return static_cast<int>(Name::kNishio);
    if (search == kMultiple)
        return static_cast<int>(chain.kind == Kind::kCell ? Name::kCellChains : Name::kRegionChains);
    const int level = std::min(kSearches[search].level, 4);
    const int kind = chain.kind == Kind::kContradiction ? 0
                     : chain.kind == Kind::kDouble      ? 1
                     : chain.kind == Kind::kCell        ? 2
                                                        : 3;
    return static_cast<int>(Name::kDynamicContradiction) + level * 4 + kind;
}

}  // namespace

Path::Path(Dialect dialect) : dialect_(dialect) {
    for (const Options& options : kSearches) chainings_.emplace_back(new Chaining(options, &pulse_));
}

Path::~Path() = default;

// All rules that come before chains; false if the sink has ended the search.
bool Path::next_by_rules(const Board& board, Sink& sink) const {
    const bool is_118 = dialect_ == Dialect::k118;
    return hidden_singles(board, sink) && direct_locking(board, sink) && direct_hidden_sets(board, 2, sink) &&
           naked_singles(board, sink) && direct_hidden_sets(board, 3, sink) && locking(board, sink) &&
           naked_sets(board, 2, sink) && fish(board, 2, sink) && hidden_sets(board, 2, sink) &&
           naked_sets(board, 3, sink) && fish(board, 3, sink) && hidden_sets(board, 3, sink) &&
           (!is_118 || strong_links(board, 2, sink)) && wings(board, 2, sink) && wings(board, 3, sink) &&
           unique_loops(board, sink) && naked_sets(board, 4, sink) && fish(board, 4, sink) &&
           hidden_sets(board, 4, sink) && (!is_118 || (strong_links(board, 3, sink) && large_wings(board, 4, sink))) &&
           graves(board, sink) && (!is_118 || (strong_links(board, 4, sink) && large_wings(board, 5, sink))) &&
           aligned_exclusions(board, 2, sink) && (!is_118 || large_wings(board, 6, sink));
}

bool Path::next(const Board& board, Hint& hint, int& name) {
    First first(hint);
    if (!next_by_rules(board, first)) {
        name = static_cast<int>(hint.name);
        return true;
    }
    for (size_t search = 0; search < chainings_.size(); ++search) {
        const bool is_118 = dialect_ == Dialect::k118;
        if (search == kNishio && !((!is_118 || large_wings(board, 7, first)) && aligned_exclusions(board, 3, first))) {
            name = static_cast<int>(hint.name);
            return true;
        }
        ChainHint chain;
        if (!chainings_[search]->easiest(board, chain)) continue;
        hint = Hint{};
        hint.difficulty = chain.difficulty;
        hint.removals = std::move(chain.removals);
        hint.chains = std::move(chain.chains);
        if (!chain.is_cycle && is_on(chain.result)) {
            hint.cell = cell_of(chain.result);
            hint.digit = digit_of(chain.result);
        }
        name = name_of(static_cast<int>(search), chain);
        return true;
    }
    return false;
}

bool Path::changes(const Hint& hint, const Board& board) {
    if (hint.cell >= 0) return !board.values[hint.cell];
    for (const Removal& removal : hint.removals)
        if (board.candidates[removal.cell] & removal.digits) return true;
    return false;
}

Rating Path::rate(const Board& board, const Pulse& pulse) {
    Rating rating;
    rating.is_solved = walk(board, pulse, [&](const Hint& hint, int name) {
        ++rating.steps;
        if (hint.difficulty > rating.er) {
            rating.er = hint.difficulty;
            rating.name = name;
            rating.size = hint.size;
        }
        if (rating.ed == 0) rating.ed = rating.er;
        if (rating.ep == 0 && hint.cell >= 0) rating.ep = rating.er;
    });
    return rating;
}

}  // namespace nonet::explainer
