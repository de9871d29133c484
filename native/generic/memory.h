// Remembers how many solutions a position has (memoisation).
//
// The open candidates of the cells that are not filled yet decide how many ways there are to go on; how the other cells
// were filled does not matter.  So independent parts of a board, say two rectangles whose digits can swap,
//
//        1 2 │ . . .            3 . . 4
//        2 1 │ . . .            4 . . 3        2 · 2 solutions,  counted as 2 + 2
//
// are each solved once, whatever the other one does.
//
// A position is known by a fingerprint of 128 bits.  Two positions in a table of a million have the same one with a
// chance of 2⁻⁸⁹.
#pragma once
#include "generic/position.h"

namespace nonet::generic {

class Memory {
  public:
    struct Key {
        uint64_t a, b;
    };

    static Key key(const Plan& plan, const Position& position) {
        Key key = {0, 0};
        for (int cell = 0; cell < plan.cells; cell++) {
            if (position.left()[cell] >= kMet) continue;
            uint64_t x = ((uint64_t)(cell + 1) << 32 | position.options()[cell]) * 0x9E3779B97F4A7C15u;
            key.a += mixed(x ^ x >> 32);
            key.b += mixed(x ^ x >> 29 ^ 0xD1B54A32D192ED03u);
        }
        return key;
    }

    const Count* recall(const Key& key) const {
        if (table_.empty()) return nullptr;
        const Entry& entry = table_[key.a & (table_.size() - 1)];
        return entry.used && entry.key.a == key.a && entry.key.b == key.b ? &entry.ways : nullptr;
    }

    void note(const Key& key, Count ways) {
        if (++notes_ > 2 * table_.size() && table_.size() < kMost) grow();
        table_[key.a & (table_.size() - 1)] = {key, ways, true};  // replaces what was there
    }

  private:
    struct Entry {
        Key key;
        Count ways;
        bool used;
    };
    static constexpr size_t kMost = size_t(1) << 20;  // 48 MB

    static uint64_t mixed(uint64_t z) {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }

    void grow() {
        std::vector<Entry> table(table_.empty() ? 1024 : 4 * table_.size(), Entry{});
        for (const Entry& entry : table_)
            if (entry.used) table[entry.key.a & (table.size() - 1)] = entry;
        table_.swap(table);
    }

    std::vector<Entry> table_;
    size_t notes_ = 0;
};

}  // namespace nonet::generic
