// One puzzle, quickly: on the board first, in the lanes if it is hard.
//
// The board (board.h) needs no preparation and solves an easy puzzle in half a microsecond, but follows one branch at a
// time.  The lanes take a microsecond to set up, and then search 8 to 32 branches at once.
#pragma once
#include "lanes/search.h"

namespace {

constexpr uint32_t kFewGuesses = 14;   // then the lanes take over
constexpr uint32_t kFewRounds = 4096;  // of the lanes: a millisecond or two

// See kernel.h.
int solve(const uint8_t* text, uint8_t* out, bool briefly, nonet::Effort& effort, const Pulse& pulse) {
    Board board;
    if (!board_of_text(text, board)) return nonet::kBad;
    Search s;
    s.limit = 2;
    s.budget = kFewGuesses;
    s.pulse = &pulse;
    search(s, board);
    effort = {s.guesses, s.rounds};
    if (s.complete) {
        if (s.found) board_text(s.first, out);
        return s.found == 0 ? nonet::kNone : s.found == 1 ? nonet::kOne : nonet::kSeveral;
    }
    constexpr uint8_t kOpen = 254;
    uint8_t status = kOpen;
    size_t next = 0;
    BatchJob job;
    job.puzzles = text;
    job.n = 1;
    job.solutions = out;
    job.status = &status;
    job.effort = &effort;
    job.next = &next;
    job.most_rounds = briefly ? kFewRounds : 0;
    if (!run_lanes(job, pulse) || status == kOpen) return -1;
    effort.guesses += s.guesses;
    effort.rounds += s.rounds;
    return status;
}

}  // namespace
