// Puzzles on any board.  Those without rules are left to generic/, which knows only houses; here are those with the rules
// of a variant: killer cages, thermometers, arrows and all others of nonet.rules.
//
//     rules.h          what can be asked
//     board.cpp        a layout: houses, who must differ, regions made of whole houses
//     primitives.cpp   reads the numbers that nonet.rules.primitives.encoded writes, with numbers.h
//     plan.h           propagators as plain data, and who is woken when a cell changes
//     derived.cpp      sums that follow from cages and houses: innies, outies, hidden cages
//     combinations.*   the sets of digits of each size and sum
//     matchings.*      which of a few cells can take which digits of such a set
//     position.h       candidates, the queue of propagators
//     houses.cpp, cages.cpp, sums.cpp (with sum_bounds.h), equal_sums.cpp, groups.cpp, lines.cpp, alike.cpp,
//     regions.cpp (with same_cells.h)
//                      what follows from each kind of propagator
//     masks.h, cellset.h    sets of digits and of cells
//     search.h         depth-first search
//
// It gives the same answers as src/nonet/engines/rules.py, which explains the ideas at a slower pace.
//
// Cells are numbered from 0.  A set of digits is a mask: digit d is the bit 1 << (d - 1).
#pragma once
#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <set>
#include <vector>

#include "generic/generic.h"

namespace nonet::rules {

constexpr int kMaxSize = 25;
constexpr int kMaxCells = 1024;

// What all puzzles of a layout share.  Read-only once made.
struct Board {
    struct Region {  // cells that are made of whole houses, none of them twice
        int houses;
        uint32_t set;  // offset of its cells in `sets`
    };

    int size = 0, cells = 0, houses = 0;
    int words = 0;  // of a set of cells: 64 cells per word
    uint32_t all_digits = 0;
    std::vector<uint16_t> house_cells;           // houses x size
    std::set<std::vector<int>> distinct_houses;  // the cells of each in ascending order
    std::vector<uint64_t> peers;                 // cells x words: for each cell those that must differ from it
    std::vector<uint64_t> sets;
    std::vector<Region> regions;
    std::unique_ptr<const generic::Plan> plain;  // for puzzles without rules; null if the board is no square

    // Null if the numbers make no board.
    static std::unique_ptr<Board> make(int size, int cells, const uint16_t* house_cells, int houses);
};

struct Plan;

// A board with its rules, prepared for any number of searches, also in several threads.
class Plans {
  public:
    // Null, with a reason, if the numbers are not primitives.
    static std::unique_ptr<Plans> make(const Board& board, std::vector<int64_t> numbers, const char** reason);
    ~Plans();

    const Board& board() const { return board_; }
    // For a puzzle without rules; if this is null, the other two are there.
    const generic::Plan* plain() const { return numbers_.empty() ? board_.plain.get() : nullptr; }
    // With the sums that follow from cages and single houses: most killers are solved with these.
    const Plan& simple() const { return *simple_; }
    // With those of several houses together; made when it is first asked for.
    const Plan& full() const;

  private:
    Plans(const Board& board, std::vector<int64_t> numbers);

    const Board& board_;
    const std::vector<int64_t> numbers_;
    std::unique_ptr<const Plan> simple_;
    struct Full;
    const std::unique_ptr<Full> full_;
};

// allowed[cell]: the digits that a cell may hold.
struct Question {
    const Plans& plans;
    const uint32_t* allowed;
};

struct Effort {
    uint64_t guesses = 0;  // candidates tried
};

class Search;

// Solutions one by one, each once, always in the same order.
class Solutions {
  public:
    explicit Solutions(const Question& question);
    ~Solutions();
    // Writes up to `most` solutions, a byte for each cell; `found` says how many.  Fewer than `most`: there are no more.
    Outcome next(uint8_t* out, size_t most, size_t* found, const Contact& contact);
    Effort effort() const;

  private:
    std::unique_ptr<Search> search_;
    std::unique_ptr<generic::Solutions> plain_;  // instead, without rules
};

// How many solutions there are; stops at `limit` (0: no limit).
Outcome count_solutions(const Question& question, Count limit, const Contact& contact, Count* count);

// possible[cell]: the digits that a cell holds in some solution, and those about which nothing is known after so many guesses.
Outcome possible_digits(const Question& question, uint64_t guesses, const Contact& contact, uint32_t* possible);

// A candidate that leads to a contradiction without a guess, and after how many runs of propagators.
struct Refuted {
    int cell, digit;
    uint64_t runs;
};

// All of them, the shortest way to a contradiction first.
std::vector<Refuted> refuted_at_once(const Question& question);

// The solution that plain backtracking finds first when it visits the cells in the order `cells` and tries in each
// cell c the digits digits[c * size] … in turn.  `found` is false if there is none.
Outcome first_solution(const Question& question, const uint16_t* cells, const uint8_t* digits, const Contact& contact,
                       uint8_t* out, bool* found);

}  // namespace nonet::rules
