// Calls a solver with tdoku's signature in a loop, so that the measurement does not include Python's overhead.
// Puzzles are 82 bytes apart and end with a line feed. Without it, tdoku would take the text for 729 pencil marks.
#include <stddef.h>
#include <stdint.h>

typedef size_t solver(const char* puzzle, size_t limit, uint32_t flags, char* solution, size_t* guesses);

void solve_all(solver* solve, const char* puzzles, size_t n, size_t limit, uint8_t* counts, char* solutions, uint64_t* guesses) {
    char solution[128] = {0};
    for (size_t i = 0; i < n; i++) {
        size_t some = 0;
        counts[i] = (uint8_t)solve(puzzles + 82 * i, limit, 0, solution, &some);
        if (solutions)
            for (int c = 0; c < 81; c++) solutions[81 * i + c] = solution[c];
        *guesses += some;
    }
}
