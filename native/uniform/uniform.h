// Uniformly random 9x9 grids, by rejection: the method and its proof are at the head of its twin in Python,
// src/nonet/generate/exact_uniform.py.  Both draw the same numbers in the same order.
#pragma once
#include <stdint.h>
#include <string.h>

#include <vector>

#include "rng.h"

namespace nonet {

class UniformGrids {  // one for each thread
  public:
    static constexpr int kMostWays = 1728;

    UniformGrids() : partition_(19683, 0) {
        const uint16_t own[3] = {0x007, 0x038, 0x1c0};
        add_plans(own);
        number_partitions();
    }

    // 81 values 1..9.
    void draw(Rng& rng, uint8_t* values) {
        while (!attempt(rng, values)) {}
    }

  private:
    // For each of the two further boxes and each of its lines, the places of the first box (3 · line + place) whose
    // digits it has.
    struct Plan {
        uint8_t place[2][3][3];
    };
    typedef uint8_t Columns[9][3];  // the digits of each column of a band, ascending

    // Ways by the partitions of boxes 2 and 3, relative to box 1; 0: not known yet.  All threads fill it in, with the same
    // numbers: a thousand grids know most of them.
    inline static uint16_t known_[280 * 280];

    std::vector<Plan> plans_;
    std::vector<uint16_t> partition_;  // the number of a partition, by the column of each digit as a number in base 3

    // ---------------------------------------------------------------------------------------------------------- plans

    template <class Use> static void each_partition(const uint16_t* used, Use use) {
        uint16_t line[3];
        for (line[0] = 0; next_three(line[0], 0x1ff & ~used[0]);)
            for (line[1] = 0; next_three(line[1], 0x1ff & ~used[1] & ~line[0]);) {
                line[2] = (uint16_t)(0x1ff & ~line[0] & ~line[1]);
                if (!(line[2] & used[2])) use(line);
            }
    }

    // The next three of these places, in lexicographic order; 0 is before the first.
    static bool next_three(uint16_t& chosen, int from) {
        bool past = chosen == 0;
        for (int a = 0; a < 9; a++)
            for (int b = a + 1; b < 9; b++)
                for (int c = b + 1; c < 9; c++) {
                    const uint16_t three = (uint16_t)(1u << a | 1u << b | 1u << c);
                    if (past && (three & from) == three) {
                        chosen = three;
                        return true;
                    }
                    past = past || three == chosen;
                }
        return false;
    }

    void add_plans(const uint16_t* own) {
        each_partition(own, [&](const uint16_t* second) {
            uint16_t used[3];
            for (int line = 0; line < 3; line++) used[line] = (uint16_t)(own[line] | second[line]);
            each_partition(used, [&](const uint16_t* third) {
                Plan plan;
                for (int line = 0; line < 3; line++) {
                    spread(second[line], plan.place[0][line]);
                    spread(third[line], plan.place[1][line]);
                }
                plans_.push_back(plan);
            });
        });
    }

    static void spread(uint16_t three, uint8_t* places) {
        for (; three; three &= (uint16_t)(three - 1)) *places++ = (uint8_t)__builtin_ctz(three);
    }

    const Plan& any_plan(Rng& rng) { return plans_[rng.below(plans_.size())]; }

    // -------------------------------------------------------------------------------------------------------- attempt

    bool attempt(Rng& rng, uint8_t* values) {
        uint8_t digits[9];
        for (uint8_t i = 0; i < 9; i++) digits[i] = (uint8_t)(i + 1);
        rng.shuffle(digits, 9);
        for (int i = 0; i < 9; i++) values[9 * (i / 3) + i % 3] = digits[i];
        const Plan& across = any_plan(rng);
        for (int box = 0; box < 2; box++)
            for (int row = 0; row < 3; row++) {
                uint8_t three[3];
                for (int i = 0; i < 3; i++) three[i] = digits[across.place[box][row][i]];
                rng.shuffle(three, 3);
                memcpy(values + 9 * row + 3 * (box + 1), three, 3);
            }
        Columns lower[2];
        for (int stack = 0; stack < 3; stack++) {
            const Plan& down = any_plan(rng);
            for (int band = 0; band < 2; band++)
                for (int column = 0; column < 3; column++) {
                    uint8_t* three = lower[band][3 * stack + column];
                    for (int i = 0; i < 3; i++) {
                        const int place = down.place[band][column][i];  // column of the top box, and row
                        three[i] = values[9 * (place % 3) + 3 * stack + place / 3];
                    }
                    sort(three);
                }
        }
        int ways[2];
        for (int band = 0; band < 2; band++) {
            ways[band] = ways_of(lower[band]);
            if ((int)rng.below(kMostWays) >= ways[band]) return false;
        }
        for (int band = 0; band < 2; band++)
            lay(lower[band], (int)rng.below((uint64_t)ways[band]), values + 27 * (band + 1));
        return true;
    }

    static void sort(uint8_t* three) {
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2 - i; j++)
                if (three[j] > three[j + 1]) {
                    const uint8_t t = three[j];
                    three[j] = three[j + 1];
                    three[j + 1] = t;
                }
    }

    // ----------------------------------------------------------------------------------------------------------- ways

    void number_partitions() {
        uint16_t count = 0;
        for (int code = 0; code < 19683; code++) {
            int sizes[3] = {}, highest = -1;
            bool good = true;
            for (int digit = 0, rest = code; digit < 9; digit++, rest /= 3) {
                const int column = rest % 3;
                good = good && column <= highest + 1 && ++sizes[column] <= 3;  // columns by their first digits
                if (column > highest) highest = column;
            }
            if (good) partition_[(size_t)code] = count++;
        }
    }

    // The number of the partition that a box has, its digits renamed.
    size_t partition_of(const uint8_t (*box)[3], const uint8_t* name) const {
        static constexpr int kPower[9] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561};
        int column_of[9];
        for (int column = 0; column < 3; column++)
            for (int i = 0; i < 3; i++) column_of[name[box[column][i]]] = column;
        int rank[3] = {-1, -1, -1}, next = 0, code = 0;
        for (int digit = 0; digit < 9; digit++) {
            int& r = rank[column_of[digit]];
            if (r < 0) r = next++;
            code += r * kPower[digit];
        }
        return partition_[(size_t)code];
    }

    int ways_of(const Columns& columns) {
        uint8_t name[10];
        for (uint8_t i = 0; i < 9; i++) name[columns[i / 3][i % 3]] = i;
        uint16_t* place = known_ + 280 * partition_of(columns + 3, name) + partition_of(columns + 6, name);
        const uint16_t known = __atomic_load_n(place, __ATOMIC_RELAXED);
        if (known) return known;
        Count count{columns, -1, 0, {}, nullptr};
        count.fill(0, 0);
        __atomic_store_n(place, (uint16_t)count.ways, __ATOMIC_RELAXED);
        return count.ways;
    }

    // The rows of a way: by the top row, and then by the order of each cycle's first column.
    static void lay(const Columns& columns, int number, uint8_t* rows) {
        Count count{columns, number, 0, {}, rows};
        count.fill(0, 0);
    }

    // Walks through the top rows in lexicographic order; under each, the rest is 2 ^ cycles.
    struct Count {
        const Columns& columns;
        int wanted;  // the number of the way to lay; -1: count them all
        int ways;
        uint8_t row[9];
        uint8_t* rows;

        bool fill(int column, unsigned used) {
            if (column == 9) return below();
            for (int i = 0; i < 3; i++) {
                const uint8_t digit = columns[column][i];
                if (used >> digit & 1) continue;
                row[column] = digit;
                if (!fill(column + 1, used | 1u << digit)) return false;
            }
            return true;
        }

        bool below() {
            uint8_t rest[9][2], at[10][2], n_at[10] = {};
            for (uint8_t column = 0; column < 9; column++) {
                int n = 0;
                for (int i = 0; i < 3; i++)
                    if (columns[column][i] != row[column]) rest[column][n++] = columns[column][i];
                for (int i = 0; i < 2; i++) at[rest[column][i]][n_at[rest[column][i]]++] = column;
            }
            uint8_t cycle[9], start[10] = {};  // cycle: the columns, cycle by cycle
            int cycles = 0, n = 0;
            unsigned seen = 0;
            for (uint8_t first = 0; first < 9; first++) {
                if (seen >> first & 1) continue;
                start[cycles++] = (uint8_t)n;
                uint8_t column = first, digit = rest[first][0];
                while (!(seen >> column & 1)) {
                    seen |= 1u << column;
                    cycle[n++] = column;
                    digit = rest[column][rest[column][0] == digit];
                    column = at[digit][at[digit][0] == column];
                }
            }
            if (wanted < 0 || wanted - ways >= 1 << cycles) {
                ways += 1 << cycles;
                return true;
            }
            memcpy(rows, row, 9);
            start[cycles] = 9;
            for (int c = 0; c < cycles; c++) {
                const int down = (wanted - ways) >> c & 1;
                uint8_t digit = rest[cycle[start[c]]][0];
                for (int i = start[c]; i < start[c + 1]; i++) {
                    const uint8_t column = cycle[i];
                    rows[9 * (1 + down) + column] = digit;
                    digit = rest[column][rest[column][0] == digit];
                    rows[9 * (2 - down) + column] = digit;
                }
            }
            return false;
        }
    };
};

}  // namespace nonet
