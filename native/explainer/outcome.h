// All that follows from one supposition, and conclusions from several.
#pragma once

#include <cstring>

#include "explainer/chaining.h"

namespace nonet::explainer {

constexpr int kUnbounded = 1 << 20;

// All that follows from one supposition, each with what it follows from.
class Outcome {
  public:
    struct Node {
        Key key;
        uint8_t cause;
        uint16_t least;          // nodes among it and its ancestors, at least
        mutable uint16_t count;  // of different nodes among them; 0 until it is asked for
        uint16_t parent_count;
        uint32_t parents;  // where they begin in `pool_`
        int nested;        // the chains used as a link, or -1
    };
    std::vector<uint16_t> ons, offs;  // in the order found
    int absurd_on = -1, absurd_off = -1;
    bool is_known = false;

    // Chains of more than `longest` nodes need not be followed.
    void clear(int longest) {
        nodes_.clear();
        pool_.clear();
        ons.clear();
        offs.clear();
        std::memset(at_, -1, sizeof at_);
        absurd_on = absurd_off = -1;
        longest_ = longest;
        live_ = 0;
    }

    const Node& node(int index) const { return nodes_[index]; }
    bool has(Key key) const { return at_[key] >= 0; }
    uint16_t at(Key key) const { return static_cast<uint16_t>(at_[key]); }

    int add(Key key, uint8_t cause, const uint16_t* parents, int count, int nested = -1) {
        Node node{key, cause, 1, 0, static_cast<uint16_t>(count), static_cast<uint32_t>(pool_.size()), nested};
        for (int p = 0; p < count; ++p) {
            pool_.push_back(parents[p]);
            node.least = std::max<uint16_t>(node.least, nodes_[parents[p]].least + 1);
        }
        nodes_.push_back(node);
        return static_cast<int>(nodes_.size()) - 1;
    }

    void keep(int index) {
        const Key key = nodes_[index].key;
        at_[key] = static_cast<int16_t>(index);
        (is_on(key) ? ons : offs).push_back(static_cast<uint16_t>(index));
        live_ += nodes_[index].least <= longest_;
    }

    // Called for each node that is followed.
    void is_followed(int index) { live_ -= nodes_[index].least <= longest_; }
    // Whether a chain that is short enough can still become longer: not all nodes are followed.
    bool is_live() const { return live_ > 0; }

    // How many different nodes it and its ancestors are.
    int count(int index) const {
        const Node& node = nodes_[index];
        if (node.count) return node.count;
        if (node.parent_count == 1) {
            node.count = static_cast<uint16_t>(count(pool_[node.parents]) + 1);
        } else {
            static thread_local std::vector<uint16_t> line;
            ancestors(index, line);
            node.count = static_cast<uint16_t>(line.size());
        }
        return node.count;
    }

    // The node and all it follows from, each once, nearest first.
    void ancestors(int index, std::vector<uint16_t>& found) const {
        std::array<uint64_t, kKeys / 64 + 2> seen{};
        found.assign(1, static_cast<uint16_t>(index));
        for (size_t k = 0; k < found.size(); ++k) {
            const Node& each = nodes_[found[k]];
            for (int p = 0; p < each.parent_count; ++p) {
                const uint16_t parent = pool_[each.parents + p];
                uint64_t& word = seen[parent / 64];
                const uint64_t bit = 1ull << parent % 64;
                if (word & bit) continue;
                word |= bit;
                found.push_back(parent);
            }
        }
    }

    Chain chain(int index) const {
        std::vector<uint16_t> line;
        ancestors(index, line);
        std::vector<uint16_t> number(nodes_.size());
        for (size_t k = 0; k < line.size(); ++k) number[line[k]] = static_cast<uint16_t>(k);
        Chain made;
        for (const uint16_t each : line) {
            const Node& node = nodes_[each];
            made.push_back({node.key, node.cause, {}});
            for (int p = 0; p < node.parent_count; ++p) made.back().parents.push_back(number[pool_[node.parents + p]]);
        }
        return made;
    }

  private:
    std::vector<Node> nodes_;
    std::vector<uint16_t> pool_;
    int16_t at_[kKeys];
    int longest_ = kUnbounded;
    int live_ = 0;  // nodes within that length that are not followed yet
};

struct Target {
    const Outcome* outcome;
    uint16_t node;
};

// One conclusion, before anyone has asked for more than its length.
struct Found {
    Kind kind;
    Key result;
    int house = -1;  // that all suppositions of kHouse share
    int complexity = 0;
    int count = 0;
    std::array<Target, 9> targets{};
};

}  // namespace nonet::explainer
