// What follows from suppositions by singles, on a board of any size; as `Ground` in src/nonet/logic/suppose.py.
//
// A candidate is a number, and a set of candidates is a row of bits, as there. Nets on the plain 9x9 board have tables of
// their own: see suppose.h.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include <vector>

namespace nonet::logic {

// For each of several things a list of numbers, one list behind the other.
struct Lists {
    std::vector<uint32_t> first{0};
    std::vector<uint16_t> numbers;

    size_t count() const { return first.size() - 1; }
    const uint16_t* begin(size_t k) const { return numbers.data() + first[k]; }
    const uint16_t* end(size_t k) const { return numbers.data() + first[k + 1]; }
};

class Ground {
  public:
    // What must hold, each the candidates of which one does; and for each candidate those that it excludes.
    Ground(Lists truths, Lists excluded);

    size_t candidates() const { return excluded_.count(); }
    size_t words() const { return (candidates() + 63) / 64; }

    // Places singles round by round: all that are there when a round begins. False if some truth has no candidate left, or
    // two candidates that exclude each other were placed; with a number of rounds it goes on after that, as HoDoKu does.
    bool settle(uint64_t* possible, uint64_t* placed, int rounds) const;

    static constexpr int kAllRounds = -1;

  private:
    Lists truths_, excluded_, truths_at_;
};

}  // namespace nonet::logic
