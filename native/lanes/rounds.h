// The algorithm: one puzzle in each 16-bit lane, and one round of deduction for all of them at once.
//
//     X[cell]    lane 0   lane 1   lane 2  …          a lane holds nine candidate bits of one cell of one puzzle:
//     X[0]       puzzle   puzzle   puzzle
//     X[1]         a        b        c                    15 …… 9 8 7 6 5 4 3 2 1 0
//      ⋮                                                   unused 9 8 7 6 5 4 3 2 1   ← digit
//     X[80]
//
// A round never looks at a lane's neighbours and never branches: every line below does the same for all lanes.
// Cells are counted row by row; a band is three rows, a stack three columns.  Each box falls into three minirows
// and three minicolumns, and nearly everything is computed on those 27 + 27 triples of cells:
//
//                stack 0   stack 1   stack 2
//              ┌─────────┬─────────┬─────────┐
//       band 0 │ minirow │ minirow │ minirow │ row 0        minirow  [row*3 + stack]
//              │    ·    │    ·    │    ·    │ row 1        minicolumn [band*9 + column]
//              │    ·    │    ·    │    ·    │ row 2
//              ├─────────┼─────────┼─────────┤
//
// Every deduction only takes candidates away, so a lane that is contradictory, solved or stable stays so when it is
// run through further rounds: lanes may wait for attention without harm (search.h makes use of that).
#pragma once
#include "lanes/kernel.h"
#include "lanes/simd.h"

namespace {

struct Verdict {       // one bit per lane
    uint32_t changed;  // a candidate was removed
    uint32_t dead;     // a cell without candidates, or a digit without a place
    uint32_t solved;   // every house holds nine assigned digits (confirm with several_left, see there)
};

// One round: naked singles, hidden singles and (if Locked) locked candidates, all from the same state (the order in which they
// are found plays no role), then one sweep of eliminations.
template <bool Locked> class Round {
  public:
    explicit Round(V* cells) : X(cells) {}

    Verdict run() {
        for (int band = 0; band < 3; band++) look_along_rows(band);
        for (int stack = 0; stack < 3; stack++) look_along_columns(stack);
        for (int band = 0; band < 3; band++) assign(band);
        complete_columns();
        V diff = all(0), least = full;
        for (int band = 0; band < 3; band++) eliminate(band, diff, least);
        const uint32_t dead = where_zero(least) | (~where_equal(once, full) & kEveryLane);
        return {where_set(diff), dead, where_equal(complete, full) & ~dead};
    }

  private:
    // In a minirow or minicolumn, OR of three cells: the digit is possible here.  Majority: possible twice here.
    // A digit has two places in a house if two of its triples have it, or one triple has it twice.
    void look_along_rows(int band) {
        const V* x = X + 27 * band;
        V any[9], twice[9];
        NONET_FOR(i, 9) {
            any[i] = or3(x[3 * i], x[3 * i + 1], x[3 * i + 2]);
            twice[i] = majority(x[3 * i], x[3 * i + 1], x[3 * i + 2]);
        }
        NONET_FOR(j, 9) {
            mini_col[9 * band + j] = or3(x[j], x[9 + j], x[18 + j]);
            mini_col_twice[9 * band + j] = majority(x[j], x[9 + j], x[18 + j]);
        }
        V rows[3], boxes[3], row_twice[3], box_twice[3];  // rows, boxes: digits that are in two triples or three
        V in_rows, in_boxes;
        NONET_FOR(r, 3) {
            rows[r] = majority(any[3 * r], any[3 * r + 1], any[3 * r + 2]);
            row_twice[r] = vor(rows[r], or3(twice[3 * r], twice[3 * r + 1], twice[3 * r + 2]));
            V place = or3(any[3 * r], any[3 * r + 1], any[3 * r + 2]);
            in_rows = r == 0 ? place : vand(in_rows, place);
        }
        NONET_FOR(k, 3) {
            boxes[k] = majority(any[k], any[3 + k], any[6 + k]);
            box_twice[k] = vor(boxes[k], or3(twice[k], twice[3 + k], twice[6 + k]));
            V place = or3(any[k], any[3 + k], any[6 + k]);
            in_boxes = k == 0 ? place : vand(in_boxes, place);
        }
        once = and3(once, in_rows, in_boxes);
        NONET_FOR(r, 3)
            NONET_FOR(k, 3) row_and_box[9 * band + 3 * r + k] = vand(row_twice[r], box_twice[k]);
        if (Locked) lock<3, 1>(any, rows, boxes, locked_out + 9 * band);
    }

    // The same along the columns; the boxes are known by then.
    void look_along_columns(int stack) {
        const V *any = mini_col + 3 * stack, *twice = mini_col_twice + 3 * stack;
        V cols[3], boxes[3], in_cols[3];
        NONET_FOR(j, 3) {
            cols[j] = majority(any[j], any[9 + j], any[18 + j]);
            col_twice[3 * stack + j] = vor(cols[j], or3(twice[j], twice[9 + j], twice[18 + j]));
            in_cols[j] = or3(any[j], any[9 + j], any[18 + j]);
        }
        once = vand(once, and3(in_cols[0], in_cols[1], in_cols[2]));
        if (!Locked) return;
        NONET_FOR(b, 3) boxes[b] = majority(any[9 * b], any[9 * b + 1], any[9 * b + 2]);
        lock<1, 9>(any, cols, boxes, locked_out_col + 3 * stack);
    }

    // Locked candidates, in the nine triples of a band or stack: that of line i and box k is number i * Line + k * Box.  A
    // digit of a triple that is missing from the rest of the line, or from the rest of the box, must be in this triple: it
    // leaves both.  Summed by XOR, a triple's own digits drop out again ("everyone's, without mine"), and a digit locked in
    // two places at once is taken from both: a contradiction that shows by itself.
    template <int Line, int Box> static void lock(const V* any, const V* lines, const V* boxes, V* locked_out) {
        V locked[9], line_locked[3], box_locked[3];
        NONET_FOR(i, 3)
            NONET_FOR(k, 3) locked[3 * i + k] = minus_both(any[i * Line + k * Box], lines[i], boxes[k]);
        NONET_FOR(i, 3) line_locked[i] = xor3(locked[3 * i], locked[3 * i + 1], locked[3 * i + 2]);
        NONET_FOR(k, 3) box_locked[k] = xor3(locked[k], locked[3 + k], locked[6 + k]);
        NONET_FOR(i, 3)
            NONET_FOR(k, 3)
                locked_out[i * Line + k * Box] = differ_either(line_locked[i], box_locked[k], locked[3 * i + k]);
    }

    // Assigned digits: a cell's only candidate, or the candidate that has no second place in some house.
    // Houses are summed by XOR too: a digit assigned twice in a house cancels itself.
    void assign(int band) {
        const V* x = X + 27 * band;
        V* a = assigned + 27 * band;
        V mini_row[9], row[3], box[3];
        NONET_FOR(r, 3)
            NONET_FOR(k, 3) {
                V rb = row_and_box[9 * band + 3 * r + k];
                NONET_FOR(j, 3) {
                    int c = 9 * r + 3 * k + j;
                    a[c] = naked_or(x[c], minus_both(x[c], rb, col_twice[3 * k + j]));
                }
                mini_row[3 * r + k] = xor3(a[9 * r + 3 * k], a[9 * r + 3 * k + 1], a[9 * r + 3 * k + 2]);
            }
        NONET_FOR(j, 9) mini_col_assigned[9 * band + j] = xor3(a[j], a[9 + j], a[18 + j]);
        NONET_FOR(r, 3) row[r] = xor3(mini_row[3 * r], mini_row[3 * r + 1], mini_row[3 * r + 2]);
        NONET_FOR(k, 3) box[k] = xor3(mini_row[k], mini_row[3 + k], mini_row[6 + k]);
        complete = and3(complete, and3(row[0], row[1], row[2]), and3(box[0], box[1], box[2]));
        NONET_FOR(r, 3)
            NONET_FOR(k, 3) {
                int i = 9 * band + 3 * r + k;
                out[i] = Locked ? or3(locked_out[i], row[r], box[k]) : vor(row[r], box[k]);
                proven[i] = vand(row[r], box[k]);
            }
    }

    void complete_columns() {
        NONET_FOR(j, 9) col[j] = xor3(mini_col_assigned[j], mini_col_assigned[9 + j], mini_col_assigned[18 + j]);
        complete = and3(complete, and3(col[0], col[1], col[2]), and3(col[3], col[4], col[5]));
        complete = vand(complete, and3(col[6], col[7], col[8]));
    }

    // An assigned cell keeps its digit if all three houses agree; any other cell loses what is taken.
    void eliminate(int band, V& diff, V& least) {
        V* x = X + 27 * band;
        const V* a = assigned + 27 * band;
        NONET_FOR(j, 9) {
            V out_col = Locked ? vor(locked_out_col[9 * band + j], col[j]) : col[j];
            NONET_FOR(r, 3) {
                int c = 9 * r + j, i = 9 * band + 3 * r + j / 3;
                V y = if_set_own(a[c], and3(a[c], proven[i], col[j]), minus_either(x[c], out[i], out_col));
                least = minimum(least, y);
                diff = or_differ(diff, x[c], y);
                x[c] = y;
            }
        }
    }

    V* __restrict X;
    const V full = all(nonet::kAll);
    V once = full;                       // digits that have a place in every house so far
    V complete = full;                   // digits assigned in every house
    V mini_col[27], mini_col_twice[27];  // digits possible in a minicolumn / possible in two of its cells
    V row_and_box[27];                   // per minirow: digits with >= 2 places in its row AND >= 2 in its box
    V locked_out[27];                    // per minirow: digits locked in another minirow of the row or the box
    V locked_out_col[27];                // the same per minicolumn
    V col_twice[9], col[9];              // digits with >= 2 places in a column; digits assigned in it
    V assigned[81];
    // These take the places of arrays that have done their duty, so that all of this stays in the first-level cache.
    V* const out = locked_out;      // per minirow: digits to remove
    V* const proven = row_and_box;  // per minirow: digits assigned once in the row and once in the box
    V* const mini_col_assigned = mini_col;
};

template <bool Locked> __attribute__((noinline)) Verdict one_round(V* __restrict X) { return Round<Locked>(X).run(); }

// Lanes in which some cell still has several candidates.  A lane reported as solved may be one of them: when two digits
// both have their only place in one cell, and another cell doubles one of them, the XOR sums can come out right.  Such a
// lane is contradictory.
__attribute__((noinline)) uint32_t several_left(const V* X) {
    V left = all(0), one = all(1);
    NONET_FOR(c, 81) left = or_and(left, X[c], sub(X[c], one));
    return where_set(left);
}

// Where to branch, for every lane of `wanted`: among the cells with two candidates (or if there is none, with three, …) the
// one that scores best.  choice[lane] = 128 * (score + bias) + cell.  Returns the lanes that have a cell with two.  The
// score counts unsolved cells among the peers, weighted by where they are:
//
//          · · ·│· · ·│· · ·
//          · 2 2│     │            the lines beyond the box   +1
//          · 2 2│     │            the box beyond the lines   +2
//          C - -│1 1 1│1 1 1       the lines inside the box   -1
//
// The weights were found by trial: 60 guesses per puzzle on hard puzzles; weighting all peers equally takes 79.
// With sums of "unsolved" over houses the score is  row + col + 2 box - 4 minirow - 4 minicolumn (+ 4 for the cell itself),
// one part of which depends on the minirow, the other on the minicolumn.
__attribute__((noinline)) uint32_t choose_branch(const V* X, uint32_t wanted, uint16_t* choice) {
    const V two = all(2);
    V count[81], by_minirow[27], minicol[27], col[9];
    for (int band = 0; band < 3; band++) {
        V mini[9], row[3], box[3];
        V unsolved[27];  // 1 for a solved cell, 2 for another: the constant drops into the bias
        NONET_FOR(c, 27) {
            V n = count_bits(X[27 * band + c]);
            count[27 * band + c] = n;
            unsolved[c] = minimum(n, two);
        }
        NONET_FOR(i, 9) mini[i] = add(add(unsolved[3 * i], unsolved[3 * i + 1]), unsolved[3 * i + 2]);
        NONET_FOR(r, 3)
            row[r] = add(shift_left<7>(add(add(mini[3 * r], mini[3 * r + 1]), mini[3 * r + 2])),
                         all((uint16_t)(9 * (3 * band + r))));
        NONET_FOR(k, 3) box[k] = shift_left<8>(add(add(mini[k], mini[3 + k]), mini[6 + k]));
        NONET_FOR(j, 9) {
            V m = add(add(unsolved[j], unsolved[9 + j]), unsolved[18 + j]);
            minicol[9 * band + j] = shift_left<9>(m);
            col[j] = band == 0 ? m : add(col[j], m);
        }
        NONET_FOR(i, 9) by_minirow[9 * band + i] = sub(add(row[i / 3], box[i % 3]), shift_left<9>(mini[i]));
    }
    // The least score is 9 + 9 + 18 - 24 - 24 = -12, so a bias of 40 keeps keys positive; the greatest is
    // 18 + 18 + 36 - 12 - 12 = 48, so they fit 15 bits with the cell's number: signed maxima will do.
    NONET_FOR(j, 9) col[j] = add(shift_left<7>(col[j]), all((uint16_t)(40 * 128 + j)));
    V best = all(0);
    uint32_t tight = 0;
    for (uint16_t candidates = 2; candidates <= 9; candidates++) {
        V more = all(0);
        const V n = all(candidates);
        for (int band = 0; band < 3; band++) {
            NONET_FOR(j, 9) {
                V from_col = sub(col[j], minicol[9 * band + j]);
                NONET_FOR(r, 3)
                    more = best_where(more, count[27 * band + 9 * r + j], n,
                                      add(by_minirow[9 * band + 3 * r + j / 3], from_col));
            }
        }
        best = if_set(best, best, more);
        if (candidates == 2) tight = where_set(best);
        if (!(where_zero(best) & wanted)) break;
    }
    store(choice, best);
    return tight;
}

// A quick choice, where it does not matter much: any cell with two candidates, as 128 + cell.  Returns the lanes that have one.
__attribute__((noinline)) uint32_t choose_any(const V* X, uint16_t* choice) {
    V any = all(0);
    NONET_FOR(c, 81) any = if_pair(X[c], all((uint16_t)(128 + c)), any);
    store(choice, any);
    return where_set(any);
}

// The first unsolved cell of every lane, row by row.
__attribute__((noinline)) void choose_first(const V* X, uint16_t* choice) {
    V first = all(0), one = all(1);
    NONET_FOR(i, 81) {
        const int c = 80 - i;
        first = if_set(vand(X[c], sub(X[c], one)), all((uint16_t)c), first);
    }
    store(choice, first);
}

}  // namespace
