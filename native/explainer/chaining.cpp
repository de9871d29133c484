#include "explainer/chaining.h"

#include "explainer/outcome.h"
#include "explainer/simple.h"

namespace nonet::explainer {

class Chaining::Search {
  public:
    Search(Options options, const Pulse* const* pulse) : options_(options), pulse_(pulse) {
        if (options.level >= 4) {
            nested_rules_.emplace_back(new Chaining({true, true, false, options.nesting, 0}, pulse));
        } else {
            if (options.level >= 2) nested_rules_.emplace_back(new Chaining({}, pulse));
            if (options.level >= 3) nested_rules_.emplace_back(new Chaining({true}, pulse));
        }
    }

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
    std::vector<std::unique_ptr<Chaining>> nested_rules_;
    Simple simple_;
    std::vector<std::unique_ptr<Outcome>> outcomes_{kKeys};
    std::vector<Nested> nested_;
    std::vector<Ancestors> ancestors_;
    std::vector<uint16_t> line_;
    const Board* board_ = nullptr;

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
            follow(source, *kept);
            kept->is_known = true;
        }
        return *kept;
    }

    int add(Outcome& out, Key key, uint8_t cause, const uint16_t* parents, int count, int nested = -1) {
        const int index = static_cast<int>(out.nodes.size());
        Outcome::Node node{key, cause, 0, static_cast<uint16_t>(count), static_cast<uint32_t>(out.pool.size()), nested};
        for (int p = 0; p < count; ++p) out.pool.push_back(parents[p]);
        if (ancestors_.size() <= out.nodes.size()) ancestors_.resize(out.nodes.size() + 256);
        Ancestors& own = ancestors_[index];
        own.fill(0);
        for (int p = 0; p < count; ++p) {
            const Ancestors& more = ancestors_[parents[p]];
            for (int word = 0; word < kWords; ++word) own[word] |= more[word];
        }
        own[key / 64] |= 1ull << key % 64;
        if (count == 1) {
            node.count = out.nodes[parents[0]].count + 1;
        } else {
            for (uint64_t word : own)
                for (; word; word &= word - 1) ++node.count;
        }
        out.nodes.push_back(node);
        return index;
    }

    void keep(Outcome& out, int index) {
        const Key key = out.nodes[index].key;
        out.at[key] = static_cast<int16_t>(index);
        (is_on(key) ? out.ons : out.offs).push_back(static_cast<uint16_t>(index));
    }

    void follow(Key source, Outcome& out) {
        out.clear();
        out.nodes.reserve(kKeys + 1);
        out.ons.reserve(kKeys);
        out.offs.reserve(kKeys);
        Board now = *board_;
        keep(out, add(out, source, kSupposed, nullptr, 0));
        const bool use_y = !options_.nishio;
        size_t next_on = 0, next_off = 0;
        while (true) {
            if (next_on < out.ons.size()) {
                const uint16_t node = out.ons[next_on++];
                const bool holds = made_off(now, out.nodes[node].key, use_y, [&](Key key, Cause cause) {
                    if (out.at[key ^ 1] >= 0) {
                        out.absurd_on = out.at[key ^ 1];
                        out.absurd_off = add(out, key, cause, &node, 1);
                        return false;
                    }
                    if (out.at[key] < 0) keep(out, add(out, key, cause, &node, 1));
                    return true;
                });
                if (!holds) return;
            } else if (next_off < out.offs.size()) {
                const uint16_t node = out.offs[next_off++];
                if (!turn_off(out, now, node, use_y)) return;
            } else if (options_.level == 0 || !use_rules(out, now)) {
                return;
            }
        }
    }

    // The consequences of one candidate that goes; false if they contradict what is known.
    bool turn_off(Outcome& out, Board& now, uint16_t node, bool use_y) {
        const Key off = out.nodes[node].key;
        struct Made {
            Key key;
            Cause cause;
        } made[4];
        int count = 0;
        made_on(now, off, use_y, true, [&](Key key, Cause cause) {
            made[count++] = {key, cause};
            return true;
        });
        uint16_t parents[4][9];
        int parent_counts[4];
        for (int k = 0; k < count; ++k) {
            line_gone_.clear();
            if (options_.dynamic) gone_for(now, off, made[k].key, made[k].cause);
            parents[k][0] = node;
            parent_counts[k] = 1;
            for (const Candidate each : line_gone_) parents[k][parent_counts[k]++] = out.at[each * 2];
        }
        if (options_.dynamic) now.remove(cell_of(off), digit_of(off));
        for (int k = 0; k < count; ++k) {
            const Key key = made[k].key;
            if (out.at[key ^ 1] >= 0) {
                out.absurd_on = add(out, key, made[k].cause, parents[k], parent_counts[k]);
                out.absurd_off = out.at[key ^ 1];
                return false;
            }
            if (out.at[key] < 0) keep(out, add(out, key, made[k].cause, parents[k], parent_counts[k]));
        }
        return true;
    }

    std::vector<Candidate> line_gone_;

    void gone_for(const Board& now, Key off, Key on, Cause cause) {
        // Cause and house are those of the candidate that went: it and the one that is on share the cell or house.
        if (cause == kNaked)
            gone_before(*board_, now, on, kNaked, line_gone_);
        else
            gone_before(*board_, now, off, cause, line_gone_);
    }

    // What the first rule that applies takes off; false if none does.
    bool use_rules(Outcome& out, const Board& now) {
        class Collect : public Sink {
          public:
            Collect(Search& search, Outcome& out, const Board& now) : search_(search), out_(out), now_(now) {}
            bool any = false;
            bool add(Hint&& hint) override {
                std::vector<Candidate> parents;
                hint.parents(*search_.board_, now_, parents);
                sort_by_hash(hint.removals);
                any |= search_.take_off(out_, hint.removals, parents, -1);
                return true;
            }

          private:
            Search& search_;
            Outcome& out_;
            const Board& now_;
        } collect(*this, out, now);
        locking(now, collect);
        if (!collect.any) hidden_sets(now, 2, collect);
        if (!collect.any) naked_sets(now, 2, collect);
        if (!collect.any) fish(now, 2, collect);
        for (const auto& rule : nested_rules_) {
            if (collect.any) break;
            for (const ChainHint& hint : rule->all(*board_, now)) {
                nested_.push_back({hint.complexity, hint.identity});
                collect.any |= take_off(out, hint.removals, hint.parents, static_cast<int>(nested_.size()) - 1);
            }
        }
        return collect.any;
    }

    bool take_off(Outcome& out, const std::vector<Removal>& removals, const std::vector<Candidate>& parents,
                  int nested) {
        if (parents.empty()) return false;  // the rule applies without the supposition
        std::vector<uint16_t> nodes;
        for (const Candidate each : parents) nodes.push_back(static_cast<uint16_t>(out.at[each * 2]));
        for (const Removal& removal : removals)
            for (const int digit : Bits{removal.digits}) {
                const Key key = key_of(removal.cell, digit, false);
                if (out.at[key] < 0)
                    keep(out, add(out, key, kRule, nodes.data(), static_cast<int>(nodes.size()), nested));
            }
        return true;
    }

    // -- conclusions from several suppositions -----------------------------------------------------------------------

    void begin(const Board& board) {
        board_ = &board;
        nested_.clear();
        for (auto& kept : outcomes_)
            if (kept) kept->is_known = false;
    }

    // Calls visit(found) for everything that follows, in Sudoku Explainer's order.
    template <typename Visit> void each(const Board& board, Visit visit) {
        for (int cell = 0; cell < kCells; ++cell) {
            const int count = board.count(cell);
            if (count < 2 || (count == 2 && !options_.dynamic)) continue;
            std::vector<const Outcome*> of_cell;
            for (const int digit : Bits{board.candidates[cell]}) {
                const Outcome& on = outcome(key_of(cell, digit, true));
                if (options_.dynamic) from_both(board, cell, digit, on, visit);
                if (!options_.nishio) from_houses(board, cell, digit, visit);
                of_cell.push_back(&on);
            }
            if (!options_.nishio && (count == 2 || options_.multiple)) joint(board, Kind::kCell, -1, of_cell, visit);
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

    template <typename Visit> void from_both(const Board& board, int cell, int digit, const Outcome& on, Visit& visit) {
        const Key key = key_of(cell, digit, true);
        const auto absurd = [&](const Outcome& out, Key result) {
            if (out.absurd_on < 0) return;
            binary(board, Kind::kContradiction, result, {&out, static_cast<uint16_t>(out.absurd_on)},
                   {&out, static_cast<uint16_t>(out.absurd_off)}, visit);
        };
        absurd(on, key ^ 1);
        const Outcome& off = outcome(key ^ 1);
        absurd(off, key);
        if (board.count(cell) < 3 || options_.nishio) return;
        for (const auto* nodes : {&on.ons, &on.offs})
            for (const uint16_t node : *nodes) {
                const Key result = on.nodes[node].key;
                if (off.at[result] >= 0)
                    binary(board, Kind::kDouble, result, {&on, node}, {&off, static_cast<uint16_t>(off.at[result])},
                           visit);
            }
    }

    template <typename Visit> void from_houses(const Board& board, int cell, int digit, Visit& visit) {
        for (int kind = 0; kind < 3; ++kind) {
            const int house = kGeometry.houses[cell][kind];
            const unsigned places = board.places[house][digit];
            const int count = count_bits(places);
            if (lowest(places) != kGeometry.place[cell][kind] || count < 2 || (count > 2 && !options_.multiple))
                continue;
            std::vector<const Outcome*> of_house;
            for (const int p : Bits{places})
                of_house.push_back(&outcome(key_of(kGeometry.cells[house][p], digit, true)));
            joint(board, Kind::kHouse, house, of_house, visit);
        }
    }

    template <typename Visit>
    void joint(const Board& board, Kind kind, int house, const std::vector<const Outcome*>& outcomes, Visit& visit) {
        Found found{kind, 0, house};
        found.count = static_cast<int>(outcomes.size());
        const Outcome& first = *outcomes[0];
        for (const auto* nodes : {&first.ons, &first.offs})
            for (const uint16_t node : *nodes) {
                found.result = first.nodes[node].key;
                bool everywhere = true;
                for (size_t k = 1; k < outcomes.size() && everywhere; ++k)
                    everywhere = outcomes[k]->at[found.result] >= 0;
                if (!everywhere || !gone_by(board, found.result)) continue;
                for (size_t k = 0; k < outcomes.size(); ++k)
                    found.targets[k] = {outcomes[k], static_cast<uint16_t>(outcomes[k]->at[found.result])};
                visit(found);
            }
    }

    static int flat_complexity(const Found& found) {
        int sum = 0;
        for (int k = 0; k < found.count; ++k) sum += found.targets[k].outcome->nodes[found.targets[k].node].count;
        return sum;
    }

    // The lengths of the nested chains that these chains use, each counted once.
    int nested_complexity(const Found& found) {
        if (options_.level < 2 || nested_.empty()) return 0;
        int sum = 0;
        std::vector<const Nested*> counted;
        for (int k = 0; k < found.count; ++k) {
            const Outcome& out = *found.targets[k].outcome;
            out.ancestors(found.targets[k].node, line_);
            for (const uint16_t node : line_) {
                if (out.nodes[node].nested < 0) continue;
                const Nested& nested = nested_[out.nodes[node].nested];
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
            found.complexity = flat_complexity(found);
            const auto is_better = [&] {
                return !any || std::make_pair(found.complexity, found.kind) <
                                   std::make_pair(found_best.complexity, found_best.kind);
            };
            if (!is_better()) return;
            found.complexity += nested_complexity(found);
            if (!is_better()) return;
            any = true;
            found_best = found;
        });
        if (any) best = told(board, found_best);
        return any;
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
                const Outcome::Node& node = out.nodes[index];
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
