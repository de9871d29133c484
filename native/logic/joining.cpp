#include "logic/joining.h"

#include <algorithm>

namespace nonet::logic {
namespace {

constexpr size_t kBeginnings = 4;  // maps that are begun to find one without cages of one cell
constexpr size_t kFirst = 8;       // borders that are removed at once at first

// What `CageMap.joined` does in Python. False: the map is not to be used any more.
bool join(CageMap& map, const Border& border, int most, int small) {
    const unsigned one = map.digits[map.first_cells[border[0].first]];
    const unsigned two = map.digits[map.first_cells[border[0].second]];
    if (one & two || (count_bits(one) > small && count_bits(two) > small)) return false;
    for (const auto& [cell, neighbour] : border) {
        const uint8_t a = map.first_cells[cell], b = map.first_cells[neighbour];
        const uint8_t low = std::min(a, b), high = std::max(a, b);
        if (low == high) continue;
        if (map.digits[low] & map.digits[high] || count_bits(map.digits[low] | map.digits[high]) > most) return false;
        map.digits[low] |= map.digits[high];
        map.sums[low] = (uint8_t)(map.sums[low] + map.sums[high]);
        std::replace(map.first_cells, map.first_cells + kCells, high, low);
    }
    return true;
}

// A map without some of the borders, and how many of them were looked at.
struct Removal {
    CageMap map;
    size_t looked_at;
};

class Joiner {
  public:
    Joiner(Rng& rng, const std::vector<Border>& borders, const Accepts& accepts)
        : rng_(rng), borders_(borders), accepts_(accepts) {}

    // Removes borders in a random order, each if that is accepted. Several are removed at once; if that is refused, bisection
    // finds the first that must stay.
    CageMap joined(CageMap map, int most, int small) {
        std::vector<const Border*> borders;
        for (const Border& border : borders_) borders.push_back(&border);
        rng_.shuffle(borders.data(), (int)borders.size());
        size_t several = kFirst, at = 0;
        for (;;) {
            const std::vector<Removal> ahead = removals(map, borders, at, several, most, small);
            if (ahead.empty()) return map;
            const size_t kept = count_accepted(ahead);
            if (kept) map = ahead[kept - 1].map;
            several = kept == ahead.size() ? 2 * several : std::max<size_t>(kept, 1);
            at = ahead[std::min(kept, ahead.size() - 1)].looked_at;
        }
    }

  private:
    // Maps without one border, two, three …
    static std::vector<Removal> removals(CageMap map, const std::vector<const Border*>& borders, size_t at,
                                         size_t several, int most, int small) {
        std::vector<Removal> found;
        for (; at < borders.size() && found.size() < several; ++at) {
            CageMap next = map;
            if (!join(next, *borders[at], most, small)) continue;
            map = next;
            found.push_back({map, at + 1});
        }
        return found;
    }

    size_t count_accepted(const std::vector<Removal>& ahead) const {
        if (accepts_(ahead.back().map)) return ahead.size();
        const auto refused = std::partition_point(ahead.begin(), ahead.end() - 1,
                                                  [&](const Removal& each) { return accepts_(each.map); });
        return (size_t)(refused - ahead.begin());
    }

    Rng& rng_;
    const std::vector<Border>& borders_;
    const Accepts& accepts_;
};

}  // namespace

CageMap CageMap::of_cells(const uint8_t* grid) {
    CageMap map;
    for (int cell = 0; cell < kCells; ++cell) {
        map.first_cells[cell] = (uint8_t)cell;
        map.sums[cell] = grid[cell];
        map.digits[cell] = (uint16_t)bit_of(grid[cell]);
    }
    return map;
}

std::vector<Cage> CageMap::cages() const {
    std::vector<Cage> found;
    uint8_t number[kCells];
    for (int cell = 0; cell < kCells; ++cell) {
        const int first = first_cells[cell];
        if (first == cell) {
            number[cell] = (uint8_t)found.size();
            found.emplace_back();
            found.back().sum = sums[cell];
        }
        Cage& cage = found[number[first]];
        cage.cells[cage.count++] = (uint8_t)cell;
        cage.board.add(cell);
    }
    return found;
}

int CageMap::count_singles() const {
    int singles = 0;
    for (const Cage& cage : cages()) singles += cage.count == 1;
    return singles;
}

CageMap joined_cages(const uint8_t* grid, Rng& rng, const std::vector<Border>& borders, int largest,
                     const Accepts& accepts) {
    Joiner joiner(rng, borders, accepts);
    const CageMap start = CageMap::of_cells(grid);
    CageMap best = start;
    for (size_t begun = 0; begun < kBeginnings && best.count_singles(); ++begun) {
        const CageMap map = joiner.joined(joiner.joined(start, 2, 1), largest, 1);
        if (!begun || map.count_singles() < best.count_singles()) best = map;
    }
    return joiner.joined(best, largest, largest);
}

}  // namespace nonet::logic
