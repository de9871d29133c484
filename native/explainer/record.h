// Steps as compact bytes; src/nonet/logic/se/records.py reads them, and says what each byte is.
#pragma once

#include <algorithm>
#include <vector>

#include "explainer/chaining.h"
#include "explainer/hint.h"

namespace nonet::explainer {

class StepWriter {
  public:
    StepWriter(std::vector<uint8_t>& bytes, bool chains) : bytes_(bytes), with_chains_(chains) {}

    void write(const Hint& hint, int name) {
        byte(name);
        two(hint.size);
        byte(static_cast<int>(hint.difficulty * 10 + 0.5));
        byte(hint.cell + 1);
        byte(hint.digit + 1);
        std::vector<Removal> removals = hint.removals;
        std::sort(removals.begin(), removals.end(), [](const Removal& a, const Removal& b) { return a.cell < b.cell; });
        count(removals.size());
        for (const Removal& removal : removals) {
            byte(removal.cell);
            two(removal.digits);
        }
        count(with_chains_ ? hint.chains.size() : 0);
        for (const Chain& chain : hint.chains)
            if (with_chains_) write(chain);
    }

  private:
    void byte(int number) { bytes_.push_back(static_cast<uint8_t>(number)); }
    void two(int number) {
        byte(number & 0xFF);
        byte(number >> 8);
    }
    void count(size_t number) {
        byte(number < 255 ? static_cast<int>(number) : 255);
        if (number >= 255) two(static_cast<int>(number));
    }
    void write(const Chain& chain) {
        count(chain.size());
        for (const ChainNode& node : chain) {
            byte(cell_of(node.key));
            byte(digit_of(node.key) + 1);
            byte(is_on(node.key));
            byte(node.parents.empty() ? 0 : node.cause);
            count(node.parents.size());
            for (const uint16_t parent : node.parents) count(parent);
        }
    }

    std::vector<uint8_t>& bytes_;
    const bool with_chains_;
};

}  // namespace nonet::explainer
