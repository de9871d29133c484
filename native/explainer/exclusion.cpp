// Aligned pair and triplet exclusion: src/nonet/logic/se/exclusion.py says what it is.
#include <bitset>

#include "explainer/hint.h"

namespace nonet::explainer {

namespace {

struct Bases {
    std::vector<int> cells;                // in order
    std::vector<int> excluders[kCells];    // of each of them
    std::bitset<kCells> excludes[kCells];  // the same as sets
    bool is_base[kCells]{};

    Bases(const Board& board, int most) {
        for (int cell = 0; cell < kCells; ++cell) {
            if (board.count(cell) < 2) continue;
            bool has_single = false;
            for (const int peer : kGeometry.peers[cell]) {
                const int size = board.count(peer);
                has_single |= size == 1;
                if (size >= 2 && size <= most) {
                    excluders[cell].push_back(peer);
                    excludes[cell].set(peer);
                }
            }
            if (has_single || excluders[cell].empty()) continue;
            cells.push_back(cell);
            is_base[cell] = true;
        }
    }
};

bool exclude(const Board& board, const Bases& bases, const int* cells, int size, Sink& sink) {
    std::bitset<kCells> common = bases.excludes[cells[0]] & bases.excludes[cells[1]];
    if (size == 3) common &= bases.excludes[cells[2]];
    if (common.none()) return true;
    uint16_t forbidden[20];
    int count = 0;
    for (const int cell : bases.excluders[cells[0]])
        if (common[cell]) forbidden[count++] = board.candidates[cell];
    if (count < 2) return true;
    const bool sees01 = kGeometry.sees[cells[0]][cells[1]];
    const bool sees02 = size == 3 && kGeometry.sees[cells[0]][cells[2]];
    const bool sees12 = size == 3 && kGeometry.sees[cells[1]][cells[2]];
    int allowed[3] = {0, 0, 0};
    const auto try_choice = [&](int a, int b, int c) {
        const unsigned taken = 1u << a | 1u << b | (c >= 0 ? 1u << c : 0);
        for (int k = 0; k < count; ++k)
            if (!(forbidden[k] & ~taken)) return;
        allowed[0] |= 1 << a;
        allowed[1] |= 1 << b;
        if (c >= 0) allowed[2] |= 1 << c;
    };
    for (const int a : Bits{board.candidates[cells[0]]})
        for (const int b : Bits{board.candidates[cells[1]]}) {
            if (a == b && sees01) continue;
            if (size == 2) {
                try_choice(a, b, -1);
                continue;
            }
            for (const int c : Bits{board.candidates[cells[2]]})
                if (!(a == c && sees02) && !(b == c && sees12)) try_choice(a, b, c);
        }
    Hint hint;
    for (int k = 0; k < size; ++k)
        if (const int gone = board.candidates[cells[k]] & ~allowed[k]) hint.remove(cells[k], gone);
    if (hint.removals.empty()) return true;
    hint.name = size == 2 ? Name::kAlignedPair : Name::kAlignedTriplet;
    hint.difficulty = size == 2 ? 6.2 : 7.5;
    return sink.add(std::move(hint));
}

}  // namespace

bool aligned_exclusions(const Board& board, int size, Sink& sink) {
    const Bases bases(board, size);
    for (size_t second = 1; second < bases.cells.size(); ++second)
        for (size_t first = 0; first < second; ++first) {
            int cells[3] = {bases.cells[first], bases.cells[second], -1};
            if (size == 2) {
                if (!exclude(board, bases, cells, 2, sink)) return false;
                continue;
            }
            if ((bases.excludes[cells[0]] & bases.excludes[cells[1]]).count() < 2) continue;
            bool tried[kCells] = {};
            for (int k = 0; k < 2; ++k)
                for (const int third : bases.excluders[cells[k]]) {
                    if (tried[third] || !bases.is_base[third] || third == cells[0] || third == cells[1]) continue;
                    tried[third] = true;
                    const int three[3] = {cells[0], cells[1], third};
                    if (!exclude(board, bases, three, 3, sink)) return false;
                }
        }
    return true;
}

}  // namespace nonet::explainer
