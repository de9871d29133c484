// What the threads search for: the tasks of kernels.cu.
//
//     Count     how many solutions, up to a limit
//     First     the solution that backtracking row by row finds first: the greatest one, or a random grid
//     Dig       the clues of a grid that can be removed, in random order
//
// Each has the stages of search.h: `load` sets up an item, `choose` a branch; `solved` and `exhausted` say how to go on.
#pragma once
#include "draw.h"
#include "search.h"

namespace nonet_gpu {

// Boards in memory: word w of board i at words[w * pitch + i], so that neighbouring threads read neighbouring words.
struct Boards {
    u32* words;
    u32 pitch;

    NONET_MEMBER void read(u32 i, Board& board) const {
        NONET_UNROLL
        for (int w = 0; w < 27; w++) board.x[w / 3][w % 3] = words[(u64)w * pitch + i];
    }

    NONET_MEMBER void write(u32 i, const Board& board) const {
        NONET_UNROLL
        for (int w = 0; w < 27; w++) words[(u64)w * pitch + i] = board.x[w / 3][w % 3];
    }
};

struct Grids {  // filled grids, in twelve words
    u32* words;
    u32 pitch;

    NONET_MEMBER void read(u32 i, u32 planes[12]) const {
        NONET_UNROLL
        for (int w = 0; w < 12; w++) planes[w] = words[(u64)w * pitch + i];
    }

    NONET_MEMBER void write(u32 i, const Board& board) const {
        u32 planes[12];
        grid_planes(board, planes);
        NONET_UNROLL
        for (int w = 0; w < 12; w++) words[(u64)w * pitch + i] = planes[w];
    }
};

// ---------------------------------------------------------------------------------------------------------------- Count

// A search that takes long would hold up the whole run in the end.  After `budget` passes it is given up: its board and
// its frames become items of the next run, for as many threads.
struct Count {
    static constexpr bool kHasNext = false;

    Boards items;
    const u32* puzzles;  // the puzzle that an item belongs to; null: item i is puzzle i
    u64* counts;         // solutions of each puzzle
    Grids solutions;     // the first one found
    u64 limit;
    u32 budget;
    Boards leftovers;
    u32* leftover_puzzles;
    u32* n_leftovers;

    u32 puzzle, passes;

    NONET_MEMBER Stage load(u32 item, Board& board) {
        passes = 0;
        puzzle = puzzles ? puzzles[item] : item;
        if (counts[puzzle] >= limit) return kLoad;
        items.read(item, board);
        return kDeduce;
    }

    NONET_MEMBER Stage choose(const Board& board, Place& place) {
        u32 unsolved[3], filled[3], choice[3];
        unsolved_cells(board, unsolved, filled);
        fewest_candidates(board, unsolved, choice);
        place = most_peers(choice, unsolved);
        place.digit = lowest_bit(digits_at(board, place.band, place.bit));
        return kBranch;
    }

    NONET_MEMBER Stage solved(const Board& board, int& depth) {
        const u64 before = add(counts + puzzle, 1);
        if (before == 0) solutions.write(puzzle, board);
        if (before + 1 >= limit) depth = 0;
        return kBack;
    }

    NONET_MEMBER Stage exhausted() { return kLoad; }

    // Room for n leftovers, or false: then the thread goes on by itself.
    NONET_MEMBER bool give_up(u32 n, u32& slot) {
        if (passes <= budget) return false;
        slot = add(n_leftovers, n);
        if (slot + n <= leftovers.pitch) return true;
        add(n_leftovers, 0 - n);
        passes = 0;
        return false;
    }

    NONET_MEMBER void hand_over(const Board& board, const u32 (*frames)[27], int depth, u32 slot) {
        leftovers.write(slot, board);
        for (int i = 0; i < depth; i++)
            for (int w = 0; w < 27; w++) leftovers.words[(u64)w * leftovers.pitch + slot + 1 + i] = frames[i][w];
        for (int i = 0; i <= depth; i++) leftover_puzzles[slot + i] = puzzle;
    }
};

// ---------------------------------------------------------------------------------------------------------------- First

// Cells are tried row by row, each with its digits in an order of its own: descending, or drawn.  A search that takes
// longer than `budget` passes is marked in `given_up`; the caller has to do it otherwise.
template <bool kDrawn> struct First {
    static constexpr bool kHasNext = false;

    Boards items;
    const u32* puzzles;
    Grids solutions;
    unsigned char* given_up;
    u32 budget;
    u64 seed, first;  // drawn grids; no items are read
    u64* streams;     // the random stream of each number, after its grid was drawn

    u32 puzzle, passes;
    u64 orders[kDrawn ? 81 : 1];

    NONET_MEMBER Stage load(u32 item, Board& board) {
        passes = 0;
        puzzle = puzzles ? puzzles[item] : item;
        if constexpr (kDrawn)
            draw(board);
        else
            items.read(puzzle, board);
        return kDeduce;
    }

    // Boxes 1, 5 and 9, row by row; then the orders of all other cells.
    NONET_MEMBER void draw(Board& board) {
        u32 given[3] = {0, 0, 0};
        NONET_UNROLL
        for (int w = 0; w < 27; w++) board.x[w / 3][w % 3] = 0;
        Rng rng = stream_of(seed, first + puzzle);
        NONET_KEEP_LOOP
        for (int k = 0; k < 3; k++) orders[k] = rng.shuffled_digits();
        NONET_UNROLL
        for (int b = 0; b < 3; b++) {
            const u64 digits = orders[b];
            NONET_UNROLL
            for (int k = 0; k < 9; k++) {
                const u32 bit = bit_of(9 * (k / 3) + 3 * b + k % 3);
                given[b] |= bit;
                NONET_UNROLL
                for (int d = 0; d < 9; d++)
                    if ((int)(digits >> 4 * k & 15) == d) board.x[d][b] |= bit;
            }
        }
        open_board(board, given);
        NONET_KEEP_LOOP
        for (int cell = 0; cell < 81; cell++)
            if (cell / 27 != cell % 9 / 3) orders[cell] = rng.shuffled_digits();
        streams[puzzle] = rng.state;
    }

    NONET_MEMBER Stage choose(const Board& board, Place& place) {
        if (passes > budget) {
            given_up[puzzle] = 1;
            return kLoad;
        }
        u32 unsolved[3], filled[3];
        unsolved_cells(board, unsolved, filled);
        place = first_cell(unsolved);
        const u32 digits = digits_at(board, place.band, place.bit);
        u64 order = 0x012345678;
        if constexpr (kDrawn) order = orders[cell_number(place.band, place.bit)];
        while (!(digits >> (order & 15) & 1)) order >>= 4;
        place.digit = (int)(order & 15);
        return kBranch;
    }

    NONET_MEMBER Stage solved(const Board& board, int& depth) {
        solutions.write(puzzle, board);
        depth = 0;
        return kLoad;
    }

    NONET_MEMBER Stage exhausted() { return kLoad; }
    NONET_MEMBER bool give_up(u32, u32&) { return false; }
    NONET_MEMBER void hand_over(const Board&, const u32 (*)[27], int, u32) {}
};

// ------------------------------------------------------------------------------------------------------------------ Dig

// Is a clue needed?  Not if the others allow no other digit in its cell.  native/lanes/dig.h explains why the search for
// one may end as soon as all open cells could take their digit of the grid.
struct ClueTest {
    u32 planes[12], given[3];  // the grid, and the cells that are given

    NONET_MEMBER void remove(int cell) {
        NONET_UNROLL
        for (int b = 0; b < 3; b++)
            if (b == band_of(cell)) given[b] &= ~bit_of(cell);
    }

    NONET_MEMBER void put_back(int cell) {
        NONET_UNROLL
        for (int b = 0; b < 3; b++)
            if (b == band_of(cell)) given[b] |= bit_of(cell);
    }

    NONET_MEMBER bool sees_all_others(int band, u32 bit, int digit) const {
        const int i = lowest_bit(bit);
        const u32 box = (kEachRow << i % 3) * kEachCell, row = (7u << i % 9 / 3 * 3) * kEachCell;
        const u32 column = kEachRow << (i % 3 + i / 9 * 9);
        bool all = true;
        NONET_UNROLL
        for (int d = 0; d < 9; d++) {
            u32 seen = 0;
            NONET_UNROLL
            for (int b = 0; b < 3; b++)
                seen |= cells_of_digit(planes, d, b) & given[b] & (b == band ? row | box | column : column);
            all = all && (seen || d == digit);
        }
        return all;
    }

    // The clues; in the cell in question, the grid's digit is ruled out.
    NONET_MEMBER void set_up(Board& board, int band, u32 bit, int digit) const {
        NONET_UNROLL
        for (int d = 0; d < 9; d++) {
            NONET_UNROLL
            for (int b = 0; b < 3; b++) {
                board.x[d][b] = (cells_of_digit(planes, d, b) & given[b]) | (kFull & ~given[b]);
                if (b == band && d == digit) board.x[d][b] &= ~bit;
            }
        }
    }

    // A cell to branch in; false: there is another solution.
    NONET_MEMBER bool find_place(const Board& board, Place& place) const {
        u32 unsolved[3], filled[3], choice[3];
        unsolved_cells(board, unsolved, filled);
        NONET_UNROLL
        for (int b = 0; b < 3; b++) {
            NONET_UNROLL
            for (int d = 0; d < 9; d++) unsolved[b] &= ~(board.x[d][b] & cells_of_digit(planes, d, b));
        }
        if (!(unsolved[0] | unsolved[1] | unsolved[2])) return false;
        fewest_candidates(board, unsolved, choice);
        place = first_cell(choice);
        place.digit = lowest_bit(digits_at(board, place.band, place.bit));
        return true;
    }
};

// Orbits are removed in random order, if one solution is left; each cell of an orbit must be forced by the other clues.
struct Dig {
    static constexpr bool kHasNext = true;

    Grids grids;
    const unsigned char* given_up;  // numbers without a grid
    const u64* streams;
    const unsigned char* orbit_cells;  // the cells, orbit by orbit
    const unsigned char* orbit_start;  // n_orbits + 1 places in orbit_cells
    const unsigned char* orbit_kind;   // 0: free, 1: keeps its clues, 2: must be empty
    int n_orbits;
    int clues;    // stop there, if orbits are single cells; 0: as few as possible
    u32* givens;  // three words per puzzle, word-major: the cells that keep their clue
    u32 pitch;
    unsigned char* found;

    u32 puzzle, passes;
    ClueTest test;
    u32 before[3];  // the clues before the orbit in question was removed
    int at, n_cells, n_empty, n_given;
    unsigned char cells[81];  // orbit by orbit; 128 is added to the last cell of an orbit

    NONET_MEMBER Stage load(u32 item, Board&) {
        puzzle = item;
        found[item] = 0;
        if (given_up[item]) return kLoad;
        grids.read(item, test.planes);
        draw_order();
        NONET_UNROLL
        for (int b = 0; b < 3; b++) test.given[b] = before[b] = kFull;
        at = 0;
        n_given = 81;
        return kNext;
    }

    NONET_MEMBER void draw_order() {
        unsigned char orbits[81];
        for (int i = 0; i < n_orbits; i++) orbits[i] = (unsigned char)i;
        Rng rng = {streams[puzzle]};
        for (int i = n_orbits - 1; i > 0; i--) {
            const int j = (int)rng.below(i + 1);
            const unsigned char orbit = orbits[i];
            orbits[i] = orbits[j];
            orbits[j] = orbit;
        }
        n_cells = 0;
        for (int kind = 2; kind >= 0; kind -= 2) {
            for (int i = 0; i < n_orbits; i++) {
                const int orbit = orbits[i];
                if (orbit_kind[orbit] != kind) continue;
                for (int k = orbit_start[orbit]; k < orbit_start[orbit + 1]; k++) cells[n_cells++] = orbit_cells[k];
                cells[n_cells - 1] |= 128;
            }
            if (kind == 2) n_empty = n_cells;
        }
    }

    // Removes clues up to the next one that needs a search.
    NONET_MEMBER Stage next(Board& board) {
        while (at < n_cells && (n_given > clues || at < n_empty)) {
            const int cell = cells[at] & 127, band = band_of(cell);
            const u32 bit = bit_of(cell);
            test.remove(cell);
            const int digit = digit_at(test.planes, cell) - 1;
            if (!test.sees_all_others(band, bit, digit)) {
                test.set_up(board, band, bit, digit);
                return kDeduce;
            }
            accept();
        }
        NONET_UNROLL
        for (int b = 0; b < 3; b++) givens[(u64)b * pitch + puzzle] = test.given[b];
        found[puzzle] = 1;
        return kLoad;
    }

    // The clue in question is not needed.
    NONET_MEMBER void accept() {
        n_given--;
        if (cells[at++] & 128) {
            NONET_UNROLL
            for (int b = 0; b < 3; b++) before[b] = test.given[b];
        }
    }

    // It is needed: its orbit is restored.
    NONET_MEMBER Stage refuse() {
        if (at < n_empty) return kLoad;
        while (!(cells[at++] & 128)) {}
        n_given = 0;
        NONET_UNROLL
        for (int b = 0; b < 3; b++) {
            test.given[b] = before[b];
            n_given += count_bits(before[b]);
        }
        return kNext;
    }

    NONET_MEMBER Stage choose(const Board& board, Place& place) {
        return test.find_place(board, place) ? kBranch : refuse();
    }

    NONET_MEMBER Stage solved(const Board&, int& depth) {
        depth = 0;
        return refuse();
    }

    NONET_MEMBER Stage exhausted() {
        accept();
        return kNext;
    }

    NONET_MEMBER bool give_up(u32, u32&) { return false; }
    NONET_MEMBER void hand_over(const Board&, const u32 (*)[27], int, u32) {}
};

}  // namespace nonet_gpu
