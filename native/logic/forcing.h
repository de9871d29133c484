// What follows from supposing each candidate on and off, and what must hold therefore; as src/nonet/logic/forcing.py.
#pragma once
#include <vector>

#include "logic/links.h"

namespace nonet::logic {

// What must hold, and the terms of which one is on.
struct Clause {
    Truth truth;
    Terms<9> terms;

    // The terms as bits of a row, word by word.
    uint8_t words = 0;
    uint16_t word[9];
    uint64_t bits[9];

    explicit Clause(Truth truth) : truth(truth) {}
    void add(int term);
    bool is_inside(const uint64_t* row) const {
        for (int k = 0; k < words; ++k)
            if (bits[k] & ~row[word[k]]) return false;
        return true;
    }
};

// Every truth of a position with candidates: the cells first, then the houses, digit by digit.
std::vector<Clause> clauses_of(const Position& position, const Web& web);

// For each candidate, on or off: which candidates are on and which are off then.
//
//     a row     on  0 … count-1 | off  0 … count-1       both begin a word
class Reach {
  public:
    void reset(int count) {
        count_ = count;
        words_ = (count + 63) / 64;
        rows_.reset(2 * count, 2 * words_ * 64);
    }
    int words() const { return words_; }  // of each half
    int count() const { return count_; }
    uint64_t* row(int term, bool on) { return rows_[2 * term + on]; }
    uint64_t* on(int term, bool is_on) { return row(term, is_on); }
    uint64_t* off(int term, bool is_on) { return row(term, is_on) + words_; }
    const uint64_t* on(int term, bool is_on) const { return rows_[2 * term + is_on]; }
    const uint64_t* off(int term, bool is_on) const { return rows_[2 * term + is_on] + words_; }
    bool leads_to(Visit from, Visit to) const {
        return has_bit(to.on ? on(from.term, from.on) : off(from.term, from.on), to.term);
    }

  private:
    int count_ = 0, words_ = 0;
    BitRows rows_;
};

// A proof of a conclusion begins here: with one supposition that fails, or with several that lead to it.
struct Source {
    const Clause* clause = nullptr;  // each of its candidates, or
    uint16_t term = 0;               // this candidate,
    bool on = false, both = false;   // on or off, or both
};

class Conclusions {
  public:
    void find(const Web& web, const Reach& reach, const std::vector<Clause>& clauses);

    bool has(Visit visit) const { return has_bit((visit.on ? on_ : off_).data(), visit.term); }
    // All sources of a conclusion, in the order of the Python finder.
    std::vector<Source> sources(const Web& web, const Reach& reach, const std::vector<Clause>& clauses,
                                Visit conclusion) const;

  private:
    bool is_failing(const Web& web, const Reach& reach, int term, bool on, const std::vector<Clause>& clauses) const;

    std::vector<uint64_t> on_, off_;
    std::vector<uint64_t> fails_[2];  // suppositions that fail: of a term that is off, or on
};

// What forcing chains prove in a position; nets leave that to them.
struct ChainConclusions {
    std::vector<Clause> clauses;
    Reach reach;
    Conclusions found;

    void compute(const Position& position, const Web& web);
};

}  // namespace nonet::logic
