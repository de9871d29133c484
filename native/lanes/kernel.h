// The interface of the 9x9 kernel: jobs, and the functions that every instruction set provides.
//
// Records (see classic.h) are `stride` bytes apart; no byte outside a record is ever read.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "classic.h"
#include "pulse.h"

namespace nonet {

// How much work an answer took.
struct Effort {
    uint32_t guesses;
    uint32_t rounds;
};

// A batch.  Several threads may run the same job: they share nothing but `next`, which hands out puzzles and should have a
// cache line of its own, and two flags.
struct BatchJob {
    const uint8_t* puzzles = nullptr;  // n records, `stride` bytes apart
    size_t stride = 81;
    const uint8_t* ending = nullptr;  // `stride` - 81 bytes that must follow each of the first n_endings records
    size_t n_endings = 0;
    int* uneven = nullptr;  // set if a record is not followed by them: then the batch ends early
    bool numbers = false;   // bytes are values 0 … 9, in puzzles and solutions, instead of characters
    size_t n = 0;
    const uint16_t* allowed = nullptr;  // n x 81 candidate sets to intersect with, or null
    const size_t* only = nullptr;       // the numbers of the puzzles to work on (n of them), or null: all
    bool greatest = false;              // find the lexicographically greatest solution, and stop there
    int* missed = nullptr;              // set if a status is kMissed; null: of several solutions any will do
    uint64_t limit = 2;                 // stop counting a puzzle at this many solutions (>= 1)
    uint8_t* solutions = nullptr;       // n x 81 digits (the first solution found), or null
    size_t gap = 0;                     // newlines after each solution
    uint64_t* counts = nullptr;         // n counts, or null
    uint8_t* status = nullptr;          // n status bytes, or null
    Effort* effort = nullptr;           // n efforts, or null
    size_t threads = 1;                 // how many run the job
    size_t* next = nullptr;             // the first puzzle that no thread has taken yet
    uint32_t most_rounds = 0;           // end after this many rounds, even if puzzles are left; 0: no limit
};

// Puzzles to dig: number first, first + 1, …, each from its own random stream; src/nonet/generate/dig.py has the rules.
// Several threads may run the same job: they share nothing but `next`.
struct PlainBlanks {  // how many cells of a plain puzzle are empty: fewest … most, each as likely as the others
    int fewest = 0, most = 0;
    int most_dug = 0;  // numbers that ask for more are left out
    uint64_t choices() const { return (uint64_t)(most - fewest + 1); }
};

struct DigJob {
    uint64_t seed = 0;
    uint64_t first = 0;
    size_t n = 0;
    const uint8_t* start = nullptr;        // n x 81 values 0..9 to dig in, each with one solution; null: random grids
    const uint8_t* orbit_cells = nullptr;  // the cells 0..80, orbit by orbit
    const uint8_t* orbit_start = nullptr;  // n_orbits + 1 places in orbit_cells
    const uint8_t* orbit_kind = nullptr;   // n_orbits of OrbitKind
    int n_orbits = 0;
    int clues = -1;                      // end there; -1: when no orbit can go any more
    const PlainBlanks* plain = nullptr;  // not null: puzzles as in spec 001; each draws its own clue count
    uint8_t* values = nullptr;           // n x 81 bytes 0..9
    uint8_t* found = nullptr;            // n bytes: 1, or 0 where the dig did not end as asked (then 81 zeros)
    uint64_t* rounds = nullptr;          // the rounds that were run in all, or null
    size_t* next = nullptr;              // the first puzzle that no thread has taken yet
};

enum OrbitKind : uint8_t { kFree = 0, kGiven = 1, kEmpty = 2 };

// An order to try things in: cells, and for each cell the digits 0..8.
struct Order {
    uint8_t cell[81];
    uint8_t digit[81][9];
};

// Receives a solution (81 ASCII digits); false ends the search.
typedef bool (*Emit)(void* arg, const uint8_t* solution);

enum class End { Complete, Enough, Stopped };

struct Kernel {
    const char* name;
    int lanes;
    // Runs until the job's puzzles are used up or the pulse says stop.  False: out of memory.
    bool (*run)(const BatchJob& job, const Pulse& pulse);
    // Searches one puzzle for two solutions; out gets the first found.  -1: stopped, out of memory, or (if `briefly`) not
    // done within a millisecond or two.
    int (*solve)(const uint8_t* text, uint8_t* out, bool briefly, Effort& effort, const Pulse& pulse);
    // All solutions of a position (81 candidate sets), in the given order, to `emit`.
    End (*walk)(const uint16_t* sets, const Order& order, Emit emit, void* arg, const Pulse& pulse);
    // 0 none or several solutions, 1 singles suffice, 2 with locked candidates, 3 beyond; -1 stopped
    int (*grade)(const uint16_t* sets, const Pulse& pulse);
    // Digs until the job's puzzles are used up or the pulse says stop.
    void (*dig)(const DigJob& job, const Pulse& pulse);
};

}  // namespace nonet
