#include "rules/matchings.h"

#include <algorithm>

namespace nonet::rules {

Matchings::Matchings() : within_(1 << 16) {
    int cells[kMostMatched] = {0, 1, 2, 3};  // of each digit
    do {
        uint32_t matching = 0;
        for (int digit = 0; digit < kMostMatched; digit++) matching |= 1u << (4 * digit + cells[digit]);
        const uint32_t others = 0xFFFF & ~matching;
        for (uint32_t more = others;; more = (more - 1) & others) {  // the relations that hold it
            within_[matching | more] |= (uint16_t)matching;
            if (!more) break;
        }
    } while (std::next_permutation(cells, cells + kMostMatched));
}

const Matchings& Matchings::table() {
    static const Matchings made;
    return made;
}

}  // namespace nonet::rules
