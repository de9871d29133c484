#include "explainer/chaining.h"

#include <unordered_set>

#include "explainer/following.h"
#include "explainer/nishio.h"
#include "explainer/simple.h"

namespace nonet::explainer {

class Chaining::Search {
  public:
    Search(Options options, const Pulse* const* pulse) : options_(options), pulse_(pulse), following_(options, pulse) {}

    bool easiest(const Board& board, ChainHint& best) {
        return is_simple() ? easiest_simple(board, best) : easiest_multiple(board, best);
    }

    std::vector<ChainHint> all(const Board& start, const Board& board) {
        std::vector<ChainHint> found = is_simple() ? all_simple(start, board) : all_multiple(start, board);
        for (ChainHint& hint : found) sort_by_hash(hint.removals);
        return found;
    }

  private:
    const Options options_;
    const Pulse* const* const pulse_;
    Simple simple_;
    Following following_;
    std::vector<std::unique_ptr<Outcome>> outcomes_{kKeys};
    std::vector<uint16_t> line_;
    int longest_ = kUnbounded;  // more nodes than a chain worth finding has

    bool is_simple() const { return !options_.multiple && !options_.dynamic; }

    double base() const {
        if (options_.level > 0) return 8.5 + 0.5 * options_.level;
        return options_.nishio ? 7.5 : options_.dynamic ? 8.5 : 8.0;
    }

    static double simple_base(Kind kind, bool is_cycle) { return kind == Kind::kXY ? 7.0 : is_cycle ? 6.5 : 6.6; }

    // -- simple ---------------------------------------------------------------------------------------------------

    bool easiest_simple(const Board& board, ChainHint& best) {
        bool any = false;
        std::vector<Removal> removals;
        const auto longest = [&](Kind kind, bool is_cycle) {
            return any ? longest_within(simple_base(kind, is_cycle), best.difficulty) : kKeys;
        };
        simple_.each(board, longest, [&](Kind kind, bool is_cycle, int last) {
            const int complexity = simple_.length(last, is_cycle);
            const double difficulty = with_length(simple_base(kind, is_cycle), complexity);
            if (any && !(std::make_tuple(difficulty, complexity, kind) <
                         std::make_tuple(best.difficulty, best.complexity, best.kind)))
                return;
            simple_.removals(board, last, is_cycle, removals);
            if (removals.empty()) return;
            any = true;
            best.kind = kind;
            best.is_cycle = is_cycle;
            best.difficulty = difficulty;
            best.complexity = complexity;
            best.result = simple_.key(last);
            best.removals = removals;
            best.chains.assign(1, simple_.chain(last));
        });
        return any;
    }

    std::vector<ChainHint> all_simple(const Board& start, const Board& board) {
        std::vector<ChainHint> found;
        const auto longest = [](Kind, bool) { return kKeys; };
        simple_.each(board, longest, [&](Kind kind, bool is_cycle, int last) {
            ChainHint hint;
            simple_.removals(board, last, is_cycle, hint.removals);
            if (hint.removals.empty()) return;
            hint.kind = kind;
            hint.is_cycle = is_cycle;
            hint.complexity = simple_.length(last, is_cycle);
            hint.difficulty = with_length(simple_base(kind, is_cycle), hint.complexity);
            hint.result = simple_.key(last);
            simple_.describe(start, board, last, is_cycle, hint);
            found.push_back(std::move(hint));
        });
        std::stable_sort(found.begin(), found.end(), [](const ChainHint& a, const ChainHint& b) {
            return std::make_tuple(a.difficulty, a.complexity, a.kind) <
                   std::make_tuple(b.difficulty, b.complexity, b.kind);
        });
        return distinct(std::move(found));
    }

    static std::vector<ChainHint> distinct(std::vector<ChainHint>&& found) {
        std::vector<ChainHint> kept;
        std::vector<std::vector<Removal>> seen;
        for (ChainHint& hint : found) {
            std::vector<Removal> key = hint.removals;
            std::sort(key.begin(), key.end(), [](const Removal& a, const Removal& b) { return a.cell < b.cell; });
            if (std::find(seen.begin(), seen.end(), key) != seen.end()) continue;
            seen.push_back(std::move(key));
            if (!hint.parents.empty()) kept.push_back(std::move(hint));
        }
        return kept;
    }

    // -- following a supposition ------------------------------------------------------------------------------------

    const Outcome& outcome(Key source) {
        std::unique_ptr<Outcome>& kept = outcomes_[source];
        if (!kept) kept = std::make_unique<Outcome>();
        if (!kept->is_known) {
            if (*pulse_ && tick(**pulse_)) throw Interrupted();
            following_.follow(source, longest_, *kept);
            kept->is_known = true;
        }
        return *kept;
    }

    // -- conclusions from several suppositions -----------------------------------------------------------------------

    void begin(const Board& board) {
        following_.begin(board);
        longest_ = kUnbounded;
        for (auto& kept : outcomes_)
            if (kept) kept->is_known = false;
    }

    // Calls visit(found) for everything that follows, in Sudoku Explainer's order.
    template <typename Visit> void each(const Board& board, Visit visit) {
        std::vector<Key> sources_of_cell;
        for (int cell = 0; cell < kCells; ++cell) {
            const int count = board.count(cell);
            if (count < 2 || (count == 2 && !options_.dynamic)) continue;
            sources_of_cell.clear();
            for (const int digit : Bits{board.candidates[cell]}) {
                if (options_.dynamic) from_both(board, cell, digit, visit);
                if (!options_.nishio) from_houses(board, cell, digit, visit);
                sources_of_cell.push_back(key_of(cell, digit, true));
            }
            if (!options_.nishio) joint(board, Kind::kCell, -1, sources_of_cell, visit);
        }
    }

    template <typename Visit>
    void binary(const Board& board, Kind kind, Key result, Target one, Target other, Visit& visit) {
        if (!gone_by(board, result)) return;
        Found found{kind, result};
        found.count = 2;
        found.targets[0] = one;
        found.targets[1] = other;
        visit(found);
    }

    template <typename Visit> void from_both(const Board& board, int cell, int digit, Visit& visit) {
        const Key key = key_of(cell, digit, true);
        for (const Key source : {key, static_cast<Key>(key ^ 1)}) {
            if (options_.nishio && DigitBoard(board, digit).suppose(source)) continue;
            const Outcome& out = outcome(source);
            if (out.absurd_on < 0) continue;
            binary(board, Kind::kContradiction, source ^ 1, {&out, static_cast<uint16_t>(out.absurd_on)},
                   {&out, static_cast<uint16_t>(out.absurd_off)}, visit);
        }
        if (board.count(cell) < 3 || options_.nishio) return;
        const Outcome &on = outcome(key), &off = outcome(key ^ 1);
        for (const auto* nodes : {&on.ons, &on.offs})
            for (const uint16_t node : *nodes) {
                const Key result = on.node(node).key;
                if (off.has(result)) binary(board, Kind::kDouble, result, {&on, node}, {&off, off.at(result)}, visit);
            }
    }

    template <typename Visit> void from_houses(const Board& board, int cell, int digit, Visit& visit) {
        for (int kind = 0; kind < 3; ++kind) {
            const int house = kGeometry.houses[cell][kind];
            const unsigned places = board.places[house][digit];
            const int count = count_bits(places);
            if (lowest(places) != kGeometry.place[cell][kind] || count < 2 || (count > 2 && !options_.multiple))
                continue;
            std::vector<Key> sources;
            for (const int p : Bits{places}) sources.push_back(key_of(kBoard.cells[house][p], digit, true));
            joint(board, Kind::kHouse, house, sources, visit);
        }
    }

    template <typename Visit>
    void joint(const Board& board, Kind kind, int house, const std::vector<Key>& sources, Visit& visit) {
        if (following_.share_nothing(sources)) return;
        std::vector<const Outcome*> outcomes;
        for (const Key source : sources) outcomes.push_back(&outcome(source));
        Found found{kind, 0, house};
        found.count = static_cast<int>(outcomes.size());
        const Outcome& first = *outcomes[0];
        for (const auto* nodes : {&first.ons, &first.offs})
            for (const uint16_t node : *nodes) {
                found.result = first.node(node).key;
                if (first.node(node).least + found.count > longest_ + 2) continue;  // too long, whatever the others are
                bool everywhere = true;
                for (size_t k = 1; k < outcomes.size() && everywhere; ++k) everywhere = outcomes[k]->has(found.result);
                if (!everywhere || !gone_by(board, found.result)) continue;
                for (size_t k = 0; k < outcomes.size(); ++k)
                    found.targets[k] = {outcomes[k], outcomes[k]->at(found.result)};
                visit(found);
            }
    }

    static int flat_complexity(const Found& found) {
        int sum = 0;
        for (int k = 0; k < found.count; ++k) sum += found.targets[k].outcome->count(found.targets[k].node);
        return sum;
    }

    // Not more than the complexity, but known already.
    static int least_complexity(const Found& found) {
        int sum = 0;
        for (int k = 0; k < found.count; ++k) sum += found.targets[k].outcome->node(found.targets[k].node).least;
        return sum;
    }

    // The lengths of the nested chains that these chains use, each counted once.
    int nested_complexity(const Found& found) {
        if (options_.level < 2 || following_.nested.empty()) return 0;
        int sum = 0;
        std::vector<const Nested*> counted;
        for (int k = 0; k < found.count; ++k) {
            const Outcome& out = *found.targets[k].outcome;
            out.ancestors(found.targets[k].node, line_);
            for (const uint16_t node : line_) {
                if (out.node(node).nested < 0) continue;
                const Nested& nested = following_.nested[out.node(node).nested];
                const bool is_new = std::none_of(counted.begin(), counted.end(), [&](const Nested* other) {
                    return other == &nested || other->identity == nested.identity;
                });
                if (!is_new) continue;
                counted.push_back(&nested);
                sum += nested.complexity;
            }
        }
        return sum;
    }

    bool easiest_multiple(const Board& board, ChainHint& best) {
        begin(board);
        bool any = false;
        Found found_best{};
        each(board, [&](Found& found) {
            found.complexity = least_complexity(found);
            const auto is_better = [&] {
                return !any || std::make_pair(found.complexity, found.kind) <
                                   std::make_pair(found_best.complexity, found_best.kind);
            };
            if (!is_better()) return;
            found.complexity = flat_complexity(found);
            if (!is_better()) return;
            found.complexity += nested_complexity(found);
            if (!is_better()) return;
            any = true;
            found_best = found;
            longest_ = found.complexity - 1;
        });
        if (!any) return false;
        best = told(board, found_best);
        for (int k = 0; k < found_best.count; ++k)
            best.chains.push_back(found_best.targets[k].outcome->chain(found_best.targets[k].node));
        return true;
    }

    ChainHint told(const Board& board, const Found& found) {
        ChainHint hint;
        hint.kind = found.kind;
        hint.complexity = found.complexity;
        hint.difficulty = with_length(base(), found.complexity);
        hint.result = found.result;
        hint.removals.push_back(
            {static_cast<uint8_t>(cell_of(found.result)), static_cast<uint16_t>(gone_by(board, found.result))});
        return hint;
    }

    std::vector<ChainHint> all_multiple(const Board& start, const Board& board) {
        begin(board);
        std::vector<Found> found;
        each(board, [&](Found& each) {
            found.push_back(each);
            found.back().complexity = flat_complexity(each) + nested_complexity(each);
        });
        std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
            return std::make_pair(a.complexity, a.kind) < std::make_pair(b.complexity, b.kind);
        });
        std::vector<ChainHint> kept;
        std::unordered_set<uint32_t> seen;
        for (const Found& each : found) {
            const uint32_t conclusion = cell_of(each.result) << 16 | gone_by(board, each.result);
            if (!seen.insert(conclusion).second) continue;
            ChainHint hint = told(board, each);
            describe(start, board, each, hint);
            if (!hint.parents.empty()) kept.push_back(std::move(hint));
        }
        return kept;
    }

    void describe(const Board& start, const Board& now, const Found& found, ChainHint& hint) {
        for (int k = 0; k < found.count; ++k) {
            const Outcome& out = *found.targets[k].outcome;
            out.ancestors(found.targets[k].node, line_);
            for (const uint16_t index : line_) {
                const Outcome::Node& node = out.node(index);
                hint.identity.push_back(node.key);
                if (!is_on(node.key)) continue;
                int cause = node.cause;
                if (cause == kSupposed && found.kind == Kind::kCell) cause = kNaked;
                if (cause == kSupposed && found.kind == Kind::kHouse)
                    cause = found.house >= 18 ? kBox : found.house < 9 ? kRow : kColumn;
                gone_before(start, now, node.key, cause, hint.parents);
            }
            hint.identity.push_back(kSeparator);
        }
        keep_first_of_each(hint.parents);
    }
};

Chaining::Chaining(Options options, const Pulse* const* pulse) : search_(new Search(options, pulse)) {}
Chaining::~Chaining() = default;

bool Chaining::easiest(const Board& board, ChainHint& best) { return search_->easiest(board, best); }

std::vector<ChainHint> Chaining::all(const Board& start, const Board& board) { return search_->all(start, board); }

}  // namespace nonet::explainer
