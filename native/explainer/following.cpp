#include "explainer/following.h"

namespace nonet::explainer {

Following::Following(Options options, const Pulse* const* pulse) : options_(options) {
    if (options.level >= 4) {
        nested_rules_.emplace_back(new Chaining({true, true, false, options.nesting, 0}, pulse));
    } else {
        if (options.level >= 2) nested_rules_.emplace_back(new Chaining({}, pulse));
        if (options.level >= 3) nested_rules_.emplace_back(new Chaining({true}, pulse));
    }
}

void Following::begin(const Board& board) {
    board_ = &board;
    nested.clear();
    if (options_.dynamic) return;
    links_.find(board);
    reach_.find(board, links_);
}

void Following::follow(Key source, int longest, Outcome& out) {
    out.clear(longest);
    out.keep(out.add(source, kSupposed, nullptr, 0));
    if (options_.dynamic)
        follow_dynamically(out);
    else
        follow_links(out);
}

void Following::follow_links(Outcome& out) {
    for (size_t next_on = 0, next_off = 0; out.is_live();) {
        const uint16_t node = next_on < out.ons.size() ? out.ons[next_on++] : out.offs[next_off++];
        out.is_followed(node);
        for (const Links::Implied implied : links_.of(out.node(node).key)) {
            if (out.has(implied.key)) continue;
            const int index = out.add(implied.key, implied.cause, &node, 1);
            if (out.has(implied.key ^ 1)) {
                out.absurd_on = is_on(implied.key) ? index : out.at(implied.key ^ 1);
                out.absurd_off = is_on(implied.key) ? out.at(implied.key ^ 1) : index;
                return;
            }
            out.keep(index);
        }
    }
}

// Two positions are kept: `now` has lost the candidates whose consequences are known, `open` all that are off.
void Following::follow_dynamically(Outcome& out) {
    Board now = *board_, open = *board_;
    const Key source = out.node(0).key;
    if (!is_on(source)) open.remove(cell_of(source), digit_of(source));
    size_t next_on = 0, next_off = 0;
    while (true) {
        if (options_.level == 0 && !out.is_live()) return;
        if (next_on < out.ons.size()) {
            const uint16_t node = out.ons[next_on++];
            out.is_followed(node);
            if (!turn_on(out, open, node)) return;
        } else if (next_off < out.offs.size()) {
            const uint16_t node = out.offs[next_off++];
            out.is_followed(node);
            if (!turn_off(out, now, node)) return;
            const Key off = out.node(node).key;
            now.remove(cell_of(off), digit_of(off));
        } else if (options_.level == 0 || !use_rules(out, now, open)) {
            return;
        }
    }
}

void Following::note_off(Outcome& out, Board& open, int index) const {
    out.keep(index);
    const Key off = out.node(index).key;
    open.remove(cell_of(off), digit_of(off));
}

// The consequences of one candidate that is true; false if they contradict what is known.
bool Following::turn_on(Outcome& out, Board& open, uint16_t node) const {
    const Key source = out.node(node).key;
    struct {
        Key key;
        Cause cause;
    } made[28];
    int count = 0;
    made_off(open, source, !options_.nishio, [&](Key key, Cause cause) {
        made[count++] = {key, cause};
        return true;
    });
    for (int k = 0; k < count; ++k) {
        const int index = out.add(made[k].key, made[k].cause, &node, 1);
        if (out.has(made[k].key ^ 1)) {
            out.absurd_on = out.at(made[k].key ^ 1);
            out.absurd_off = index;
            return false;
        }
        note_off(out, open, index);
    }
    return true;
}

// The consequences of one candidate that goes; false if they contradict what is known.
bool Following::turn_off(Outcome& out, const Board& now, uint16_t node) {
    const Key off = out.node(node).key;
    return made_on(now, off, !options_.nishio, true, [&](Key key, Cause cause) {
        if (out.has(key)) return true;
        uint16_t parents[9] = {node};
        int count = 1;
        // The house is one of the candidate that goes; it and the one that is on share it, or the cell.
        gone_.clear();
        gone_before(*board_, now, cause == kNaked ? key : off, cause, gone_);
        for (const Candidate each : gone_) parents[count++] = out.at(each * 2);
        const int index = out.add(key, cause, parents, count);
        if (out.has(key ^ 1)) {
            out.absurd_on = index;
            out.absurd_off = out.at(key ^ 1);
            return false;
        }
        out.keep(index);
        return true;
    });
}

class Following::Rules : public Sink {
  public:
    Rules(const Following& following, Outcome& out, const Board& now, Board& open)
        : following_(following), out_(out), now_(now), open_(open) {}
    bool any = false;

    bool add(Hint&& hint) override {
        std::vector<Candidate> parents;
        hint.parents(*following_.board_, now_, parents);
        sort_by_hash(hint.removals);
        any |= following_.take_off(out_, open_, hint.removals, parents, -1);
        return true;
    }

  private:
    const Following& following_;
    Outcome& out_;
    const Board& now_;
    Board& open_;
};

// What the first rule that applies takes off; false if none does.
bool Following::use_rules(Outcome& out, const Board& now, Board& open) {
    Rules rules(*this, out, now, open);
    locking(now, rules);
    if (!rules.any) hidden_sets(now, 2, rules);
    if (!rules.any) naked_sets(now, 2, rules);
    if (!rules.any) fish(now, 2, rules);
    for (const auto& chaining : nested_rules_) {
        if (rules.any) break;
        for (const ChainHint& hint : chaining->all(*board_, now)) {
            nested.push_back({hint.complexity, hint.identity});
            rules.any |= take_off(out, open, hint.removals, hint.parents, static_cast<int>(nested.size()) - 1);
        }
    }
    return rules.any;
}

bool Following::take_off(Outcome& out, Board& open, const std::vector<Removal>& removals,
                         const std::vector<Candidate>& parents, int nested_number) const {
    if (parents.empty()) return false;  // the rule applies without the supposition
    std::vector<uint16_t> nodes;
    for (const Candidate each : parents) nodes.push_back(out.at(each * 2));
    for (const Removal& removal : removals)
        for (const int digit : Bits{removal.digits}) {
            const Key key = key_of(removal.cell, digit, false);
            if (out.has(key)) continue;
            note_off(out, open, out.add(key, kRule, nodes.data(), static_cast<int>(nodes.size()), nested_number));
        }
    return true;
}

}  // namespace nonet::explainer
