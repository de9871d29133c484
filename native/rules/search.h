// Depth-first search: deduce, try a candidate, and when it fails, remove it and choose again.
//
// There is a frame for each guess that was not taken back:
//
//     depth 0        depth 1         depth 2
//     ┌─────────┐    ┌─────────┐     ┌─────────┐
//     │ givens  │ ─→ │ + guess │ ──→ │ + guess │
//     └─────────┘    └─────────┘     └─────────┘
//      r1c2 = 5       r4c7 = 1         …             what was guessed there; retreat() removes it from that copy
//
// A hard puzzle is begun again once, at depth 0, when it is better known which cells are worth a guess.  What is refuted at
// depth 0 by then stays removed.  A question is begun again and again, each time after twice as many contradictions and with
// digits by chance: on large boards with few clues a search that starts badly may never end.
#pragma once
#include <chrono>

#include "rng.h"
#include "rules/position.h"

namespace nonet::rules {

class Search {
  public:
    explicit Search(const Plan& plan);

    enum Event { kFound, kExhausted, kStopped, kTooLong };

    bool set(const uint32_t* allowed);  // the candidates; false: there is no solution
    bool is_alive() const { return alive_; }
    bool is_solved() const;
    const uint32_t* candidates() const { return position_.masks(); }
    Event next();                        // goes on to the next solution
    uint8_t* write(uint8_t* out) const;  // the digits of the solution; returns where the next one goes

    // -- questions about a settled position, for first_solution ------------------------------------------------------

    // What if the cell held one of these digits?  The first guesses follow the hint, a solution of something like it.
    void begin_question(int cell, uint32_t digits, const uint8_t* hint);
    void end_question();                   // back to the position before
    bool keep(int cell, uint32_t digits);  // narrows it for good
    uint32_t candidates(int cell) const { return position_[cell]; }

    uint64_t guesses() const { return guesses_; }
    uint64_t runs() const { return position_.runs(); }
    void allow(uint64_t guesses) { last_guess_ = guesses_ + guesses; }  // before next() says that it takes too long
    Count found = 0;                                                    // for the contact
    void set_contact(const Contact& contact) { contact_ = contact; }

  private:
    static constexpr int kRestart =
        200;  // after so many contradictions, the scores are worth more than what was searched

    struct Guess {
        int cell;
        uint32_t digit;
    };

    void count_rules();
    uint64_t* enter(int depth);
    void guess();
    bool retreat();
    bool conclude(bool alive);  // notes a contradiction; returns `alive`
    bool is_in_trouble() const;
    bool choose(Guess* guess);  // false: all cells have their digit
    void choose_place(Guess* guess, float best) const;
    void weigh_places(uint32_t digit, float weight, const int32_t* cells, const int32_t* end, int step, Guess* guess,
                      float* best) const;
    uint32_t first_digit(int cell);  // the candidate of a cell to try first
    bool keep_in_touch();

    const Plan& plan_;
    Position position_;
    std::vector<std::unique_ptr<uint64_t[]>> frames_;
    std::vector<Guess> guesses_made_;
    // Of each cell: how often it was part of a contradiction, or the guess before one, and how many rules look at it.  What
    // is recent counts more.
    std::vector<float> scores_;
    int depth_ = 0, floor_ = 0;
    int conflicts_ = 0;
    int restart_ = kRestart;  // how many contradictions from the beginning to the next one
    int begun_ = 0;           // conflicts_ when this search or question was begun
    bool by_chance_ = false;
    Rng chance_{0};
    const uint8_t* hint_ = nullptr;
    bool alive_ = false;
    bool fresh_ = true;  // next() has not looked at this position yet
    uint64_t guesses_ = 0, steps_ = 0, last_guess_ = UINT64_MAX;
    Contact contact_;
    std::chrono::steady_clock::time_point said_ = std::chrono::steady_clock::now();
};

}  // namespace nonet::rules
