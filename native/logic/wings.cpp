// Wings: as src/nonet/logic/wings.py.
#include "logic/finders.h"

namespace nonet::logic {
namespace {

// The open cells with this number of candidates.
List cells_with(const Position& position, int count) {
    List cells;
    for (int cell : position.unsolved)
        if (count_bits(position.masks[cell]) == count) cells.add(cell);
    return cells;
}

bool commit_wing(Search& search, Technique technique, int pivot, const List& pincers, int digit, Cells gone) {
    const Position& position = search.position;
    Step& step = search.begin(technique);
    step.eliminate(gone, digit);
    if (step.wants_evidence) {
        step.role(kPivot, {pivot}, Digits{position.masks[pivot]});
        List common;
        if (position.has(pivot, digit)) common.add(pivot);
        for (int k = 0; k < pincers.count; ++k) {
            const int cell = pincers.items[k];
            step.role(kPincer, {cell}, Digits{position.masks[cell]});
            if (position.has(cell, digit)) common.add(cell);
        }
        step.role(kCommon, common, {digit});
        step.truth_cell(pivot);
        for (int k = 0; k < pincers.count; ++k) step.truth_cell(pincers.items[k]);
    }
    return search.commit();
}

// Three cells of two candidates with three digits between them: any of them may be the pivot.
bool try_pivots(Search& search, int a, int b, int c) {
    const Position& position = search.position;
    const int choices[3][3] = {{a, b, c}, {b, a, c}, {c, b, a}};
    for (const auto& [pivot, one, two] : choices) {
        if (!sees(pivot, one) || !sees(pivot, two)) continue;
        const int digit = lowest_digit(position.masks[one] & position.masks[two]);
        const Cells gone = kBoard.peers[one] & kBoard.peers[two] & position.boards[digit];
        if (gone.any() && commit_wing(search, kXyWing, pivot, {one, two}, digit, gone)) return true;
    }
    return false;
}

}  // namespace

bool find_xy_wings(Search& search) {
    const uint16_t* masks = search.position.masks;
    const List cells = cells_with(search.position, 2);
    for (int i = 0; i < cells.count; ++i)
        for (int j = i + 1; j < cells.count; ++j) {
            const int a = cells.items[i], b = cells.items[j];
            if (!(masks[a] & masks[b]) || masks[a] == masks[b]) continue;
            const unsigned third = masks[a] ^ masks[b];
            for (int k = j + 1; k < cells.count; ++k) {
                const int c = cells.items[k];
                if (masks[c] != third || sees(a, b) + sees(a, c) + sees(b, c) < 2) continue;
                if (try_pivots(search, a, b, c)) return true;
            }
        }
    return false;
}

bool find_xyz_wings(Search& search) {
    const Position& position = search.position;
    const List pivots = cells_with(position, 3), narrow = cells_with(position, 2);
    for (int p = 0; p < pivots.count; ++p) {
        const int pivot = pivots.items[p];
        List pincers;
        for (int k = 0; k < narrow.count; ++k)
            if (sees(pivot, narrow.items[k]) && !(position.masks[narrow.items[k]] & ~position.masks[pivot]))
                pincers.add(narrow.items[k]);
        for (int i = 0; i < pincers.count; ++i)
            for (int j = i + 1; j < pincers.count; ++j) {
                const int one = pincers.items[i], two = pincers.items[j];
                if (position.masks[one] == position.masks[two]) continue;
                const int digit = lowest_digit(position.masks[one] & position.masks[two]);
                const Cells gone = kBoard.peers[pivot] & kBoard.peers[one] & kBoard.peers[two] & position.boards[digit];
                if (gone.any() && commit_wing(search, kXyzWing, pivot, {one, two}, digit, gone)) return true;
            }
    }
    return false;
}

// -- W-wing ---------------------------------------------------------------------------------------------------

namespace {

struct WWing {
    int one, two;       // the two cells
    int digit, linked;  // their candidates: the one that goes elsewhere, and the one with two places in a house
    int house;
    int near, far;  // these places: near sees one, far sees two
};

bool commit_w_wing(Search& search, const WWing& wing, Cells gone) {
    const Position& position = search.position;
    Step& step = search.begin(kWWing);
    step.eliminate(gone, wing.digit);
    if (step.wants_evidence) {
        const Node nodes[] = {Node::at(wing.digit, wing.one, false),   Node::at(wing.linked, wing.one, true),
                              Node::at(wing.linked, wing.near, false), Node::at(wing.linked, wing.far, true),
                              Node::at(wing.linked, wing.two, false),  Node::at(wing.digit, wing.two, true)};
        step.role(kPincer, {wing.one}, Digits{position.masks[wing.one]});
        step.role(kPincer, {wing.two}, Digits{position.masks[wing.two]});
        step.role(kBase, {wing.near, wing.far}, {wing.linked}, {wing.house});
        step.truth_cell(wing.one);
        step.truth_cell(wing.two);
        step.truth_house(wing.house, wing.linked);
        for (int k = 0; k < 5; ++k) step.link(nodes[k], nodes[k + 1], k % 2 == 0);
    }
    return search.commit();
}

// The houses in which the linked digit has two places, each of which sees one of the cells.
bool try_houses(Search& search, int one, int two, int digit, int linked, Cells gone) {
    const Cells ends = Cells::of(one) | Cells::of(two);
    Cells done[kHouses];
    int done_count = 0;
    for (int house = 0; house < kHouses; ++house) {
        const Cells places = search.position.boards[linked] & kBoard.board[house];
        if (!places.is_two() || places.meets(ends)) continue;
        bool is_known = false;
        for (int k = 0; k < done_count; ++k) is_known = is_known || done[k] == places;
        if (is_known) continue;
        const int low = places.first(), high = places.last();
        const bool is_straight = sees(low, one) && sees(high, two);
        if (!is_straight && !(sees(high, one) && sees(low, two))) continue;
        done[done_count++] = places;
        const WWing wing{one, two, digit, linked, house, is_straight ? low : high, is_straight ? high : low};
        if (commit_w_wing(search, wing, gone)) return true;
    }
    return false;
}

}  // namespace

bool find_w_wings(Search& search) {
    const Position& position = search.position;
    const List cells = cells_with(position, 2);
    for (int i = 0; i < cells.count; ++i)
        for (int j = i + 1; j < cells.count; ++j) {
            const int one = cells.items[i], two = cells.items[j];
            if (position.masks[one] != position.masks[two]) continue;
            const Cells both = kBoard.peers[one] & kBoard.peers[two];
            const int low = lowest_digit(position.masks[one]);
            const int high = lowest_digit(position.masks[one] & ~bit_of(low));
            for (const auto& [digit, linked] : {std::pair(low, high), std::pair(high, low)}) {
                const Cells gone = both & position.boards[digit];
                if (gone.any() && try_houses(search, one, two, digit, linked, gone)) return true;
            }
        }
    return false;
}

}  // namespace nonet::logic
