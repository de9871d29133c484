// Links between candidates and groups, and what follows from them; as src/nonet/logic/links.py, which draws them.
//
// A term is what a chain may visit: a candidate, or (in a grouped web) the places of a digit where a line crosses a box.
// Terms are numbered: the candidates cell by cell, digit by digit, then the groups. Sets of terms are rows of bits.
#pragma once
#include <memory>
#include <vector>

#include "logic/bit_rows.h"
#include "logic/position.h"
#include "logic/step.h"

namespace nonet::logic {

constexpr int kMostGroups = 2 * 27 * 9;
constexpr int kMostTerms = kCells * 9 + kMostGroups;
constexpr int kTermWords = (kMostTerms + 63) / 64;

// What must hold: a cell takes one of its candidates (digit 0), or a digit has a place in a house.
struct Truth {
    uint8_t digit, number;
    bool operator==(const Truth& other) const { return digit == other.digit && number == other.number; }
};

// A term on a chain, on or off.
struct Visit {
    uint16_t term;
    bool on;
};
using Chain = std::vector<Visit>;

template <int kMost> struct Terms {
    uint16_t items[kMost];
    uint8_t count = 0;

    void add(int term) {
        if (count < kMost) items[count++] = (uint16_t)term;
    }
    bool has(int term) const {
        for (int item : *this)
            if (item == term) return true;
        return false;
    }
    bool is_empty() const { return !count; }
    const uint16_t* begin() const { return items; }
    const uint16_t* end() const { return items + count; }
};

class Web;

// The shortest chain from one supposition to each thing that follows from it. Breadth first: `order` are the terms that
// are on, as they were reached; `parent` and `between` say from which term, by way of which one that is off.
struct Tree {
    static constexpr uint16_t kNone = 0xffff;

    int start;
    bool on;
    int count;
    uint16_t *order, *parent, *between;
};

// How many nodes the chain of a tree to each term has, if that is on or off; 0 if there is no chain.
struct Distances {
    uint16_t on[kMostTerms], off[kMostTerms];

    int of(Visit visit) const { return visit.on ? on[visit.term] : off[visit.term]; }
};

class Web {
  public:
    int count = 0;  // terms below this number are candidates
    int total = 0;
    uint8_t digits[kMostTerms];
    uint8_t cells[kMostTerms];  // the first cell of each term
    Cells boards[kMostTerms];   // all its cells
    int16_t number[10][kCells];
    uint16_t first_mate[kCells], end_of_mates[kCells];  // the candidates of a cell are numbered one after the other
    Terms<48> weak[kMostTerms];                         // what is off when a term is on, nearest first
    Terms<16> strong[kMostTerms];                       // what is on when a term is off
    BitRows weak_bits;

    void link(const Position& position);                            // candidates alone
    void link_grouped(const Position& position, const Web& plain);  // and groups
    void finish();                                                  // what follows from the links

    int words() const { return weak_bits.words(); }
    Candidate candidate(int term) const { return {cells[term], digits[term]}; }
    Node node(Visit visit) const { return {digits[visit.term], visit.on, boards[visit.term], {}}; }

    // What is on (itself among them), and what is off, if a term is on.
    const BitRows& on_sets() const { return on_sets_; }
    const BitRows& off_sets() const { return off_sets_; }
    // The same for any supposition, which is included; rows of words() words.
    void follows(int term, bool is_on, uint64_t* on, uint64_t* off) const;

    Tree tree(int term, bool on);
    // False if there is no such chain.
    bool chain(const Tree& tree, Visit end, Chain& chain) const;
    bool chain(Visit start, Visit end, Chain& result) { return chain(tree(start.term, start.on), end, result); }
    void distances(const Tree& tree, Distances& distances) const;

    bool is_plain(const Chain& chain) const;
    Cells seen_by(int term) const { return seen_by_all(boards[term]); }

    // Why one of two strongly linked terms holds.
    Truth truth(int one, int other) const;

  private:
    struct Pair {
        uint16_t off, on;
    };

    void number_candidates(const Position& position);
    void link_candidates();
    void number_groups();
    void link_group(int group);
    void close();
    void grow(Tree& tree) const;

    const Position* position_ = nullptr;
    std::vector<Pair> after_;  // for each term that is on: what falls, and what is on because of that
    uint32_t after_begin_[kMostTerms + 1];
    BitRows after_bits_, on_sets_, off_sets_;
    int16_t group_at_[10][2][27];     // by digit, row or column, and crossing
    int16_t tree_at_[2][kMostTerms];  // the number of a tree, -1: not grown yet
    std::vector<std::vector<uint16_t>> tree_memory_;
    std::vector<uint16_t> tree_sizes_;
};

// Both webs of a position, each built when first asked for.
class Webs {
  public:
    // Links between candidates, but not what follows from them.
    Web& linked(const Position& position) {
        if (!webs_) webs_.reset(new Web[2]);
        if (is_new(kLinked, position)) webs_[0].link(position);
        return webs_[0];
    }
    Web& plain(const Position& position) {
        linked(position);
        if (is_new(kPlain, position)) webs_[0].finish();
        return webs_[0];
    }
    Web& grouped(const Position& position) {
        const Web& candidates = linked(position);
        if (is_new(kGrouped, position)) {
            webs_[1].link_grouped(position, candidates);
            webs_[1].finish();
        }
        return webs_[1];
    }

  private:
    enum Stage { kLinked, kPlain, kGrouped };

    bool is_new(Stage stage, const Position& position) {
        const bool changed = stamps_[stage] != position.stamp;
        stamps_[stage] = position.stamp;
        return changed;
    }

    std::unique_ptr<Web[]> webs_;  // large, and most killers need none
    uint64_t stamps_[3] = {0, 0, 0};
};

// The truths of a step, each once, in the order in which they are used.
class Truths {
  public:
    void add(Truth truth);
    void add_links(const Web& web, const Chain& chain);  // the strong links of a chain
    void write(Step& step) const;

  private:
    std::vector<Truth> truths_;
    bool used_[10][kCells] = {};
};

// The evidence of one chain: its ends, its strong links, its links; `close` adds the weak link from the end of a loop back
// to its start.
void add_chain_evidence(Step& step, const Web& web, const Chain& chain, bool close = false);
void add_links(Step& step, const Web& web, const Chain& chain, bool close = false);

// The order of steps in HoDoKu: most eliminations first, then by cells and digits.
struct EliminationOrder {
    int count = 0, weight = 0;

    void add(int cell, int digit) { weight += cell * (1 + 80 * count++) + digit; }
    bool operator<(const EliminationOrder& other) const {
        return count != other.count ? count > other.count : weight < other.weight;
    }
    bool operator==(const EliminationOrder& other) const { return count == other.count && weight == other.weight; }
};

}  // namespace nonet::logic
