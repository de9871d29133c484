// A step while it is being found: what was deduced, and the evidence for it, as in src/nonet/step.py.
//
// A rating needs no evidence and switches it off; the functions that add to it then do nothing.  A step becomes a record
// (bytes, see `Step::write`), which src/nonet/logic/compiled.py turns into the `Step` that the Python finder would make.
#pragma once
#include <initializer_list>
#include <vector>

#include "cells.h"
#include "logic/techniques.h"

namespace nonet::logic {

enum RoleKind : uint8_t { kBase, kCover, kFin, kPivot, kPincer, kSet, kCommon, kColor, kRectangle, kAssumed };
enum DeadlyKind : uint8_t { kDeadlyRectangle, kDeadlyLoop, kDeadlyBug };

// A few small numbers: cells, digits or houses, in the order in which they are shown.
struct List {
    uint8_t items[kCells];
    int count = 0;

    List() = default;
    List(std::initializer_list<int> numbers) {
        for (int number : numbers) add(number);
    }
    List(Cells cells) {
        for (int cell : cells) add(cell);
    }
    List(Digits digits) {
        for (int digit : digits) add(digit);
    }
    void add(int number) { items[count++] = (uint8_t)number; }
};

// A node of a chain: a digit in one cell, in one of several, or an almost locked set without it.
struct Node {
    uint8_t digit;
    bool on;
    Cells cells;
    Cells set_cells;  // the whole almost locked set, where the node is one

    static Node at(int digit, int cell, bool on) { return {(uint8_t)digit, on, Cells::of(cell), {}}; }
};

class Step {
  public:
    Technique technique = kFullHouse;
    std::vector<Candidate> placements, eliminations;
    bool beyond_hodoku = false;
    bool wants_evidence = true;

    void start(Technique key) {
        technique = key;
        beyond_hodoku = false;
        placements.clear();
        eliminations.clear();
        if (wants_evidence) clear_evidence();
    }

    void place(int cell, int digit) { placements.push_back({(uint8_t)cell, (uint8_t)digit}); }
    void eliminate(int cell, int digit) { eliminations.push_back({(uint8_t)cell, (uint8_t)digit}); }
    void eliminate(Cells cells, int digit) {
        for (int cell : cells) eliminate(cell, digit);
    }

    // Evidence; each function adds one item to the end of a tuple of Python's.
    void role(RoleKind kind, const List& cells, const List& digits, const List& houses = {}, const char* label = "");
    void truth_cell(int cell) { truth(truths_, 0, cell); }
    void truth_house(int house, int digit) { truth(truths_, digit, house); }
    void link(const Node& start, const Node& end, bool strong);
    void begin_chain();  // of `chains`; its links follow
    void chain_link(const Node& start, const Node& end, bool strong);
    void deadly(DeadlyKind kind, const List& cells, const List& digits);

    // A proof by cases, depth first: begin_case, its truths, its split, its cases, end_case.
    void begin_case(int cell, int digit);  // cell -1: it supposes nothing
    void case_truth_cell(int cell) { case_truth(0, cell); }
    void case_truth_house(int house, int digit) { case_truth(digit, house); }
    void case_split_cell(int cell) { case_split(0, cell); }
    void case_split_house(int house, int digit) { case_split(digit, house); }
    void end_case();

    // Appends the record:
    //
    //     technique  beyond_hodoku  placements  eliminations  roles  truths  links  chains  deadly  cases
    //
    // Each but the first two and the last two is a count and its items. A count is a byte, or 255 and two bytes (low, high).
    //
    //     candidate  cell, digit                truth   digit, house; or 0, cell
    //     role       kind, cells, digits, houses, label: each a count and its bytes
    //     link       node, node, strong         node    digit, on, cells, set cells      chain   count, links
    //     deadly     0; or 1 + kind, cells, digits
    //     cases      0; or 1, case              case    cell + 1 (0: none), digit, truths, split, cases
    //     split      0, 0 for none; or 1 + digit, house; or 1, cell
    void write(std::vector<uint8_t>& bytes) const;

  private:
    struct Section {
        std::vector<uint8_t> bytes;
        unsigned count = 0;
    };
    struct OpenCase {
        uint8_t cell, digit;
        Section truths;
        uint8_t split[2] = {0, 0};
        Section cases;
    };

    void clear_evidence();
    void truth(Section& section, int digit, int number) {
        if (!wants_evidence) return;
        section.bytes.push_back((uint8_t)digit);
        section.bytes.push_back((uint8_t)number);
        ++section.count;
    }
    void case_truth(int digit, int number) {
        if (wants_evidence) truth(open_cases_.back().truths, digit, number);
    }
    void case_split(int digit, int number);

    Section roles_, truths_, links_;
    std::vector<Section> chains_;
    std::vector<uint8_t> deadly_, cases_;
    std::vector<OpenCase> open_cases_;
};

}  // namespace nonet::logic
