// Simple chains and cycles: each node follows from the one before it.
#pragma once

#include "explainer/chaining.h"

namespace nonet::explainer {

class Simple {
  public:
    // Calls visit(kind, is_cycle, last node) for every chain that concludes something, in Sudoku Explainer's order.
    //
    // longest(kind, is_cycle) says how long a chain may be to be worth a visit.
    template <typename Longest, typename Visit> void each(const Board& board, Longest longest, Visit visit) {
        constexpr struct {
            bool use_y, use_x;
            Kind kind;
        } passes[3] = {{false, true, Kind::kX}, {true, false, Kind::kY}, {true, true, Kind::kXY}};
        for (const auto& pass : passes) {
            link(board, pass.use_y, pass.use_x);
            for (int cell = 0; cell < kCells; ++cell) {
                const int count = board.count(cell);
                if (count < 2 || (!pass.use_x && count > 2)) continue;
                for (const int digit : Bits{board.candidates[cell]}) {
                    cycles(key_of(cell, digit, true), longest(pass.kind, true));
                    for (const int last : closed_) visit(pass.kind, true, last);
                    if (!pass.use_x) continue;
                    for (const bool on : {true, false}) {
                        const int last = refutation(key_of(cell, digit, on), longest(pass.kind, false));
                        if (last >= 0) visit(pass.kind, false, last);
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
    struct Implied {
        Key key;
        uint8_t cause;
    };
    std::vector<Node> nodes_;
    std::vector<int> closed_, pending_on_, pending_off_;
    std::vector<Implied> implied_;                    // by all keys, one after the other
    uint16_t first_[kKeys] = {}, count_[kKeys] = {};  // where those of a key begin, and how many they are
    uint32_t stamp_[kKeys] = {};
    uint32_t now_ = 0;

    // Works out all implications of a position once; every search then only follows them.
    void link(const Board& board, bool use_y, bool use_x) {
        implied_.clear();
        const auto note = [&](Key key, Cause cause) {
            implied_.push_back({key, cause});
            return true;
        };
        for (int cell = 0; cell < kCells; ++cell)
            for (const int digit : Bits{board.candidates[cell]})
                for (const bool on : {false, true}) {
                    const Key key = key_of(cell, digit, on);
                    first_[key] = static_cast<uint16_t>(implied_.size());
                    if (on)
                        made_off(board, key, use_y, note);
                    else
                        made_on(board, key, use_y, use_x, note);
                    count_[key] = static_cast<uint16_t>(implied_.size() - first_[key]);
                }
    }

    bool first_visit(Key key) {
        if (stamp_[key] == now_) return false;
        stamp_[key] = now_;
        return true;
    }

    int add(Implied implied, int parent) {
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
                const Key from = nodes_[node].key;
                for (int k = 0; k < count_[from]; ++k) {
                    const Implied off = implied_[first_[from] + k];
                    if (count_[off.key] && !descends_from(node, off.key)) pending_off_.push_back(add(off, node));
                }
            }
            pending_on_.clear();
            for (const int node : pending_off_) {
                const Key from = nodes_[node].key;
                for (int k = 0; k < count_[from]; ++k) {
                    const Implied on = implied_[first_[from] + k];
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
                const Key key = nodes_[node].key;
                for (int k = 0; k < count_[key]; ++k) {
                    const Implied next = implied_[first_[key] + k];
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
