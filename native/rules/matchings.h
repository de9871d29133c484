// Which of up to four cells can take which of as many digits, when every cell takes another one.
//
// A relation has 16 bits: bit 4 * d + c says that cell c can take the d-th digit.  Here the middle digit has one place
// only, and so the others lose it:
//
//     digit    cells        cells
//     1st      1 2 .        1 . .
//     2nd      . 2 .   →    . 2 .
//     3rd      1 2 3        . . 3
//
// With fewer than four digits, the others stand for themselves: the d-th takes cell d.
#pragma once
#include <stdint.h>

#include <vector>

namespace nonet::rules {

constexpr int kMostMatched = 4;
constexpr uint32_t kThemselves = 0x8421;  // every digit takes the cell of its number

class Matchings {
  public:
    static const Matchings& table();
    // The part of a relation that is in some matching; 0 if there is none.
    uint32_t within(uint32_t relation) const { return within_[relation]; }

  private:
    Matchings();

    std::vector<uint16_t> within_;
};

// Digit d of cell c, up to four cells and sixteen digits, is bit 4 * d + c.
inline uint64_t spread(uint32_t digits) {  // of cell 0
    uint64_t bits = digits;
    bits = (bits | bits << 24) & 0x000000FF000000FFu;
    bits = (bits | bits << 12) & 0x000F000F000F000Fu;
    bits = (bits | bits << 6) & 0x0303030303030303u;
    return (bits | bits << 3) & 0x1111111111111111u;
}
inline uint32_t gathered(uint64_t bits) {  // the reverse
    bits &= 0x1111111111111111u;
    bits = (bits | bits >> 3) & 0x0303030303030303u;
    bits = (bits | bits >> 6) & 0x000F000F000F000Fu;
    bits = (bits | bits >> 12) & 0x000000FF000000FFu;
    return (uint32_t)(bits | bits >> 24) & 0xFFFFu;
}

}  // namespace nonet::rules
