// Deadly patterns, cells in which two digits could be exchanged: as src/nonet/logic/deadly.py.
//
// Each function reports the steps that follow from one reason, and returns true if no more are wanted.
#pragma once
#include "logic/position.h"
#include "logic/step.h"

namespace nonet::logic {

struct Search;

struct DeadlyPattern {
    DeadlyKind kind;
    List cells;
    uint8_t pair[2];
    Cells extra_cells;  // the cells that have extras
    unsigned extras;

    DeadlyPattern(const Position& position, DeadlyKind kind, const List& cells, int first, int second);
    Cells board() const;
    bool has_two_extra_cells() const { return extra_cells.is_two(); }
};

// Adds the evidence that all steps have in common; roles and truths of a step follow it.
void show_pattern(Step& step, const DeadlyPattern& pattern);

// One cell has extras: it takes one of them.
bool find_one_extra_cell(Search& search, Technique technique, const DeadlyPattern& pattern);

// Several cells have the same extra: it is in one of them.
bool find_one_extra_digit(Search& search, Technique technique, const DeadlyPattern& pattern);

// Two cells of a house have extras, and make a naked subset with cells without a digit of the pair.
bool find_naked_with(Search& search, Technique technique, const DeadlyPattern& pattern);

// Two cells of a house have extras, and one digit of the pair has no place in that house but these.
bool find_locked_in(Search& search, Technique technique, const DeadlyPattern& pattern);

}  // namespace nonet::logic
