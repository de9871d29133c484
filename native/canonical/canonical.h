// The canonical form of a 9x9 puzzle or grid: of all that trading places and renaming digits can make of it (3,359,232
// symmetries times 9! names), the smallest when written row by row, a blank before 1 before 2 … ("row-minlex").
//
// The twin in Python is src/nonet/canonical.py; both find the same form by the same way, and count the same symmetries.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include <vector>

#include "classic.h"
#include "pulse.h"

namespace nonet {

struct Canonical {
    uint8_t form[81];    // values 0 … 9
    uint8_t cells[81];   // where each cell goes: form[cells[i]] = digits[value[i]]
    uint8_t digits[10];  // the new name of each digit; digits[0] = 0
    // How many ways to trade places lead to this form: as many as lead from the board to itself
    uint64_t automorphisms;
};

// Finds forms, one after the other; keeps its memory between two of them.  One for each thread.
class Canonizer {
  public:
    // values: 81 numbers 0 … 9, none twice in a house (see breaks_rules).  Throws std::bad_alloc.
    void find(const uint8_t* values, Canonical* found);

  private:
    // One of the smallest ways to begin: everything it has decided.  What it has not had to decide it leaves open:
    //
    //     . . . │ . . 1 │ . 2 3      after this row the first stack is open, and so are two columns of the second
    //     o o o   o o     o          and one of the third: they have been empty so far, and have no order yet
    //
    //     columns   open stacks, then the others; in each its open columns first
    //     open      how many columns of each stack are open: 3 3 0 …; an open stack has 3
    //     names     four bits for each digit 0 … 9: its new name, 15 for none yet
    //
    //               digit    9    8    7   …   1    0
    //                      ┌────┬────┬────┬───┬────┬────┐
    //                      │ 15 │ 15 │  2 │ … │  1 │  0 │
    //                      └────┴────┴────┴───┴────┴────┘
    struct Way {
        uint64_t names;
        uint32_t times;  // how many ways this one represents: they differ in the order of empty rows
        uint16_t used;   // a bit for each row that has its place
        uint8_t columns[9];
        uint8_t rows[9];  // the rows of the sheet, in their new order
        uint8_t row_count;
        uint8_t open[3];
        uint8_t open_stacks;
        uint8_t next_name;
        uint8_t sheet;  // 0: the board as it is; 1: transposed
    };
    struct Step {  // a row that may come next
        uint32_t way;
        uint8_t row;
        uint8_t times;
    };

    struct Opening {  // of a full grid: two rows
        uint32_t number;
        Way way;
    };

    void start();
    void start_full();
    void open_full(int sheet, int first, int second, const uint8_t* stacks, const uint8_t* source, uint32_t* numbered);
    void candidates(const Way& way, uint32_t number);
    void consider(const Way& way, uint32_t number, int row, int times);
    uint64_t arranged(const Way& way, const uint8_t* row) const;
    void further(const Way& way, const Step& step);
    void result(const uint8_t* values, Canonical* found) const;

    uint8_t sheets_[2][9][9];
    uint16_t filled_[2][9];     // which columns of each row are
    unsigned touched_rows_[2];  // those that are not empty
    std::vector<Way> ways_, next_;
    std::vector<Step> best_;
    uint64_t smallest_;
    std::vector<Opening> openings_;
    uint32_t number_of_[6 * 6 * 6 * 6];  // of each order of columns, while the first row stays the same
};

// Whether a digit occurs twice in a house.
bool breaks_rules(const uint8_t* values);

// A batch.  Several threads may run the same job: they share nothing but `next`, which hands out puzzles.
struct CanonicalJob {
    const uint8_t* puzzles = nullptr;  // n records of 81 characters, `stride` bytes apart
    size_t stride = 81;
    size_t n = 0;
    uint8_t* status = nullptr;  // 1: has a form; 0: breaks the rules; kBad: a character that is neither digit nor blank
    uint8_t* forms = nullptr;   // n x 81 characters, '.' for a blank; dots only where there is no form
    uint8_t* cells = nullptr;   // n x 81, or null
    uint8_t* digits = nullptr;  // n x 9: the new names of 1 … 9; or null
    uint64_t* automorphisms = nullptr;  // n, or null; 0 where there is no form
    size_t* next = nullptr;
};

// Runs until the job's puzzles are used up or the pulse says stop; returns true, or throws std::bad_alloc.
bool run_canonical(const CanonicalJob& job, const Pulse& pulse);

}  // namespace nonet
