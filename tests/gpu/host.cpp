// The GPU's searches, compiled as C++ and run one after the other: what tests/gpu/test_device_code.py compares.
//
//     count LIMIT BUDGET    reads puzzles, a line each; prints the number of solutions and the one found first
//     greatest              prints the greatest solution, or a blank board
//     dig SEED FIRST COUNT ORBITS KINDS CLUES      prints dug puzzles; - for a number that failed
//     unbiased SEED FIRST   reads grids, a line each; prints the tries that are kept: number and puzzle
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <string>
#include <vector>

#include "tasks.h"
#include "unbiased.h"

using namespace nonet_gpu;

template <class Task> void run(Task& task, u32 n) {
    static u32 frames[kDepth][27];
    for (u32 item = 0; item < n; item++) {
        Board board;
        Place place = {0, 0, 0};
        int depth = 0;
        u32 slot = 0;
        for (Stage stage = task.load(item, board); stage != kLoad;) {
            if (stage == kBranch && task.give_up(depth + 1, slot)) {
                task.hand_over(board, frames, depth, slot);
                stage = kLoad;
            } else if (stage == kBranch) {
                stage = task.choose(board, place);
                if (stage == kBranch) {
                    take_branch(board, place, [&](int w, u32 word) { frames[depth][w] = word; });
                    depth++;
                    stage = kDeduce;
                } else {
                    depth = 0;
                }
            } else if (stage == kBack && depth) {
                depth--;
                for (int w = 0; w < 27; w++) board.x[w / 3][w % 3] = frames[depth][w];
                stage = kDeduce;
            } else if (stage == kBack) {
                stage = task.exhausted();
            } else if (stage == kNext) {
                if constexpr (Task::kHasNext) stage = task.next(board);
            } else {
                task.passes++;
                const Outcome outcome = deduce(board);
                if (outcome == kDead) stage = kBack;
                if (outcome == kStable) stage = kBranch;
                if (outcome == kSolved) stage = task.solved(board, depth);
            }
        }
    }
}

struct Puzzles {
    u32 n = 0;
    std::vector<u32> words;

    Puzzles() {
        std::vector<std::string> lines;
        char line[128];
        while (fgets(line, sizeof line, stdin)) lines.push_back(line);
        n = (u32)lines.size();
        words.resize(27 * n);
        for (u32 i = 0; i < n; i++) {
            Board board = {};
            u32 given[3] = {0, 0, 0};
            for (int cell = 0; cell < 81; cell++) {
                const char sign = lines[i][cell];
                if (sign < '1' || sign > '9') continue;
                board.x[sign - '1'][band_of(cell)] |= bit_of(cell);
                given[band_of(cell)] |= bit_of(cell);
            }
            open_board(board, given);
            Boards{words.data(), n}.write(i, board);
        }
    }
};

void print(const std::vector<u32>& grids, u32 n, u32 i) {
    u32 planes[12];
    for (int w = 0; w < 12; w++) planes[w] = grids[w * n + i];
    for (int cell = 0; cell < 81; cell++) putchar('0' + digit_at(planes, cell));
    putchar('\n');
}

void count(u64 limit, u32 budget) {
    Puzzles puzzles;
    const u32 n = puzzles.n, room = 4096;
    std::vector<u64> counts(n);
    std::vector<u32> grids(12 * n), items = puzzles.words, numbers(n), left(27 * room), left_numbers(room);
    for (u32 i = 0; i < n; i++) numbers[i] = i;
    for (u32 count = n, pitch = n; count;) {
        u32 n_left = 0;
        Count task = {{items.data(), pitch}, numbers.data(),      counts.data(), {grids.data(), n}, limit, budget,
                      {left.data(), room},   left_numbers.data(), &n_left};
        run(task, count);
        items = left;
        numbers = left_numbers;
        count = n_left;
        pitch = room;
    }
    for (u32 i = 0; i < n; i++) {
        printf("%llu ", counts[i] < limit ? counts[i] : limit);
        print(grids, n, i);
    }
}

void greatest() {
    Puzzles puzzles;
    std::vector<u32> grids(12 * puzzles.n);
    std::vector<unsigned char> given_up(puzzles.n);
    First<false> task = {
        {puzzles.words.data(), puzzles.n}, nullptr, {grids.data(), puzzles.n}, given_up.data(), 1u << 30};
    run(task, puzzles.n);
    for (u32 i = 0; i < puzzles.n; i++) print(grids, puzzles.n, i);
}

// ORBITS: the number of each cell's orbit; KINDS: a digit an orbit.
void dig(u64 seed, u64 first, u32 n, const char* orbits, const char* kinds, int clues) {
    std::vector<u32> grids(12 * n), givens(3 * n);
    std::vector<u64> streams(n);
    std::vector<unsigned char> given_up(n), found(n), cells, starts, kind;
    First<true> fill = {{}, nullptr, {grids.data(), n}, given_up.data(), 1u << 30, seed, first, streams.data()};
    run(fill, n);
    std::vector<int> number;
    for (char* at = (char*)orbits; *at; at += *at == ',') number.push_back((int)strtol(at, &at, 10));
    for (size_t orbit = 0; kinds[orbit]; orbit++) {
        starts.push_back((unsigned char)cells.size());
        kind.push_back((unsigned char)(kinds[orbit] - '0'));
        for (int cell = 0; cell < 81; cell++)
            if (number[cell] == (int)orbit) cells.push_back((unsigned char)cell);
    }
    starts.push_back(81);
    Dig task = {{grids.data(), n}, given_up.data(),  streams.data(), cells.data(),  starts.data(),
                kind.data(),       (int)kind.size(), clues,          givens.data(), n,
                found.data()};
    run(task, n);
    for (u32 i = 0; i < n; i++) {
        if (!found[i]) {
            puts("-");
            continue;
        }
        std::vector<u32> clue_planes(grids);
        for (int w = 0; w < 12; w++) clue_planes[w * n + i] &= givens[w % 3 * n + i];
        print(clue_planes, n, i);
    }
}

// 32 tries at a time, as a warp does.
void sieve_grid(const unsigned char* grid, u64 seed, u64 number, const Candidates& candidates) {
    static Sieve sieve;
    memcpy(sieve.grid, grid, 81);
    sieve.n_exchanges = 0;
    for (int i = 0; i < 81; i++) sieve.find_place(i);
    for (int i = 0; i < 81; i++) sieve.list_reasons(i);
    for (int i = 0; i < kPairsOfDigits + kPairsOfLines; i++) sieve.list_exchanges(i);
    for (u64 t = 0; t < kTriesOfGrid; t += 32) {
        unsigned char orders[32][81];
        std::vector<Rng> rngs;
        for (u64 lane = 0; lane < 32; lane++) {
            rngs.push_back(rng_of_try(seed, number * kTriesOfGrid + t + lane));
            for (int i = 0; i < 81; i++) orders[lane][i] = (unsigned char)i;
        }
        u32 open = 0xFFFFFFFF;
        for (int i = 0, drawn = 0; open; drawn = level_number(i++)) {
            const int level = level_number(i);
            u32 given[kNowhere + 1] = {}, redundant = 0, missed = 0;
            for (int lane = 0; lane < 32; lane++) {
                if (!(open >> lane & 1)) continue;
                draw_clues(rngs[lane], orders[lane], drawn, level);
                for (int k = 81 - level; k < 81; k++) given[orders[lane][k]] |= 1u << lane;
            }
            for (int cell = 0; cell < 81; cell++) redundant |= sieve.redundant(given, cell);
            for (u32 e = 0; e < sieve.n_exchanges; e++) missed |= sieve.missed(given, e);
            for (int lane = 0; lane < 32; lane++)
                if (open & redundant & ~missed & 1u << lane)
                    candidates.put(number * kTriesOfGrid + t + (u64)lane, grid, orders[lane], level - 1);
            open &= ~redundant;
        }
    }
}

void unbiased(u64 seed, u64 first) {
    std::vector<unsigned char> grids;
    char line[128];
    while (fgets(line, sizeof line, stdin))
        for (int cell = 0; cell < 81; cell++) grids.push_back((unsigned char)(line[cell] - '0'));
    const u32 n_grids = (u32)(grids.size() / 81), room = n_grids * 1024;
    u32 n = 0, n_left = 0;
    std::vector<u32> words(27 * (size_t)room), solutions(12 * (size_t)room), chosen;
    std::vector<u64> numbers(room), counts(room);
    std::vector<unsigned char> clues(room);
    const Candidates candidates = {{words.data(), room}, numbers.data(), clues.data(), &n};
    for (u32 i = 0; i < n_grids; i++) sieve_grid(grids.data() + 81 * i, seed, first + i, candidates);
    Count count = {{words.data(), room}, nullptr, counts.data(), {solutions.data(), room}, 2, 1u << 30,
                   {nullptr, 0},         nullptr, &n_left};
    run(count, n);
    for (u32 i = 0; i < n; i++)
        if (counts[i] == 1) chosen.push_back(i);
    std::vector<unsigned char> puzzles(81 * chosen.size());
    Settle settle = {grids.data(), seed, first, chosen.data(), numbers.data(), clues.data(), puzzles.data()};
    run(settle, (u32)chosen.size());
    for (size_t i = 0; i < chosen.size(); i++) {
        std::string text;
        for (int cell = 0; cell < 81; cell++) text += (char)('0' + puzzles[81 * i + (size_t)cell]);
        if (text.find_first_not_of('0') != text.npos) printf("%llu %s\n", numbers[chosen[i]], text.c_str());
    }
}

int main(int argc, char** argv) {
    if (argc == 4 && !strcmp(argv[1], "count"))
        count((u64)atoll(argv[2]), (u32)atoi(argv[3]));
    else if (argc == 2 && !strcmp(argv[1], "greatest"))
        greatest();
    else if (argc == 8 && !strcmp(argv[1], "dig"))
        dig((u64)atoll(argv[2]), (u64)atoll(argv[3]), (u32)atoi(argv[4]), argv[5], argv[6], atoi(argv[7]));
    else if (argc == 4 && !strcmp(argv[1], "unbiased"))
        unbiased((u64)atoll(argv[2]), (u64)atoll(argv[3]));
    else
        return 2;
}
