// The position that finders look at: values, candidates by cell and by digit, kept in step with each other.
//
// As in src/nonet/logic/position.py, singles are noted as they arise: whenever a candidate goes, its cell may be left with
// one candidate (naked), or a house of its cell with one place for the digit (hidden).
#pragma once
#include "cells.h"

namespace nonet::logic {

class Killer;

// First come, first served. A cell is left with one candidate once, and a house with one place for a digit once: both
// queues have room for all that can happen to a board.
template <class Item, int kMost> struct Queue {
    Item items[kMost];
    uint16_t begin = 0, end = 0;

    void add(Item item) {
        if (end < kMost) items[end++] = item;
    }
    bool is_empty() const { return begin == end; }
};

struct Position {
    uint16_t masks[kCells];  // 0 for a filled cell
    uint8_t values[kCells];  // 0 for an open cell
    Cells boards[10];        // the places of each digit; boards[0] is unused
    Cells unsolved, givens;
    const Killer* killer = nullptr;  // null: there are no cages
    Cells last_cells;                // the only open cells of a house
    Queue<uint8_t, kCells> naked;
    Queue<Candidate, 9 * kHouses> hidden;
    uint64_t stamp = 1;         // another one after every move
    uint64_t changed[kHouses];  // for each house the stamp of the last move that changed its candidates

    Position();  // an empty board

    // The start of a puzzle: its givens, candidates ruled out beforehand (null: none), and cages (null: none).
    static Position of(const uint8_t* givens, const uint16_t* ruled_out, const Killer* killer = nullptr);

    // Any position, without the singles that were noted on the way to it; a filled cell must have no candidates.
    static Position at(const uint8_t* values, const uint16_t* masks, Cells givens);

    bool has(int cell, int digit) const { return masks[cell] >> (digit - 1) & 1; }
    bool is_solved() const { return unsolved.none(); }

    void place(int cell, int digit);
    void eliminate(int cell, int digit);

    // Drops the singles at the front of the queues that have been filled since.
    void drop_filled();

  private:
    void tell_cage(int cell, int digit);
    void note_change(int cell) {
        for (int house : kBoard.houses[cell]) changed[house] = stamp;
    }
    void note_hidden(Cells places, int digit) {
        if (places.is_one()) hidden.add({(uint8_t)places.first(), (uint8_t)digit});
    }
};

}  // namespace nonet::logic
