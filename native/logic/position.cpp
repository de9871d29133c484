#include "logic/position.h"

#include "logic/killer.h"

namespace nonet::logic {

Position::Position() : masks(), values(), changed() {
    for (int cell = 0; cell < kCells; ++cell) masks[cell] = kAll;
    for (int digit = 1; digit <= 9; ++digit) boards[digit] = Cells::all();
    unsolved = Cells::all();
}

Position Position::of(const uint8_t* givens, const uint16_t* ruled_out, const Killer* killer) {
    Position position;
    position.killer = killer;
    for (int cell = 0; cell < kCells; ++cell)
        if (givens[cell]) {
            position.place(cell, givens[cell]);
            position.givens.add(cell);
        }
    for (int cell = 0; ruled_out && cell < kCells; ++cell)
        for (int digit : Digits{ruled_out[cell]}) position.eliminate(cell, digit);
    return position;
}

Position Position::at(const uint8_t* values, const uint16_t* masks, Cells givens) {
    Position position;
    position.givens = givens;
    for (Cells& board : position.boards) board = {};
    for (int cell = 0; cell < kCells; ++cell) {
        position.values[cell] = values[cell];
        position.masks[cell] = masks[cell];
        if (values[cell]) position.unsolved.remove(cell);
        for (int digit : Digits{masks[cell]}) position.boards[digit].add(cell);
    }
    for (const Cells& house : kBoard.board)
        if (const Cells rest = position.unsolved & house; rest.is_one()) position.last_cells |= rest;
    return position;
}

void Position::place(int cell, int digit) {
    const unsigned off = bit_of(digit);
    unsigned own = masks[cell] & ~off;
    masks[cell] = 0;
    values[cell] = (uint8_t)digit;
    unsolved.remove(cell);
    ++stamp;
    note_change(cell);

    // Houses of the cell itself have got their digit: only the other houses of its peers count.
    Cells board = boards[digit];
    for (int peer : board& kBoard.peers[cell]) {
        board.remove(peer);
        masks[peer] ^= off;
        note_change(peer);
        if (is_one(masks[peer])) naked.add((uint8_t)peer);
        for (int house : kBoard.houses[peer])
            if (!kBoard.board[house].has(cell)) note_hidden(board & kBoard.board[house], digit);
    }
    board.remove(cell);
    boards[digit] = board;
    for (int other : Digits{own}) {
        boards[other].remove(cell);
        for (int house : kBoard.houses[cell]) note_hidden(boards[other] & kBoard.board[house], other);
    }
    last_cells.remove(cell);
    for (int house : kBoard.houses[cell]) {
        const Cells rest = unsolved & kBoard.board[house];
        if (!rest.is_several()) last_cells |= rest;
    }
    if (killer) tell_cage(cell, digit);
}

// The other cells of a cage differ from a digit that was placed, and have another sum to make.
void Position::tell_cage(int cell, int digit) {
    const Cells cage = killer->cage_of(cell);
    for (int other : cage& boards[digit]) eliminate(other, digit);
    for (int other : cage) note_change(other);
}

void Position::eliminate(int cell, int digit) {
    if (!has(cell, digit)) return;
    masks[cell] ^= bit_of(digit);
    boards[digit].remove(cell);
    ++stamp;
    note_change(cell);
    if (is_one(masks[cell])) naked.add((uint8_t)cell);
    for (int house : kBoard.houses[cell]) note_hidden(boards[digit] & kBoard.board[house], digit);
}

void Position::drop_filled() {
    while (!naked.is_empty() && values[naked.items[naked.begin]]) ++naked.begin;
    while (!hidden.is_empty() && values[hidden.items[hidden.begin].cell]) ++hidden.begin;
}

}  // namespace nonet::logic
