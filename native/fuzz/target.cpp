// Calls every entry point of the kernel's C++ with arguments taken from the bytes of an input, and checks all about the
// answers that can be checked without solving.  driver.cpp makes the inputs, tools/fuzz.py builds and runs both under sanitizers.
//
//     byte 0         1            2            3 …
//     ┌────────────┬────────────┬────────────┬────────────────────────────────┐
//     │ which call │ the kernel │ the shape  │ records; the last may be short │
//     └────────────┴────────────┴────────────┴────────────────────────────────┘
//
// The shape: bits 0-3 are the stride less 81, bits 4-5 the largest number of records (0: all there are).
// Calls from 224 on take a killer instead of records: killers.cpp; from 240 on, and the first three of every sixteen below
// 224, a program of rules: rules.cpp.
//
// The entry point has libFuzzer's name, so that driver.cpp can be left out and -fsanitize=fuzzer linked instead.
#include <string.h>

#include <memory>
#include <thread>
#include <vector>

#include "canonical/canonical.h"
#include "explainer/path.h"
#include "fuzz/input.h"
#include "lanes/count.h"
#include "lanes/dispatch.h"
#include "logic/path.h"

using namespace nonet;

extern uint64_t g_calls, g_records;  // for the driver's report
uint64_t g_calls = 0, g_records = 0;

namespace {

bool is_digit(uint8_t c) { return c >= '1' && c <= '9'; }

bool is_puzzle(const uint8_t* record) {
    for (int i = 0; i < 81; i++)
        if (!is_digit(record[i]) && !(record[i] && strchr("0._*-xX", record[i]))) return false;
    return true;
}

// Every row, column and box holds every digit once, and every given is where it was.
bool solves(const uint8_t* record, const uint8_t* grid) {
    int rows[9] = {}, columns[9] = {}, boxes[9] = {};
    for (int i = 0; i < 81; i++) {
        if (!is_digit(grid[i]) || (is_digit(record[i]) && record[i] != grid[i])) return false;
        const int r = i / 9, c = i % 9, bit = 1 << (grid[i] - '1');
        rows[r] |= bit, columns[c] |= bit, boxes[r / 3 * 3 + c / 3] |= bit;
    }
    for (int i = 0; i < 9; i++)
        if ((rows[i] & columns[i] & boxes[i]) != 0x1ff) return false;
    return true;
}

// Memory of exactly this size on the heap: one byte too far is caught.
std::unique_ptr<uint8_t[]> exactly(const uint8_t* data, size_t size) {
    std::unique_ptr<uint8_t[]> copy(new uint8_t[size]);
    memcpy(copy.get(), data, size);
    return copy;
}

struct Records {
    std::unique_ptr<uint8_t[]> bytes;
    size_t n, stride;
    const uint8_t* operator[](size_t i) const { return bytes.get() + i * stride; }
};

// `helpers` threads besides this one run the same job.
void batch(const Kernel& kernel, const Records& records, int helpers) {
    const size_t n = records.n;
    std::vector<uint8_t> status(n), solutions(81 * n), alone(n);
    std::vector<uint64_t> counts(n);
    std::vector<Effort> effort(n);
    size_t next = 0;
    int missed = 0;
    BatchJob job;
    job.puzzles = records.bytes.get();
    job.stride = records.stride;
    job.n = n;
    job.next = &next;
    job.threads = 1 + (size_t)helpers;
    job.status = status.data();
    job.solutions = solutions.data();
    job.missed = &missed;
    job.counts = counts.data();
    job.effort = effort.data();
    std::vector<std::thread> threads;
    for (int i = 0; i < helpers; i++) threads.emplace_back([&] { demand(kernel.run(job, Pulse{})); });
    demand(kernel.run(job, Pulse{}));
    for (std::thread& thread : threads) thread.join();
    BatchJob bare;
    bare.puzzles = records.bytes.get();
    bare.stride = records.stride;
    bare.n = n;
    bare.next = &next;
    bare.status = alone.data();
    next = 0;
    demand(kernel.run(bare, Pulse{}));
    g_calls += 2 + (uint64_t)helpers;
    for (size_t i = 0; i < n; i++) {
        demand(missed || status[i] != kMissed);
        if (status[i] == kMissed) status[i] = kSeveral;
        demand((status[i] == kBad) == !is_puzzle(records[i]));
        demand(status[i] == alone[i]);
        if (status[i] != kBad) demand(counts[i] == status[i]);
        if (status[i] == kOne || status[i] == kSeveral) demand(solves(records[i], &solutions[81 * i]));
    }
}

// The first three solutions in row order: different, ascending, and as many as the status says.
struct Seen {
    uint8_t text[3][81];
    int n = 0;
    static bool keep(void* self, const uint8_t* solution) {
        Seen& seen = *(Seen*)self;
        memcpy(seen.text[seen.n++], solution, 81);
        return seen.n < 3;
    }
};

void walk(const Kernel& kernel, const uint8_t* record, const uint16_t* sets, int status) {
    Order order;
    for (int c = 0; c < 81; c++) {
        order.cell[c] = (uint8_t)c;
        for (int d = 0; d < 9; d++) order.digit[c][d] = (uint8_t)d;
    }
    Seen seen;
    kernel.walk(sets, order, Seen::keep, &seen, Pulse{});
    g_calls++;
    demand((seen.n < 2 ? seen.n : (int)kSeveral) == status);
    for (int i = 0; i < seen.n; i++) demand(solves(record, seen.text[i]));
    for (int i = 1; i < seen.n; i++) demand(memcmp(seen.text[i - 1], seen.text[i], 81) < 0);
}

void single(const Kernel& kernel, const Records& records) {
    for (size_t i = 0; i < records.n; i++) {
        auto text = exactly(records[i], 81);
        std::unique_ptr<uint8_t[]> out(new uint8_t[81]);
        Effort effort;
        const int status = kernel.solve(text.get(), out.get(), false, effort, Pulse{});
        demand((status == kBad) == !is_puzzle(text.get()));
        if (status == kOne || status == kSeveral) demand(solves(text.get(), out.get()));
        if (status == kBad) continue;
        uint16_t sets[81];
        for (int c = 0; c < 81; c++) sets[c] = is_digit(text[c]) ? (uint16_t)(1 << (text[c] - '1')) : (uint16_t)kAll;
        uint64_t count = 0;
        bool memory = true;
        demand(count_position(kernel, sets, 3, Pulse{}, count, memory) && memory);
        demand((count < 2 ? (int)count : (int)kSeveral) == status);
        demand((kernel.grade(sets, Pulse{}) > 0) == (status == kOne));
        g_calls += 3;
        walk(kernel, text.get(), sets, status);
    }
}

void canonical(const Records& records) {
    const size_t n = records.n;
    std::vector<uint8_t> status(n), forms(81 * n), cells(81 * n), digits(9 * n);
    std::vector<uint64_t> automorphisms(n);
    size_t next = 0;
    CanonicalJob job;
    job.puzzles = records.bytes.get();
    job.stride = records.stride;
    job.n = n;
    job.status = status.data();
    job.forms = forms.data();
    job.cells = cells.data();
    job.digits = digits.data();
    job.automorphisms = automorphisms.data();
    job.next = &next;
    demand(run_canonical(job, Pulse{}));
    g_calls++;
    for (size_t i = 0; i < n; i++) {
        demand((status[i] == kBad) == !is_puzzle(records[i]));
        if (status[i] != 1) continue;
        demand(automorphisms[i] >= 1);
        for (int c = 0; c < 81; c++) {  // the form is what the transformation makes of the record
            const uint8_t was = records[i][c], is = forms[81 * i + cells[81 * i + c]];
            demand(is_digit(was) ? is == '0' + digits[9 * i + was - '1'] : is == '.');
        }
    }
}

// A puzzle dug by rules that the bytes choose: which cells go together, which must stay or go, how many clues are left.
void dig(const Kernel& kernel, const uint8_t* data, size_t size) {
    if (size < 84) return;
    uint8_t cells[81], start[82] = {}, kind[81], values[2 * 81], found[2] = {};
    const int n_orbits = 1 + data[0] % 81;
    int at = 0;
    for (int o = 0; o < n_orbits; o++) {
        kind[o] = data[1 + o] & 0x80 ? (uint8_t)(data[1 + o] % 3) : (uint8_t)kFree;
        for (int c = 0; c < 81; c++)
            if (data[1 + c] % n_orbits == o) cells[at++] = (uint8_t)c;
        start[o + 1] = (uint8_t)at;
    }
    size_t next = 0;
    DigJob job;
    job.seed = data[82];
    job.n = 2;
    job.orbit_cells = cells;
    job.orbit_start = start;
    job.orbit_kind = kind;
    job.n_orbits = n_orbits;
    job.clues = data[83] < 82 ? data[83] : -1;
    job.values = values;
    job.found = found;
    job.next = &next;
    kernel.dig(job, Pulse{});
    g_calls++;
    for (int i = 0; i < 2; i++) {
        uint8_t text[81], out[81];
        int clues = 0;
        for (int c = 0; c < 81; c++) {
            demand(values[81 * i + c] <= 9);
            clues += values[81 * i + c] != 0;
            text[c] = (uint8_t)('0' + values[81 * i + c]);
        }
        if (!found[i]) {
            demand(clues == 0);
            continue;
        }
        Effort effort;
        demand(job.clues < 0 || clues == job.clues);
        demand(kernel.solve(text, out, false, effort, Pulse{}) == kOne);
        g_calls++;
    }
}

// The rules of Sudoku Explainer. On a puzzle with one solution, every step agrees with it; on any other board the
// rules only have to end. One Path serves all records, as in a batch.
void explain(const Kernel& kernel, const Records& records) {
    explainer::Path path(records.n % 2 ? explainer::Dialect::k121 : explainer::Dialect::k118);
    for (size_t i = 0; i < records.n; i++) {
        uint8_t values[81], solution[81];
        if (!values_of_record(records[i], values)) continue;
        Effort effort;
        const bool is_unique = kernel.solve(records[i], solution, false, effort, Pulse{}) == kOne;
        Patience patience{200};
        int steps = 0;
        g_calls += 2;
        try {
            const bool is_solved =
                path.walk(explainer::Board(values), patience.pulse(), [&](const explainer::Hint& hint, int) {
                    steps++;
                    demand(hint.difficulty >= 1 && hint.difficulty < 20);
                    demand(hint.cell < 81 && hint.digit < 9);
                    if (!is_unique) return;
                    if (hint.cell >= 0) demand(solution[hint.cell] == '1' + hint.digit);
                    for (const explainer::Removal& removal : hint.removals)
                        demand(!(removal.digits >> (solution[removal.cell] - '1') & 1));
                });
            if (!is_unique) continue;
            Patience again{200};
            const explainer::Rating rating = path.rate(explainer::Board(values), again.pulse());
            g_calls++;
            demand(rating.is_solved == is_solved && rating.steps == steps);
            demand(rating.ed <= rating.ep && rating.ep <= rating.er);
        } catch (const explainer::Interrupted&) {
            return;
        }
    }
}

// The compiled finders, easiest step first, with options that the bits choose. A board may break the rules, as in a game;
// then only memory is checked.
void find_steps(const Kernel& kernel, const Records& records, int bits) {
    logic::Plan plan;
    for (int finder = 0; finder < logic::kFinderCount; finder++) plan.finders.push_back((uint8_t)finder);
    plan.options.uniqueness = !(bits & 1);
    plan.options.duals = plan.options.siamese = plan.options.empty_rectangle_pairs = bits >> 1 & 1;
    plan.options.missing_candidates = !(bits & 4);
    logic::Solver solver(plan);
    Patience patience{300};  // for all records together
    for (size_t i = 0; i < records.n && !patience.stop; i++) {
        uint8_t values[81], solution[81];
        if (!values_of_record(records[i], values)) continue;
        Effort effort;
        const bool is_unique = kernel.solve(records[i], solution, false, effort, Pulse{}) == kOne;
        logic::Position position = logic::Position::of(values, nullptr);
        solver.begin(position);
        std::vector<uint8_t> record;
        int steps = 0;
        g_calls += 2;
        solver.walk(position, patience.pulse(), [&](const logic::Step& step) {
            demand(++steps < 2000);  // every step takes something away
            record.clear();
            step.write(record);
            if (!is_unique) return true;
            for (const auto& each : step.placements) demand(solution[each.cell] == '0' + each.digit);
            for (const auto& each : step.eliminations) demand(solution[each.cell] != '0' + each.digit);
            return true;
        });
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 3) return 0;
    const int call = data[0] % 16;
    if (data[0] >= 240 || (data[0] < 224 && call < 3)) {
        g_calls += fuzz_rules(data + 3, size - 3);
        return 0;
    }
    if (data[0] >= 224) {
        g_calls += fuzz_killers(data + 3, size - 3);
        return 0;
    }
    const Kernel* const* kernels = usable_kernels();
    int usable = 0;
    while (kernels[usable]) usable++;
    const Kernel& kernel = *kernels[data[1] % usable];
    const int bits = data[1] / usable;
    Records records;
    records.stride = 81 + data[2] % 16;
    const size_t most = data[2] / 16 % 4;
    data += 3, size -= 3;
    if (call == 3) {
        dig(kernel, data, size);
    } else {
        records.n = size < 81 ? 0 : 1 + (size - 81) / records.stride;
        if (records.n == 0) return 0;
        if (most && records.n > most) records.n = most;
        g_records += records.n;
        records.bytes = exactly(data, (records.n - 1) * records.stride + 81);
        if (call < 7) batch(kernel, records, 0);
        if (call == 7) batch(kernel, records, 2);
        if (call >= 8 && call < 11) single(kernel, records);
        if (call == 11) find_steps(kernel, records, bits);
        if (call == 12) explain(kernel, records);
        if (call >= 13) canonical(records);
    }
    return 0;
}
