// Simple chains and cycles: each node follows from the one before it.
#pragma once

#include "explainer/chaining.h"
#include "explainer/links.h"

namespace nonet::explainer {

class Simple {
  public:
    // Calls visit(kind, is_cycle, last node) for every chain that concludes something, in Sudoku Explainer's order.
    //
    // longest(kind, is_cycle) says how long a chain may be to be worth a visit.
    template <typename Longest, typename Visit> void each(const Board& board, Longest longest, Visit visit) {
        all_.find(board);
        reach_.find(board, all_);
        if (!reach_.any_absurd()) return;  // what a chain takes out, or a cycle, implies its own contrary
        for (const Kind kind : {Kind::kX, Kind::kY, Kind::kXY}) {
            if (longest(kind, true) < 4 && longest(kind, false) < 2) continue;
            const bool use_x = kind != Kind::kY;
            if (kind != Kind::kXY) part_.find_part(board, all_, use_x);
            links_ = kind == Kind::kXY ? &all_ : &part_;
            for (int cell = 0; cell < kCells; ++cell) {
                const int count = board.count(cell);
                if (count < 2 || (!use_x && count > 2)) continue;
                for (const int digit : Bits{board.candidates[cell]}) {
                    const Key source = key_of(cell, digit, true);
                    const std::array<Key, 2> both{source, static_cast<Key>(source ^ 1)};
                    if (reach_.all_take_off(both)) {  // as a cycle does, whichever of its nodes are true
                        cycles(source, longest(kind, true));
                        for (const int last : closed_) visit(kind, true, last);
                    }
                    if (!use_x) continue;
                    for (const Key from : both) {
                        if (!reach_.implies(from, from ^ 1)) continue;
                        const int last = refutation(from, longest(kind, false));
                        if (last >= 0) visit(kind, false, last);
                    }
                }
            }
        }
    }

    // How many different nodes the chain has.
    int length(int last, bool is_cycle) const {
        int count = 0;
        for (int node = last; node >= 0; node = nodes_[node].parent) ++count;
        return count - is_cycle;  // a cycle ends where it began
    }

    Key key(int node) const { return nodes_[node].key; }

    Chain chain(int last) const {
        Chain made;
        for (int node = last; node >= 0; node = nodes_[node].parent) {
            made.push_back({nodes_[node].key, nodes_[node].cause, {}});
            if (nodes_[node].parent >= 0) made.back().parents.push_back(static_cast<uint16_t>(made.size()));
        }
        return made;
    }

    void removals(const Board& board, int last, bool is_cycle, std::vector<Removal>& found) const {
        found.clear();
        if (!is_cycle) {
            const Key result = nodes_[last].key;
            found.push_back({static_cast<uint8_t>(cell_of(result)), static_cast<uint16_t>(gone_by(board, result))});
            return;
        }
        bool on_cycle[kCells] = {};
        for (int node = last; nodes_[node].parent >= 0; node = nodes_[node].parent)
            on_cycle[cell_of(nodes_[node].key)] = true;
        uint16_t seen[2][kCells] = {};
        std::vector<uint8_t> order;
        for (int node = last; nodes_[node].parent >= 0; node = nodes_[node].parent) {
            const Key each = nodes_[node].key;
            const int digit = digit_of(each);
            for (const int peer : kGeometry.peers[cell_of(each)])
                if (!on_cycle[peer] && board.has(peer, digit)) {
                    if (is_on(each)) order.push_back(peer);
                    seen[is_on(each)][peer] |= 1 << digit;
                }
        }
        bool done[kCells] = {};
        for (const int cell : order) {
            const uint16_t digits = seen[0][cell] & seen[1][cell];
            if (digits && !done[cell]) found.push_back({static_cast<uint8_t>(cell), digits});
            done[cell] = true;
        }
    }

    // Identity and parents of a chain that another search uses as a link.
    void describe(const Board& start, const Board& now, int last, bool is_cycle, ChainHint& hint) const {
        std::vector<int> line;
        for (int node = last; node >= 0; node = nodes_[node].parent) line.push_back(node);
        const size_t forward = line.size() - is_cycle;
        for (size_t k = 0; k < forward; ++k) {
            hint.identity.push_back(nodes_[line[k]].key);
            if (is_on(nodes_[line[k]].key))
                gone_before(start, now, nodes_[line[k]].key, nodes_[line[k]].cause, hint.parents);
        }
        hint.identity.push_back(kSeparator);
        if (is_cycle) {
            for (size_t k = line.size() - 1; k > 0; --k) {
                const Node& node = nodes_[line[k]];
                hint.identity.push_back(node.key ^ 1);
                if (!is_on(node.key)) gone_before(start, now, node.key, node.cause, hint.parents);
            }
            hint.identity.push_back(kSeparator);
        }
        keep_first_of_each(hint.parents);
    }

  private:
    struct Node {
        Key key;
        uint8_t cause;
        int parent;
    };
    std::vector<Node> nodes_;
    std::vector<int> closed_, pending_on_, pending_off_;
    Links all_, part_;
    const Links* links_ = nullptr;  // one of them
    Reach reach_;
    uint32_t stamp_[kKeys] = {};
    uint32_t now_ = 0;

    bool first_visit(Key key) {
        if (stamp_[key] == now_) return false;
        stamp_[key] = now_;
        return true;
    }

    int add(Links::Implied implied, int parent) {
        nodes_.push_back({implied.key, implied.cause, parent});
        return static_cast<int>(nodes_.size()) - 1;
    }

    void begin(Key source) {
        nodes_.clear();
        pending_on_.clear();
        pending_off_.clear();
        ++now_;
        first_visit(source);
        (is_on(source) ? pending_on_ : pending_off_).push_back(add({source, kSupposed}, -1));
    }

    bool descends_from(int node, Key key) const {
        for (int each = nodes_[node].parent; each >= 0; each = nodes_[each].parent)
            if (nodes_[each].key == key) return true;
        return false;
    }

    // Chains of on, off, on … that come back to their start, in closed_.
    void cycles(Key source, int longest) {
        begin(source);
        closed_.clear();
        for (int length = 2; length <= longest && !pending_on_.empty(); length += 2) {
            pending_off_.clear();
            for (const int node : pending_on_) {
                for (const Links::Implied off : links_->of(nodes_[node].key))
                    if (!links_->are_none(off.key) && !descends_from(node, off.key))
                        pending_off_.push_back(add(off, node));
            }
            pending_on_.clear();
            for (const int node : pending_off_) {
                for (const Links::Implied on : links_->of(nodes_[node].key)) {
                    if (on.key == source) {
                        if (length >= 4) closed_.push_back(add(on, node));
                    } else if (first_visit(on.key)) {
                        pending_on_.push_back(add(on, node));
                    }
                }
            }
        }
    }

    // The end of the first chain from a supposition to its contrary, or -1. Forgets the chains found before.
    int refutation(Key source, int longest) {
        begin(source);
        for (int length = 2; length <= longest && (!pending_on_.empty() || !pending_off_.empty()); ++length) {
            std::vector<int>& from = pending_on_.empty() ? pending_off_ : pending_on_;
            std::vector<int>& into = pending_on_.empty() ? pending_on_ : pending_off_;
            for (const int node : from) {
                for (const Links::Implied next : links_->of(nodes_[node].key)) {
                    if (!first_visit(next.key)) continue;
                    into.push_back(add(next, node));
                    if (next.key == (source ^ 1)) return into.back();
                }
            }
            from.clear();
        }
        return -1;
    }
};

}  // namespace nonet::explainer
