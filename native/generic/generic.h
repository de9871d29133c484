// Any board: 1x1 to 25x25, with diagonals, windows or regions.  The kernel knows nothing of rows and boxes; it is given
// houses, each of `size` cells, and finds digits such that every house holds every digit once.
//
// A board is solved when every *need* is met by one of its options:
//
//     need 0 … cells-1                a cell needs a digit                      options: digit 0 … size-1
//     need cells + h * size + d       house h needs the digit d in some cell    options: its cells 0 … size-1
//
// A *candidate* (a digit in a cell) is an option of the cell's own need and of one need in each house of the cell:
//
//     5 in r1c2     cell r1c2: bit 4      "5 in row 1": bit 1      "5 in column 2": bit 0      "5 in box 1": bit 1
//
// Cells are numbered from 0, row by row.  Digits are 1 … size outside, and 0 … size-1 in bit masks and in here.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <vector>

#include "contact.h"

namespace nonet::generic {

constexpr int kMaxSize = 25;

// The tables of a layout, made once.  Read-only afterwards: any number of searches may share a plan.
struct Plan {
    struct Seat {        // a cell's place in a house
        uint16_t need;   // the need "digit 0 in this house"; that of digit d is need + d
        uint8_t rank;    // which cell of the house it is
        uint8_t claims;  // with so few places left, a digit may be claimed for another house
    };
    struct Overlap {      // two houses A and B that share cells:
        uint32_t mine;    //   the ranks of the shared cells in A
        uint32_t theirs;  //   and in B
        uint16_t need;    //   the need "digit 0 in B"
    };

    int size = 0, cells = 0, houses = 0, needs = 0;
    uint32_t all_digits = 0;
    std::vector<uint16_t> house_cells;  // houses x size
    std::vector<Seat> seats;            // of cell c: seats[seat_start[c]] … seats[seat_start[c + 1] - 1]
    std::vector<uint32_t> seat_start;
    std::vector<Overlap> overlaps;  // of house h: overlaps[overlap_start[h]] …
    std::vector<uint32_t> overlap_start;

    // Null where size or houses make no board: size 1 … 25, cells below size * size, none twice in a house.
    static std::unique_ptr<Plan> make(int size, const uint16_t* house_cells, int houses);
};

// allowed[cell]: the digits that a cell may hold.
struct Question {
    const Plan& plan;
    const uint32_t* allowed;
};

class Search;

// Solutions one by one, each once, always in the same order.
class Solutions {
  public:
    explicit Solutions(const Question& question);
    ~Solutions();
    // Writes up to `most` solutions, `cells` digits each; `found` says how many.  Fewer than `most`: there are no more.
    Outcome next(uint8_t* out, size_t most, size_t* found, const Contact& contact);
    uint64_t guesses() const;

  private:
    std::unique_ptr<Search> search_;
};

// How many solutions there are; stops at `limit` (0: no limit).
Outcome count_solutions(const Question& question, Count limit, const Contact& contact, Count* count);

// The solution that plain backtracking finds first when it visits the cells in the order `cells` and tries in each
// cell c the digits digits[c * size] … in turn.  `found` is false if there is none.
Outcome first_solution(const Question& question, const uint16_t* cells, const uint8_t* digits, const Contact& contact,
                       uint8_t* out, bool* found);

}  // namespace nonet::generic
