// Answers of one kernel, as text: how tests/test_native_arm.py compares processors.
//
//     answers KERNEL DIGS < puzzles
//
// For each line, a puzzle of 81 characters: its status in a batch, its solution, the number of solutions that a single call
// finds (two at most), its grade.  Then as many lines with dug puzzles, from stream 0, 1, … of seed 1.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <string>
#include <vector>

#include "lanes/dispatch.h"

using namespace nonet;

namespace {

std::string read_records() {
    std::string records;
    char line[256];
    while (fgets(line, sizeof line, stdin))
        if (strlen(line) >= 81) records.append(line, 81);
    return records;
}

void solve_all(const Kernel& kernel, const std::string& records) {
    const size_t n = records.size() / 81;
    const Pulse pulse;
    size_t next = 0;
    std::vector<uint8_t> solutions(81 * n, '.'), status(n);
    BatchJob job;
    job.puzzles = (const uint8_t*)records.data();
    job.n = n;
    job.solutions = solutions.data();
    job.status = status.data();
    job.next = &next;
    if (!kernel.run(job, pulse)) exit(3);
    for (size_t i = 0; i < n; i++) {
        const uint8_t* record = job.puzzles + 81 * i;
        uint8_t out[81];
        uint16_t sets[81];
        Effort effort;
        const int found = kernel.solve(record, out, false, effort, pulse);
        for (int c = 0; c < 81; c++) sets[c] = kBytes.set[record[c]];
        printf("%d %.81s %d %d\n", status[i], (const char*)&solutions[81 * i], found, kernel.grade(sets, pulse));
    }
}

void dig_some(const Kernel& kernel, size_t n) {
    uint8_t cells[81], starts[82], kinds[81] = {};
    for (int c = 0; c <= 81; c++) starts[c] = (uint8_t)c;
    memcpy(cells, starts, sizeof cells);
    size_t next = 0;
    std::vector<uint8_t> values(81 * n), found(n);
    DigJob job;
    job.seed = 1;
    job.n = n;
    job.orbit_cells = cells;
    job.orbit_start = starts;
    job.orbit_kind = kinds;
    job.n_orbits = 81;
    job.values = values.data();
    job.found = found.data();
    job.next = &next;
    kernel.dig(job, Pulse());
    for (uint8_t& value : values) value = (uint8_t)(value ? '0' + value : '.');
    for (size_t i = 0; i < n; i++) printf("%.81s\n", (const char*)&values[81 * i]);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    char problem[200];
    const Kernel* kernel = choose_kernel(argv[1], problem, sizeof problem);
    if (!kernel) {
        fprintf(stderr, "%s\n", problem);
        return 2;
    }
    solve_all(*kernel, read_records());
    dig_some(*kernel, (size_t)atoi(argv[2]));
}
