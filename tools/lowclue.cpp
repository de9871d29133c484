// lowclue: searches for 9x9 puzzles with few clues (18 to 23) and exactly one solution.
//
//     c++ -O3 -std=c++17 -o lowclue tools/lowclue.cpp        (gcc or clang; nothing else is needed)
//     ./lowclue --clues 19 --count 80 --seed 1               puzzles 1 to 80, one per line
//     ./lowclue --clues 18 --count 20 --seed 1 --first 81    puzzles 81 to 100 of that seed
//
// Puzzle k depends only on (seed, clues, k): the same arguments give the same lines on every machine,
// however the work is divided. Puzzles go to standard output, and a line of progress for each to
// standard error.
//
// How a puzzle is found, starting from its own random grid:
//   fill      a random solution grid
//   dig       remove clues in random order while the solution stays unique: about 24 clues are left
//   exchange  {-1,+1}: remove one clue and enumerate all solutions of the rest. A candidate
//             (cell, digit) that occurs in exactly one of them is a clue that makes the puzzle unique
//             again, often with another solution grid. This gives neighbours with as many clues.
//   descend   if a clue of a neighbour has become redundant, remove it: {-2,+1}. Continue from there
//             until the requested number of clues is reached.
// If no neighbour descends, the search moves to a neighbour ({-2,+2} and further, step by step); if it
// does not get anywhere, it starts again from a new grid. 19 clues take a fraction of a second, 18 a
// few seconds.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

using u32 = std::uint32_t;
using u64 = std::uint64_t;

// ── random numbers ──────────────────────────────────────────────────────────────────────────────────

struct SplitMix64 {  // Steele, Lea, Flood: Fast splittable pseudorandom number generators (2014)
    u64 state;
    u64 next() {
        u64 z = (state += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    u32 below(u32 n) { return u32(((next() >> 32) * n) >> 32); }
    template <class Sequence> void shuffle(Sequence& s) {
        for (u32 i = u32(s.size()); i > 1; --i) std::swap(s[i - 1], s[below(i)]);
    }
};

// ── the board as bits ───────────────────────────────────────────────────────────────────────────────
//
// One word for each digit and band (three rows); bit 9*(row % 3) + column says "the digit may go here":
//
//        column 0 1 2   3 4 5   6 7 8
//     row 0     0 1 2 | 3 4 5 | 6 7 8          minirow: three cells of one row in one box
//     row 1     9 . . | . . . | . . 17
//     row 2    18 . . | . . . | . . 26

constexpr u32 BAND = (1u << 27) - 1, ROW = 511, COLUMN = 1 | 1 << 9 | 1 << 18, BOX = 7 * COLUMN;

struct Tables {
    u32 reach[512];     // a 3x3 matrix of bits -> the union of the permutation matrices inside it
    u32 spread[512];    // a matrix (row x box) -> the cells of its minirows
    u32 minirows[512];  // nine cells of a row -> which of its three minirows are not empty
    u32 peers[81][3];   // the peers of a cell, for each band

    Tables() {
        const int permutations[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        for (u32 m = 0; m < 512; ++m) {
            reach[m] = spread[m] = 0;
            for (auto& p : permutations) {
                const u32 one = 1u << p[0] | 8u << p[1] | 64u << p[2];
                if ((m & one) == one) reach[m] |= one;
            }
            for (int i = 0; i < 9; ++i)
                if (m >> i & 1) spread[m] |= 7u << 3 * i;
            minirows[m] = u32((m & 7) != 0) | u32((m & 56) != 0) << 1 | u32((m & 448) != 0) << 2;
        }
        for (int a = 0; a < 81; ++a) {
            peers[a][0] = peers[a][1] = peers[a][2] = 0;
            for (int b = 0; b < 81; ++b) {
                const bool box = a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
                if (a != b && (a / 9 == b / 9 || a % 9 == b % 9 || box)) peers[a][b / 27] |= 1u << b % 27;
            }
        }
    }
};
const Tables T;

using Values = std::array<signed char, 81>;  // 0..8 for a digit, -1 for an empty cell

struct Board {
    u32 may[9][3];   // candidates
    u32 seen[9][3];  // the candidates of a digit when it was last processed
    u32 open[3];     // cells whose digit has not been removed from their peers

    Board() {
        for (int d = 0; d < 9; ++d)
            for (int b = 0; b < 3; ++b) may[d][b] = BAND, seen[d][b] = 0;
        open[0] = open[1] = open[2] = BAND;
    }
    bool allows(int cell, int digit) const { return may[digit][cell / 27] >> cell % 27 & 1; }
    void set(int cell, int digit) {  // if the digit is not allowed, propagate() will fail
        for (int d = 0; d < 9; ++d)
            if (d != digit) may[d][cell / 27] &= ~(1u << cell % 27);
        pass_on(cell, digit);
    }
    void pass_on(int cell, int digit) {
        for (int b = 0; b < 3; ++b) may[digit][b] &= ~T.peers[cell][b];
        open[cell / 27] &= ~(1u << cell % 27);
    }
    bool solved() const { return !(open[0] | open[1] | open[2]); }
    int digit_at(int cell) const {
        for (int d = 0; d < 9; ++d)
            if (allows(cell, d)) return d;
        return -1;
    }

    // Applies singles and locked candidates as long as they find anything; false on a contradiction.
    bool propagate() {
        for (bool changed = true; changed;) {
            if (!naked_singles()) return false;
            if (solved()) return true;
            changed = false;
            for (int d = 0; d < 9; ++d) {
                u32* x = may[d];
                if (x[0] == seen[d][0] && x[1] == seen[d][1] && x[2] == seen[d][2]) continue;
                for (int b = 0; b < 3; ++b) seen[d][b] = x[b];
                if (!lock(x)) return false;
                changed |= x[0] != seen[d][0] || x[1] != seen[d][1] || x[2] != seen[d][2];
                changed |= hidden_singles(d);
            }
        }
        return true;
    }

  private:
    bool naked_singles() {
        for (bool again = true; again;) {
            again = false;
            for (int b = 0; b < 3; ++b) {
                u32 one = 0, two = 0;
                for (int d = 0; d < 9; ++d) two |= one & may[d][b], one |= may[d][b];
                if (one != BAND) return false;
                for (u32 singles = one & ~two & open[b]; singles; singles &= singles - 1) {
                    const int cell = 27 * b + __builtin_ctz(singles), digit = digit_at(cell);
                    if (digit < 0) return false;
                    pass_on(cell, digit);
                    again = true;
                }
            }
        }
        return true;
    }
    // In a band the digit takes one minirow of each row and each box: a permutation of three. In a stack
    // it takes one column in each band: a permutation again. Candidates in no permutation are removed.
    static bool lock(u32* x) {
        u32 columns[3];
        for (int b = 0; b < 3; ++b) {
            u32 taken = 0;
            for (int i = 0; i < 3; ++i) taken |= T.minirows[x[b] >> 9 * i & ROW] << 3 * i;
            x[b] &= T.spread[T.reach[taken]];
            if (!x[b]) return false;
            columns[b] = (x[b] | x[b] >> 9 | x[b] >> 18) & ROW;
        }
        u32 kept[3] = {0, 0, 0};
        for (int s = 0; s < 9; s += 3) {
            u32 taken = 0;
            for (int b = 0; b < 3; ++b) taken |= (columns[b] >> s & 7) << 3 * b;
            if (!T.reach[taken]) return false;
            for (int b = 0; b < 3; ++b) kept[b] |= (T.reach[taken] >> 3 * b & 7) << s;
        }
        for (int b = 0; b < 3; ++b) x[b] &= kept[b] * COLUMN;
        return true;
    }
    bool hidden_singles(int digit) {
        u32* x = may[digit];
        u32 hidden[3], one = 0, two = 0;
        for (int b = 0; b < 3; ++b) {
            hidden[b] = 0;
            for (int i = 0; i < 3; ++i) {
                const u32 row = x[b] & ROW << 9 * i, box = x[b] & u32(BOX) << 3 * i;
                if (!(row & (row - 1))) hidden[b] |= row;
                if (!(box & (box - 1))) hidden[b] |= box;
                const u32 cells = row >> 9 * i;
                two |= one & cells, one |= cells;
            }
        }
        bool changed = false;
        for (int b = 0; b < 3; ++b) {
            hidden[b] |= x[b] & (one & ~two) * COLUMN;
            hidden[b] &= open[b];
            if (!hidden[b]) continue;
            for (int d = 0; d < 9; ++d)
                if (d != digit && (may[d][b] & hidden[b])) may[d][b] &= ~hidden[b], changed = true;
        }
        return changed;
    }
};

// ── all solutions ───────────────────────────────────────────────────────────────────────────────────

// Calls visit(board) for each solution until it returns true; returns whether it did. The digits of
// `last`, if given, are guessed last, so that a solution other than `last` is found early.
template <class Visit> bool search(Board& board, const Values* last, Visit& visit) {
    if (!board.propagate()) return false;
    if (board.solved()) return visit(board);
    int cell = -1;
    for (int b = 0, fewest = 10; b < 3; ++b) {
        u32 one = 0, two = 0, three = 0, four = 0;
        for (int d = 0; d < 9; ++d) {
            const u32 x = board.may[d][b] & board.open[b];
            four |= three & x, three |= two & x, two |= one & x, one |= x;
        }
        const u32 levels[3] = {two & ~three, three & ~four, four};
        for (int i = 0; i < 3; ++i)
            if (levels[i] && i < fewest) cell = 27 * b + __builtin_ctz(levels[i]), fewest = i;
    }
    const int held = last ? (*last)[cell] : -1;
    for (int i = 0; i <= 9; ++i) {
        const int digit = i < 9 ? i : held;
        if (digit < 0 || (i < 9 && i == held) || !board.allows(cell, digit)) continue;
        Board next = board;
        next.set(cell, digit);
        if (search(next, last, visit)) return true;
    }
    return false;
}

Board board_of(const Values& clues) {
    Board board;
    for (int cell = 0; cell < 81; ++cell)
        if (clues[cell] >= 0) board.set(cell, clues[cell]);
    return board;
}

Values values_of(const Board& board) {
    Values values;
    for (int cell = 0; cell < 81; ++cell) values[cell] = (signed char)board.digit_at(cell);
    return values;
}

// Whether `clues`, which `grid` solves, have another solution.
bool has_other(const Values& clues, const Values& grid) {
    Board board = board_of(clues);
    auto differs = [&](const Board& found) {
        for (int cell = 0; cell < 81; ++cell)
            if (!found.allows(cell, grid[cell])) return true;
        return false;
    };
    return search(board, &grid, differs);
}

int clue_count(const Values& clues) { return int(81 - std::count(clues.begin(), clues.end(), -1)); }

int digit_count(const Values& clues) {
    u32 digits = 0;
    for (int v : clues)
        if (v >= 0) digits |= 1u << v;
    return __builtin_popcount(digits);
}

// Whether there is exactly one solution; stores it in `grid`.
bool only_solution(const Values& clues, Values& grid) {
    int count = 0;
    auto visit = [&](const Board& found) { return grid = values_of(found), ++count > 1; };
    Board board = board_of(clues);
    search(board, nullptr, visit);
    return count == 1;
}

// ── fill, dig, exchange ─────────────────────────────────────────────────────────────────────────────

std::array<int, 81> random_cells(SplitMix64& rng) {
    std::array<int, 81> cells;
    for (int i = 0; i < 81; ++i) cells[i] = i;
    rng.shuffle(cells);
    return cells;
}

Values random_grid(SplitMix64& rng) {
    for (;;) {  // cells in random order, each with a random digit; start again on a contradiction
        Board board;
        bool alive = true;
        for (int cell : random_cells(rng)) {
            std::array<int, 9> digits = {0, 1, 2, 3, 4, 5, 6, 7, 8};
            rng.shuffle(digits);
            alive = false;
            for (int d : digits) {
                if (!board.allows(cell, d)) continue;
                Board next = board;
                next.set(cell, d);
                if (!next.propagate()) continue;
                board = next, alive = true;
                break;
            }
            if (!alive) break;
        }
        if (alive && board.solved()) return values_of(board);
    }
}

// Removes redundant clues in random order until there are none.
void dig(Values& clues, const Values& grid, SplitMix64& rng) {
    for (int cell : random_cells(rng)) {
        if (clues[cell] < 0) continue;
        clues[cell] = -1;
        if (has_other(clues, grid)) clues[cell] = grid[cell];
    }
}

u64 fingerprint(const Values& clues) {
    u64 sum = 0;
    for (int cell = 0; cell < 81; ++cell)
        if (clues[cell] >= 0) sum += SplitMix64{u64(9 * cell + clues[cell] + 1) << 32}.next();
    return sum;
}

constexpr int MOST_SOLUTIONS = 2000;  // exchanges with more solutions than this are skipped
constexpr u32 MOST_NEIGHBOURS = 40;   // maximum number of neighbours kept per puzzle
constexpr int PATIENCE = 400;         // puzzles tried without reaching fewer clues before starting again

// All clues that make `clues` (with several solutions) unique, as cell and digit.
std::vector<std::pair<int, int>> completions(const Values& clues) {
    u32 once[9][3] = {}, twice[9][3] = {};
    int count = 0;
    auto tally = [&](const Board& found) {
        for (int d = 0; d < 9; ++d)
            for (int b = 0; b < 3; ++b) {
                const u32 x = found.may[d][b];
                twice[d][b] |= once[d][b] & x, once[d][b] |= x;
            }
        return ++count > MOST_SOLUTIONS;
    };
    Board board = board_of(clues);
    std::vector<std::pair<int, int>> result;
    if (search(board, nullptr, tally)) return result;
    for (int d = 0; d < 9; ++d)
        for (int b = 0; b < 3; ++b)
            for (u32 x = once[d][b] & ~twice[d][b]; x; x &= x - 1) result.push_back({27 * b + __builtin_ctz(x), d});
    return result;
}

struct Walk {
    Values puzzle;   // minimal, with one solution
    int clues;       // the number of clues
    long tried = 0;  // puzzles whose neighbours were examined
    SplitMix64& rng;
    std::unordered_set<u64> known;  // fingerprints of the neighbours seen since the last descent

    explicit Walk(SplitMix64& chance) : rng(chance) {
        const Values grid = random_grid(rng);
        puzzle = grid;
        dig(puzzle, grid, rng);
        clues = clue_count(puzzle);
    }

    // Descends to exactly `wanted` clues; false if it does not get there or ends below.
    bool descend(int wanted) {
        std::vector<Values> pool{puzzle};
        int patience = PATIENCE;
        while (clues > wanted && !pool.empty() && patience-- > 0) {
            std::swap(pool[rng.below(u32(pool.size()))], pool.back());
            const Values here = pool.back();
            pool.pop_back();
            ++tried;
            std::vector<Values> neighbours;
            if (exchange(here, neighbours)) {
                pool.assign(1, puzzle), known.clear(), patience = PATIENCE;
            } else {
                rng.shuffle(neighbours);
                if (neighbours.size() > MOST_NEIGHBOURS) neighbours.resize(MOST_NEIGHBOURS);
                pool.insert(pool.end(), neighbours.begin(), neighbours.end());
            }
        }
        return clues == wanted;
    }

  private:
    // {-1,+1} from `here`: if a neighbour contains a puzzle with fewer clues, stores it in `puzzle` and
    // returns true; otherwise collects all neighbours not seen before.
    bool exchange(const Values& here, std::vector<Values>& neighbours) {
        for (int out : random_cells(rng)) {
            if (here[out] < 0) continue;
            Values left = here;
            left[out] = -1;
            for (auto [cell, digit] : completions(left)) {
                Values next = left, grid;
                next[cell] = (signed char)digit;
                if (!known.insert(fingerprint(next)).second || !only_solution(next, grid)) continue;
                Values fewer = next;
                dig(fewer, grid, rng);
                if (clue_count(fewer) < clues) {
                    puzzle = fewer, clues = clue_count(fewer);
                    return true;
                }
                neighbours.push_back(next);
            }
        }
        return false;
    }
};

// ── the command ─────────────────────────────────────────────────────────────────────────────────────

int usage() {
    std::fputs("usage: lowclue --clues 18..23 [--count N] [--seed N] [--first K]\n", stderr);
    return 2;
}

int main(int argc, char** argv) {
    u64 clues = 0, count = 1, seed = 1, first = 1;
    for (int i = 1; i < argc; i += 2) {
        const std::string name = argv[i], text = i + 1 < argc ? argv[i + 1] : "";
        const bool number = text.find_first_not_of("0123456789") == std::string::npos;
        if (text.empty() || text.size() > 9 || !number) return usage();
        const u64 value = std::stoull(text);
        if (name == "--clues")
            clues = value;
        else if (name == "--count")
            count = value;
        else if (name == "--seed")
            seed = value;
        else if (name == "--first")
            first = value;
        else
            return usage();
    }
    if (clues < 18 || clues > 23) return usage();
    for (u64 k = first; k < first + count; ++k) {
        SplitMix64 mixer{seed};  // each (seed, clues, k) has its own stream
        mixer.state = mixer.next() + clues;
        mixer.state = mixer.next() + k;
        SplitMix64 rng{mixer.next()};
        const std::clock_t start = std::clock();
        for (long tried = 0, grids = 1;; ++grids) {
            Walk walk(rng);
            Values grid;
            const bool found = walk.descend(int(clues));
            tried += walk.tried;
            if (!found || digit_count(walk.puzzle) < 8 || !only_solution(walk.puzzle, grid)) continue;
            std::string line;
            for (int digit : walk.puzzle) line += digit < 0 ? '.' : char('1' + digit);
            std::printf("%s\n", line.c_str());
            std::fflush(stdout);
            const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
            std::fprintf(stderr, "clues %d seed %d number %d: %ld grids, %ld puzzles, %.2f s\n", int(clues), int(seed),
                         int(k), grids, tried, seconds);
            break;
        }
    }
}
