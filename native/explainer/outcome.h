// All that follows from one supposition, and conclusions from several.
#pragma once

#include <cstring>

#include "explainer/chaining.h"

namespace nonet::explainer {

constexpr int kWords = (kKeys + 63) / 64;
using Ancestors = std::array<uint64_t, kWords>;

// All that follows from one supposition.
struct Outcome {
    struct Node {
        Key key;
        uint8_t cause;
        uint16_t count;  // of different nodes among it and its ancestors
        uint16_t parent_count;
        uint32_t parents;  // where they begin in `pool`
        int nested;        // the chains used as a link, or -1
    };
    std::vector<Node> nodes;
    std::vector<uint16_t> pool;
    std::vector<uint16_t> ons, offs;  // in the order found
    int16_t at[kKeys];
    int absurd_on = -1, absurd_off = -1;
    bool is_known = false;

    void clear() {
        nodes.clear();
        pool.clear();
        ons.clear();
        offs.clear();
        std::memset(at, -1, sizeof at);
        absurd_on = absurd_off = -1;
    }

    // The node and all it follows from, each once, nearest first.
    void ancestors(int node, std::vector<uint16_t>& found) const {
        Ancestors seen{};
        found.clear();
        found.push_back(node);
        seen[nodes[node].key / 64] |= 1ull << nodes[node].key % 64;
        for (size_t k = 0; k < found.size(); ++k) {
            const Node& each = nodes[found[k]];
            for (int p = 0; p < each.parent_count; ++p) {
                const uint16_t parent = pool[each.parents + p];
                uint64_t& word = seen[nodes[parent].key / 64];
                const uint64_t bit = 1ull << nodes[parent].key % 64;
                if (word & bit) continue;
                word |= bit;
                found.push_back(parent);
            }
        }
    }
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
