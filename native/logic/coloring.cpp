// Simple colours and multi-colours: as src/nonet/logic/coloring.py.
#include "logic/finders.h"

namespace nonet::logic {
namespace {

// Places joined by strong links: two colours, what each of them sees, and the houses of the links.
struct Coloring {
    Cells color[2];
    Cells sees[2];
    List houses;
};

struct Partner {
    uint8_t cell, house;
};

class Colorings {
  public:
    // The colourings of a digit's places, by their first places.
    explicit Colorings(Cells board) {
        for (int house = 0; house < kHouses; ++house) {
            const Cells inside = board & kBoard.board[house];
            if (!inside.is_two()) continue;
            link(inside.first(), inside.last(), house);
            link(inside.last(), inside.first(), house);
        }
        Cells done;
        for (int start : linked_)
            if (!done.has(start)) spread(start, done);
    }

    std::vector<Coloring> all;

  private:
    void link(int start, int end, int house) {
        linked_.add(start);
        partners_[start][counts_[start]++] = {(uint8_t)end, (uint8_t)house};
    }

    void spread(int start, Cells& done) {
        all.emplace_back();
        Coloring& coloring = all.back();
        coloring.color[0].add(start);
        done.add(start);
        std::vector<std::pair<int, int>> waiting{{start, 0}};
        while (!waiting.empty()) {
            const auto [cell, color] = waiting.back();
            waiting.pop_back();
            coloring.sees[color] |= kBoard.peers[cell];
            for (int k = 0; k < counts_[cell]; ++k) {
                const Partner& partner = partners_[cell][k];
                if (done.has(partner.cell)) continue;
                done.add(partner.cell);
                coloring.color[1 - color].add(partner.cell);
                coloring.houses.add(partner.house);
                waiting.emplace_back(partner.cell, 1 - color);
            }
        }
    }

    Cells linked_;
    Partner partners_[kCells][3];
    uint8_t counts_[kCells] = {};
};

bool commit(Search& search, Technique technique, int digit, Cells gone, const Coloring& one,
            const Coloring* other = nullptr) {
    Step& step = search.begin(technique);
    step.eliminate(gone, digit);
    if (step.wants_evidence) {
        step.role(kColor, one.color[0], {digit}, {}, "A");
        step.role(kColor, one.color[1], {digit}, {}, "B");
        if (other) {
            step.role(kColor, other->color[0], {digit}, {}, "C");
            step.role(kColor, other->color[1], {digit}, {}, "D");
        }
        for (const Coloring* each : {&one, other})
            for (int k = 0; each && k < each->houses.count; ++k) step.truth_house(each->houses.items[k], digit);
    }
    return search.commit();
}

// The colours of the first that see both colours of the second.
Cells overruled(const Coloring& first, const Coloring& second) {
    Cells gone;
    for (int k = 0; k < 2; ++k)
        if (first.sees[k].meets(second.color[0]) && first.sees[k].meets(second.color[1])) gone |= first.color[k];
    return gone;
}

// What a colour of the first and one of the second see, where their counterparts see each other.
Cells seen_by_both(const Coloring& first, const Coloring& second) {
    Cells seen;
    for (int k = 0; k < 2; ++k)
        for (int other = 0; other < 2; ++other)
            if (first.sees[k].meets(second.color[other])) seen |= first.sees[1 - k] & second.sees[1 - other];
    return seen;
}

}  // namespace

bool find_simple_colors(Search& search) {
    for (int digit : Digits{search.work.doomed(search.position).digits}) {
        const Cells board = search.position.boards[digit];
        for (const Coloring& each : Colorings(board).all) {
            Cells gone;
            for (int k = 0; k < 2; ++k)
                if (each.color[k].meets(each.sees[k])) gone |= each.color[k];
            if (gone.any() && commit(search, kSimpleColorsWrap, digit, gone, each)) return true;
            gone = board & each.sees[0] & each.sees[1];
            if (gone.any() && commit(search, kSimpleColorsTrap, digit, gone, each)) return true;
        }
    }
    return false;
}

bool find_multi_colors(Search& search) {
    for (int digit : Digits{search.work.doomed(search.position).digits}) {
        const Cells board = search.position.boards[digit];
        const std::vector<Coloring> all = std::move(Colorings(board).all);
        for (size_t first = 0; first < all.size(); ++first)
            for (size_t second = 0; second < all.size(); ++second) {
                if (second == first) continue;
                Cells gone = overruled(all[first], all[second]);
                if (gone.any() && commit(search, kMultiColors2, digit, gone, all[first], &all[second])) return true;
                if (second < first) continue;
                gone = board & seen_by_both(all[first], all[second]);
                if (gone.any() && commit(search, kMultiColors1, digit, gone, all[first], &all[second])) return true;
            }
    }
    return false;
}

}  // namespace nonet::logic
