// Aligned exclusion: two or three cells, and the combinations of their candidates that leave another cell nothing.
//
//     cells A and B see the cells C and D
//     C has 1 and 2, D has 3 and 4        so (A, B) is neither (1, 2), (2, 1), (3, 4) nor (4, 3)
//
// A candidate that is in no allowed combination goes. The third cell of a triplet is an excluder of one of the first two.
#include "explainer/hint.h"

namespace nonet::explainer {

namespace {

struct Bases {
    std::vector<int> cells;     // in order
    Cells excluders[kCells]{};  // of each cell
    Cells all;

    Bases(const Board& board, int most) {
        Cells single, small;
        for (int cell = 0; cell < kCells; ++cell) {
            const int size = board.count(cell);
            if (size == 1) single.add(cell);
            if (size >= 2 && size <= most) small.add(cell);
        }
        for (int cell = 0; cell < kCells; ++cell) {
            if (board.count(cell) < 2) continue;
            const Cells& peers = kBoard.peers[cell];
            excluders[cell] = peers & small;
            if (peers.meets(single) || excluders[cell].none()) continue;
            cells.push_back(cell);
            all.add(cell);
        }
    }
};

// The combinations of digits that leave some cell without a candidate.
class Forbidden {
  public:
    Forbidden(const Board& board, const Cells& excluders) {
        for (const int cell : excluders) candidates_[count_++] = board.candidates[cell];
    }
    // The digits that are forbidden with these two, or all, if the two are forbidden already.
    unsigned with(int a, int b) const {
        const unsigned both = 1u << a | 1u << b;
        unsigned found = 0;
        for (int k = 0; k < count_; ++k) {
            const unsigned rest = candidates_[k] & ~both;
            if (!rest) return kAll;
            if (!(rest & (rest - 1))) found |= rest;
        }
        return found;
    }
    unsigned with(int a) const { return with(a, a); }

  private:
    uint16_t candidates_[20];
    int count_ = 0;
};

// What two cells may not both take: a digit, if they see each other.
unsigned shared(int cell, int other) { return kGeometry.sees[cell][other] ? kAll : 0; }

bool report(const Board& board, const int* cells, int size, const unsigned* allowed, Sink& sink) {
    unsigned any = 0;
    for (int k = 0; k < size; ++k) any |= board.candidates[cells[k]] & ~allowed[k];
    if (!any) return true;
    Hint hint;
    for (int k = 0; k < size; ++k)
        if (const int gone = board.candidates[cells[k]] & ~allowed[k]) hint.remove(cells[k], gone);
    hint.name = size == 2 ? Name::kAlignedPair : Name::kAlignedTriplet;
    hint.difficulty = size == 2 ? 6.2 : 7.5;
    return sink.add(std::move(hint));
}

bool exclude_pair(const Board& board, const Cells& excluders, int one, int other, Sink& sink) {
    const Forbidden forbidden(board, excluders);
    const unsigned both = shared(one, other);
    unsigned allowed[2] = {0, 0};
    for (const int a : Bits{board.candidates[one]}) {
        const unsigned with_a = board.candidates[other] & ~forbidden.with(a) & ~(both & 1u << a);
        if (with_a) allowed[0] |= 1u << a;
        allowed[1] |= with_a;
    }
    const int cells[2] = {one, other};
    return report(board, cells, 2, allowed, sink);
}

bool exclude_triplet(const Board& board, const Cells& excluders, const int* cells, Sink& sink) {
    const Forbidden forbidden(board, excluders);
    const unsigned first = board.candidates[cells[0]], second = board.candidates[cells[1]];
    const unsigned third = board.candidates[cells[2]];
    const unsigned shared01 = shared(cells[0], cells[1]), shared02 = shared(cells[0], cells[2]);
    const unsigned shared12 = shared(cells[1], cells[2]);
    unsigned allowed[3] = {0, 0, 0};
    for (const int a : Bits{first}) {
        const unsigned with_a = third & ~(shared02 & 1u << a);
        for (const int b : Bits{second & ~(shared01 & 1u << a)}) {
            const unsigned with_both = with_a & ~forbidden.with(a, b) & ~(shared12 & 1u << b);
            if (!with_both) continue;
            allowed[0] |= 1u << a;
            allowed[1] |= 1u << b;
            allowed[2] |= with_both;
            if (allowed[1] == second && allowed[2] == third) break;  // this digit has nothing more to tell
        }
    }
    return report(board, cells, 3, allowed, sink);
}

bool exclude_triplets(const Board& board, const Bases& bases, int one, int other, Sink& sink) {
    const Cells common = bases.excluders[one] & bases.excluders[other];
    if (!common.is_several()) return true;
    Cells seen, seen_again;  // by one of the excluders, by two
    for (const int excluder : common) {
        seen_again = seen_again | (seen & kBoard.peers[excluder]);
        seen = seen | kBoard.peers[excluder];
    }
    Cells rest = seen_again & bases.all;
    rest.remove(one);
    rest.remove(other);
    for (const int partner : {one, other}) {
        const Cells thirds = rest & bases.excluders[partner];
        rest = rest.minus(thirds);
        for (const int third : thirds) {
            const int cells[3] = {one, other, third};
            if (!exclude_triplet(board, common & bases.excluders[third], cells, sink)) return false;
        }
    }
    return true;
}

}  // namespace

bool aligned_exclusions(const Board& board, int size, Sink& sink) {
    const Bases bases(board, size);
    for (size_t second = 1; second < bases.cells.size(); ++second)
        for (size_t first = 0; first < second; ++first) {
            const int one = bases.cells[first], other = bases.cells[second];
            if (size == 3) {
                if (!exclude_triplets(board, bases, one, other, sink)) return false;
                continue;
            }
            const Cells excluders = bases.excluders[one] & bases.excluders[other];
            if (excluders.is_several() && !exclude_pair(board, excluders, one, other, sink)) return false;
        }
    return true;
}

}  // namespace nonet::explainer
