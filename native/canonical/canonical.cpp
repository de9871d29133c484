// The search for the canonical form builds it row by row, and keeps every way to begin that is still the smallest.
//
// Open stacks are to the left of the others, open columns to the left in their stack.  So sorting makes a row as small as
// it can be: blanks, then digits with a name, then digits without one, which take the next free names.  Only the
// order of these is a choice, and is branched on.
#include "canonical/canonical.h"

#include <string.h>

#include <algorithm>

namespace nonet {
namespace {

constexpr uint64_t kNameless = 15;
constexpr uint64_t kNoNames = 0xFFFFFFFFF0u;  // digits 1 … 9 have none, the blank is 0

uint64_t name_of(uint64_t names, uint8_t digit) { return names >> (4 * digit) & 15; }

// The orders of up to three things, as itertools.permutations gives them.
constexpr int kOrders[4] = {1, 1, 2, 6};
constexpr uint8_t kOrder[4][6][3] = {
    {{}},
    {{0}},
    {{0, 1}, {1, 0}},
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}},
};

// Three names of four bits, sorted: the smallest in the high bits.
struct SortedTable {
    uint16_t of[4096];
    constexpr SortedTable() : of() {
        for (int i = 0; i < 4096; i++) {
            int a = i >> 8, b = i >> 4 & 15, c = i & 15, t = 0;
            if (a > b) t = a, a = b, b = t;
            if (b > c) t = b, b = c, c = t;
            if (a > b) t = a, a = b, b = t;
            of[i] = (uint16_t)(a << 8 | b << 4 | c);
        }
    }
};
constexpr SortedTable kSorted;

// The first row as small as it can be, by which of its cells are filled: all its digits are new.
struct FirstTable {
    uint64_t of[512];
    constexpr FirstTable() : of() {
        for (int filled = 0; filled < 512; filled++) {
            int count[3] = {};
            for (int column = 0; column < 9; column++) count[column / 3] += filled >> column & 1;
            for (int k : {0, 1, 0}) {
                if (count[k] <= count[k + 1]) continue;
                int t = count[k];
                count[k] = count[k + 1];
                count[k + 1] = t;
            }
            for (int n : count) of[filled] = of[filled] << 12 | (0xFFFu >> (4 * (3 - n)));
        }
    }
};
constexpr FirstTable kFirst;

template <class T> void order(T& a, T& b) {
    if (b < a) {
        T t = a;
        a = b;
        b = t;
    }
}

// A stack whose place is settled: columns that stay open, then those in order; the nameless may go in any order.
struct Slot {
    uint8_t open[3], named[3], nameless[3], others[3];
    int open_count, named_count, nameless_count, other_count;

    // open_columns: those without an order so far; columns: those with one
    void set(const uint8_t* open_columns, int n, const uint8_t* columns, int m, const uint8_t* row, uint64_t names) {
        open_count = named_count = nameless_count = other_count = 0;
        for (int i = 0; i < n; i++) {
            uint8_t column = open_columns[i];
            uint64_t name = name_of(names, row[column]);
            if (!name) {
                open[open_count++] = column;
            } else if (name == kNameless) {
                nameless[nameless_count++] = column;
            } else {
                int at = named_count++;
                for (; at && name_of(names, row[named[at - 1]]) > name; at--) named[at] = named[at - 1];
                named[at] = column;
            }
        }
        for (int i = 0; i < m; i++) others[other_count++] = columns[i];
    }
    // Writes the open columns, then the others; gives the nameless of this row their names.
    uint8_t* write(uint8_t* out, int choice, const uint8_t* row, uint64_t& names, uint8_t& next_name) const {
        for (int i = 0; i < open_count; i++) *out++ = open[i];
        const uint8_t* settled = out;
        for (int i = 0; i < named_count; i++) *out++ = named[i];
        for (int i = 0; i < nameless_count; i++) *out++ = nameless[kOrder[nameless_count][choice][i]];
        for (int i = 0; i < other_count; i++) *out++ = others[i];
        for (; settled != out; settled++) {
            uint8_t digit = row[*settled];
            if (name_of(names, digit) != kNameless) continue;
            names ^= (kNameless ^ next_name++) << (4 * digit);
        }
        return out;
    }
};

constexpr uint64_t factorial(int n) { return n < 2 ? 1 : (uint64_t)n * factorial(n - 1); }

}  // namespace

// -- the search -----------------------------------------------------------------------------------------------------------

void Canonizer::find(const uint8_t* values, Canonical* found) {
    memset(filled_, 0, sizeof filled_);
    for (int row = 0; row < 9; row++) {
        for (int column = 0; column < 9; column++) {
            uint8_t value = values[9 * row + column];
            sheets_[0][row][column] = sheets_[1][column][row] = value;
            filled_[0][row] |= (uint16_t)((value != 0) << column);
            filled_[1][column] |= (uint16_t)((value != 0) << row);
        }
    }
    bool full = true;
    for (int row = 0; row < 9; row++) full &= filled_[0][row] == 0x1FF;
    for (int sheet = 0; sheet < 2; sheet++) {
        touched_rows_[sheet] = 0;
        for (int row = 0; row < 9; row++) touched_rows_[sheet] |= (unsigned)(filled_[sheet][row] != 0) << row;
    }
    next_.clear();
    if (full)
        start_full();
    else
        start();
    for (;;) {
        ways_.swap(next_);
        if (ways_[0].row_count == 9) break;
        smallest_ = UINT64_MAX;
        best_.clear();
        for (size_t i = 0; i < ways_.size(); i++) candidates(ways_[i], (uint32_t)i);
        next_.clear();
        for (const Step& step : best_) further(ways_[step.way], step);
    }
    result(values, found);
}

void Canonizer::start() {
    for (uint8_t sheet = 0; sheet < 2; sheet++) {
        Way way = {kNoNames, 1, 0, {0, 1, 2, 3, 4, 5, 6, 7, 8}, {}, 0, {3, 3, 3}, 3, 1, sheet};
        next_.push_back(way);
    }
}

// The rows that may come next after a way.  Of a band's empty rows one is enough.
void Canonizer::candidates(const Way& way, uint32_t number) {
    const int begun = way.row_count % 3;
    int band = begun ? way.rows[way.row_count - 1] / 3 : 0;
    const int last_band = begun ? band : 2;
    for (; band <= last_band; band++) {
        unsigned left = ~way.used & 7u << (3 * band);
        if (!left) continue;
        if (unsigned empty = left & ~touched_rows_[way.sheet]) {
            consider(way, number, __builtin_ctz(empty), __builtin_popcount(empty));
            left &= touched_rows_[way.sheet];
        }
        for (; left; left &= left - 1) consider(way, number, __builtin_ctz(left), 1);
    }
}

void Canonizer::consider(const Way& way, uint32_t number, int row, int times) {
    uint64_t line = way.row_count ? arranged(way, sheets_[way.sheet][row]) : kFirst.of[filled_[way.sheet][row]];
    if (line > smallest_) return;
    if (line < smallest_) best_.clear();
    smallest_ = line;
    best_.push_back({number, (uint8_t)row, (uint8_t)times});
}

// The row as small as this way can make it: nine names of four bits, 15 for each digit that is new.
uint64_t Canonizer::arranged(const Way& way, const uint8_t* row) const {
    uint32_t block[3];
    for (int stack = 0; stack < 3; stack++) {
        const uint8_t* columns = way.columns + 3 * stack;
        uint32_t a = (uint32_t)name_of(way.names, row[columns[0]]), b = (uint32_t)name_of(way.names, row[columns[1]]),
                 c = (uint32_t)name_of(way.names, row[columns[2]]);
        if (way.open[stack] == 2) order(a, b);
        block[stack] = a << 8 | b << 4 | c;
        if (way.open[stack] == 3) block[stack] = kSorted.of[block[stack]];
    }
    if (way.open_stacks == 3) {
        order(block[0], block[1]);
        order(block[1], block[2]);
    }
    if (way.open_stacks >= 2) order(block[0], block[1]);
    return (uint64_t)block[0] << 24 | block[1] << 12 | block[2];
}

// Each way to put the row next so that it is as small as `arranged` says.
void Canonizer::further(const Way& way, const Step& step) {
    const uint8_t* row = sheets_[way.sheet][step.row];
    Way next = way;
    next.rows[next.row_count++] = step.row;
    next.used |= (uint16_t)(1u << step.row);
    next.times *= step.times;
    if (!(way.open[0] | way.open[1] | way.open[2])) {  // every column has its place; only names are new
        for (int i = 0; i < 9 && next.next_name < 10; i++) {
            uint8_t digit = row[way.columns[i]];
            if (name_of(next.names, digit) == kNameless) next.names ^= (kNameless ^ next.next_name++) << (4 * digit);
        }
        next_.push_back(next);
        return;
    }

    // The open stacks, sorted by what they hold; those that hold nothing stay open.
    struct Touched {
        uint32_t block;
        uint8_t first;  // its first column
        bool operator<(const Touched& other) const {
            return block != other.block ? block < other.block : first < other.first;
        }
    } touched[3];
    uint8_t still_open[3];
    int touched_count = 0, open_count = 0;
    for (int stack = 0; stack < way.open_stacks; stack++) {
        uint8_t first = way.columns[3 * stack];
        uint32_t block = 0;
        for (int i = 0; i < 3; i++) block = block << 4 | (uint32_t)name_of(way.names, row[first + i]);
        if (block)
            touched[touched_count++] = {kSorted.of[block], first};
        else
            still_open[open_count++] = first;
    }
    if (touched_count == 3) {
        order(touched[0], touched[1]);
        order(touched[1], touched[2]);
    }
    if (touched_count >= 2) order(touched[0], touched[1]);

    // Stacks that hold the same can go in any order: up to six orders of the touched stacks, as kOrder lists them.
    int group[3] = {0, 0, 0};
    for (int i = 1; i < touched_count; i++) group[i] = group[i - 1] + (touched[i].block != touched[i - 1].block);

    next.open_stacks = (uint8_t)open_count;
    for (int stack = 0; stack < open_count; stack++) {
        next.open[stack] = 3;
        for (int i = 0; i < 3; i++) next.columns[3 * stack + i] = (uint8_t)(still_open[stack] + i);
    }
    Slot slots[3];
    int count = 0;
    for (int i = 0; i < touched_count; i++) {
        uint8_t first = touched[i].first;
        const uint8_t columns[3] = {first, (uint8_t)(first + 1), (uint8_t)(first + 2)};
        slots[count++].set(columns, 3, nullptr, 0, row, way.names);
    }
    for (int stack = way.open_stacks; stack < 3; stack++) {
        const uint8_t* columns = way.columns + 3 * stack;
        int open = way.open[stack];
        slots[count++].set(columns, open, columns + open, 3 - open, row, way.names);
    }
    for (int choice = 0; choice < kOrders[touched_count]; choice++) {
        const Slot* chosen_slots[3] = {&slots[0], &slots[1], &slots[2]};
        bool alike = true;
        for (int i = 0; i < touched_count; i++) {
            int other = kOrder[touched_count][choice][i];
            chosen_slots[i] = &slots[other];
            if (group[other] != group[i]) alike = false;
        }
        if (!alike) continue;
        int orders[3] = {1, 1, 1};
        for (int i = 0; i < count; i++) {
            orders[i] = kOrders[chosen_slots[i]->nameless_count];
            next.open[open_count + i] = (uint8_t)chosen_slots[i]->open_count;
        }
        for (int a = 0; a < orders[0]; a++) {
            for (int b = 0; b < orders[1]; b++) {
                for (int c = 0; c < orders[2]; c++) {
                    const int chosen[3] = {a, b, c};
                    next.names = way.names;
                    next.next_name = way.next_name;
                    uint8_t* out = next.columns + 3 * open_count;
                    for (int i = 0; i < count; i++)
                        out = chosen_slots[i]->write(out, chosen[i], row, next.names, next.next_name);
                    next_.push_back(next);
                }
            }
        }
    }
}

// The form, a transformation that leads to it (that of the first way), and how many there are.
void Canonizer::result(const uint8_t* values, Canonical* found) const {
    const Way& way = ways_[0];
    for (int target_row = 0; target_row < 9; target_row++) {
        for (int target_column = 0; target_column < 9; target_column++) {
            int row = way.rows[target_row], column = way.columns[target_column];
            int source = way.sheet ? 9 * column + row : 9 * row + column;
            found->cells[source] = (uint8_t)(9 * target_row + target_column);
        }
    }
    uint8_t unused = way.next_name;
    for (int digit = 0; digit < 10; digit++) {
        uint64_t name = name_of(way.names, (uint8_t)digit);
        found->digits[digit] = name == kNameless ? unused++ : (uint8_t)name;
    }
    for (int cell = 0; cell < 81; cell++) found->form[found->cells[cell]] = found->digits[values[cell]];

    found->automorphisms = 0;
    for (const Way& each : ways_) {
        uint64_t total = each.times * factorial(each.open_stacks);  // what is still open never mattered
        for (uint8_t open : each.open) total *= factorial(open);
        found->automorphisms += total;
    }
}

// -- full grids -----------------------------------------------------------------------------------------------------------

// The first two rows of a full grid.
//
// Whichever row is first becomes 123 456 789, in 18 · 1296 ways.  Below 123 are three digits of the second row, which the
// first row has in its other stacks.  In the best case it has all three in one stack, which then comes next:
//
//     1 2 3 │ 4 5 6 │ 7 8 9                 1 2 3 │ 4 5 6 │ 7 8 9
//     4 5 6 │                and otherwise  4 5 7 │
//
// Only the ways with the most digits in one stack are considered.
void Canonizer::start_full() {
    int most = 2;
    smallest_ = UINT64_MAX;
    openings_.clear();
    uint32_t numbered = 0;
    for (int sheet = 0; sheet < 2; sheet++) {
        for (int first = 0; first < 9; first++) {
            memset(number_of_, 0, sizeof number_of_);
            const uint8_t* above = sheets_[sheet][first];
            uint8_t column_of[10];
            for (uint8_t column = 0; column < 9; column++) column_of[above[column]] = column;
            for (int second = first / 3 * 3; second < first / 3 * 3 + 3; second++) {
                if (second == first) continue;
                uint8_t source[9];  // for each column, where the first row has the digit that the second has here
                for (int column = 0; column < 9; column++) source[column] = column_of[sheets_[sheet][second][column]];
                for (const uint8_t* stacks : kOrder[3]) {
                    int from_middle = 0;
                    for (int i = 0; i < 3; i++) from_middle += source[3 * stacks[0] + i] / 3 == stacks[1];
                    if (from_middle < most) continue;
                    if (from_middle > most) {
                        most = from_middle;
                        smallest_ = UINT64_MAX;
                    }
                    open_full(sheet, first, second, stacks, source, &numbered);
                }
            }
        }
    }
    // In the order in which the twin in Python meets them: by the order of columns, then by the second row.
    std::sort(openings_.begin(), openings_.end(), [](const Opening& a, const Opening& b) {
        return a.number != b.number ? a.number < b.number : a.way.rows[1] < b.way.rows[1];
    });
    for (Opening& opening : openings_) {
        Way& way = opening.way;
        for (uint64_t i = 0; i < 9; i++)
            way.names ^= (kNameless ^ (i + 1)) << (4 * sheets_[way.sheet][way.rows[0]][way.columns[i]]);
        next_.push_back(way);
    }
}

// Orders of the columns that bring the second row's left stack to 456, or to 457; those with the smallest second row.
void Canonizer::open_full(int sheet, int first, int second, const uint8_t* stacks, const uint8_t* source,
                          uint32_t* numbered) {
    for (const uint8_t* left : kOrder[3]) {
        uint8_t columns[9];  // left, middle, right
        int middle = 3, right = 6;
        unsigned used = 0;
        bool sorted = true;
        for (int i = 0; i < 3; i++) {
            columns[i] = (uint8_t)(3 * stacks[0] + left[i]);
            uint8_t column = source[columns[i]];
            used |= 1u << column;
            if (column / 3 == stacks[1]) {
                if (right > 6) sorted = false;
                columns[middle++] = column;
            } else {
                columns[right++] = column;
            }
        }
        if (!sorted) continue;
        uint8_t rest[2][3];
        int count[2] = {0, 0};
        for (int part = 0; part < 2; part++)
            for (int column = 3 * stacks[part + 1]; column < 3 * stacks[part + 1] + 3; column++)
                if (!(used >> column & 1)) rest[part][count[part]++] = (uint8_t)column;
        for (int a = 0; a < kOrders[count[0]]; a++) {
            for (int b = 0; b < kOrders[count[1]]; b++) {
                for (int i = 0; i < count[0]; i++) columns[middle + i] = rest[0][kOrder[count[0]][a][i]];
                for (int i = 0; i < count[1]; i++) columns[right + i] = rest[1][kOrder[count[1]][b][i]];

                // The number of this way to place the first row: the same for either second row
                static constexpr uint8_t kNumber[9] = {0, 0, 1, 2, 0,
                                                       3, 4, 5, 0};  // of an order of 0 1 2, by the first two
                int code = kNumber[3 * stacks[0] + stacks[1]];
                for (int i = 0; i < 9; i += 3) code = 6 * code + kNumber[3 * (columns[i] % 3) + columns[i + 1] % 3];
                if (!number_of_[code]) number_of_[code] = ++*numbered;

                uint8_t name[9];
                for (uint8_t i = 0; i < 9; i++) name[columns[i]] = (uint8_t)(i + 1);
                uint64_t line = 0;
                for (uint8_t column : columns) line = line << 4 | name[source[column]];
                if (line > smallest_) continue;
                if (line < smallest_) openings_.clear();
                smallest_ = line;
                Opening opening = {number_of_[code], {}};
                opening.way = {kNoNames,
                               1,
                               (uint16_t)(1u << first | 1u << second),
                               {},
                               {(uint8_t)first, (uint8_t)second},
                               2,
                               {0, 0, 0},
                               0,
                               10,
                               (uint8_t)sheet};
                memcpy(opening.way.columns, columns, 9);
                openings_.push_back(opening);
            }
        }
    }
}

// -- batches ---------------------------------------------------------------------------------------------------------------

bool breaks_rules(const uint8_t* values) {
    uint32_t rows = 0, broken = 0, columns[9] = {}, boxes[9] = {};
    for (int row = 0; row < 9; row++) {
        rows = 0;
        for (int column = 0; column < 9; column++) {
            uint32_t bit = 1u << values[9 * row + column] & ~1u;  // a blank has none
            uint32_t& box = boxes[box_of(9 * row + column)];
            broken |= bit & (rows | columns[column] | box);
            rows |= bit;
            columns[column] |= bit;
            box |= bit;
        }
    }
    return broken != 0;
}

bool run_canonical(const CanonicalJob& job, const Pulse& pulse) {
    constexpr size_t kPiece = 64;
    Canonizer canonizer;
    for (;;) {
        const size_t begin = __atomic_fetch_add(job.next, kPiece, __ATOMIC_RELAXED);
        if (begin >= job.n || tick(pulse)) return true;
        const size_t end = job.n - begin < kPiece ? job.n : begin + kPiece;
        for (size_t i = begin; i < end; i++) {
            uint8_t values[81];
            Canonical found;
            const bool read = values_of_record(job.puzzles + i * job.stride, values);
            const uint8_t status = !read ? (uint8_t)kBad : (uint8_t)!breaks_rules(values);
            job.status[i] = status;
            if (status == 1) {
                canonizer.find(values, &found);
            } else {
                memset(&found, 0, sizeof found);
            }
            for (int c = 0; c < 81; c++) job.forms[81 * i + c] = (uint8_t)".123456789"[found.form[c]];
            if (job.cells) memcpy(job.cells + 81 * i, found.cells, 81);
            if (job.digits) memcpy(job.digits + 9 * i, found.digits + 1, 9);
            if (job.automorphisms) job.automorphisms[i] = found.automorphisms;
        }
    }
}

}  // namespace nonet
