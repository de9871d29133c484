// Nice loops and alternating inference chains, plain and grouped; as src/nonet/logic/loops.py, which explains them.
#include <string.h>

#include <algorithm>

#include "logic/finders.h"
#include "logic/links.h"

namespace nonet::logic {
namespace {

enum class LoopKind : uint8_t { kContinuous, kDiscontinuous, kAic };

// What a chain from here to there would eliminate, if it is a proper loop.
struct Promise {
    EliminationOrder order;
    LoopKind kind;
    Visit start, end;
    uint32_t first, count;  // of the eliminations
};

// The first and the last link leave the start cell, and no cell in between is visited again.
bool is_loop(const Web& web, const Chain& chain) {
    const int start = web.cells[chain[0].term];
    const size_t length = chain.size();
    if (length < 3 || web.cells[chain[1].term] == start) return false;
    if (web.cells[chain[length - 2].term] == web.cells[chain[length - 1].term]) return false;
    Cells visited;
    for (size_t k = 0; k < length; ++k) {
        if (visited.has(web.cells[chain[k].term])) return false;
        if (k && web.cells[chain[k - 1].term] != start) visited |= web.boards[chain[k - 1].term];
    }
    return true;
}

// No cell is visited again.
bool is_open_chain(const Web& web, const Chain& chain) {
    Cells visited;
    for (size_t k = 0; k < chain.size(); ++k) {
        if (visited.has(web.cells[chain[k].term])) return false;
        if (k) visited |= web.boards[chain[k - 1].term];
    }
    return true;
}

// All that the closed loop eliminates, by digit.
struct LoopEliminations {
    Cells gone[10];

    LoopEliminations(const Position& position, const Web& web, const Chain& chain) {
        Cells visited;
        for (const Visit& visit : chain) visited |= web.boards[visit.term];
        cross(position, web, chain.back().term, chain[0].term);
        for (size_t k = 1; k < chain.size(); ++k) {
            const int before = chain[k - 1].term, here = chain[k].term;
            if (web.cells[before] == web.cells[here]) continue;
            if (!chain[k].on) {  // a weak link between cells
                const int digit = web.digits[here];
                gone[digit] |= (position.boards[digit] & web.seen_by(before) & web.seen_by(here)).minus(visited);
            } else if (k + 2 < chain.size()) {
                const int turn = chain[k + 1].term, leave = chain[k + 2].term;
                if (web.cells[turn] == web.cells[here] && web.cells[leave] != web.cells[here])
                    cross(position, web, here, turn);
            }
        }
    }

  private:
    // A cell that the loop crosses by two strong links holds nothing else.
    void cross(const Position& position, const Web& web, int one, int other) {
        const int cell = web.cells[one];
        const unsigned kept = bit_of(web.digits[one]) | bit_of(web.digits[other]);
        for (int digit : Digits{position.masks[cell] & ~kept}) gone[digit].add(cell);
    }
};

class Promises {
  public:
    Promises(const Position& position, Web& web) : position_(position), web_(web) {
        on_ends();
        off_ends();
        open_ends();
        std::stable_sort(all_.begin(), all_.end(),
                         [](const Promise& a, const Promise& b) { return a.order < b.order; });
    }

    const std::vector<Promise>& all() const { return all_; }
    const Candidate* eliminations(const Promise& promise) const { return pool_.data() + promise.first; }
    bool are_equal(const Promise& a, const Promise& b) const {
        return a.kind == b.kind && a.count == b.count &&
               std::equal(eliminations(a), eliminations(a) + a.count, eliminations(b));
    }

  private:
    // Chains from a candidate that is on.
    void on_ends() {
        for (int term = 0; term < web_.count; ++term) {
            const uint16_t start = (uint16_t)term;
            if (has_bit(web_.off_sets()[term], term)) {
                gone(web_.cells[term], web_.digits[term]);
                add(LoopKind::kDiscontinuous, {start, true}, {start, false});
            }
            const uint64_t* on = web_.on_sets()[term];
            for (int mate = first_mate(term); mate < end_of_mates(term); ++mate)
                if (mate != term && has_bit(on, mate)) {
                    gone(web_.cells[term], web_.digits[term]);
                    add(LoopKind::kDiscontinuous, {start, true}, {(uint16_t)mate, true});
                }
        }
    }

    // Chains from a candidate that is off, back to its cell.
    void off_ends() {
        uint64_t on[kTermWords], off[kTermWords];
        for (int term = 0; term < web_.count; ++term) {
            if (web_.strong[term].is_empty()) continue;
            const uint16_t start = (uint16_t)term;
            web_.follows(term, false, on, off);
            if (has_bit(on, term)) {
                for (int mate = first_mate(term); mate < end_of_mates(term); ++mate)
                    if (mate != term) gone(web_.cells[mate], web_.digits[mate]);
                if (order_.count) add(LoopKind::kDiscontinuous, {start, false}, {start, true});
            }
            for (int mate = first_mate(term); mate < end_of_mates(term); ++mate)
                if (mate != term && has_bit(off, mate)) {
                    gone(web_.cells[mate], web_.digits[mate]);
                    add(LoopKind::kDiscontinuous, {start, false}, {(uint16_t)mate, false});
                }
            if (end_of_mates(term) - first_mate(term) > 2)
                for (int mate = first_mate(term); mate < end_of_mates(term); ++mate)
                    if (mate != term && has_bit(on, mate)) close_loop(start, (uint16_t)mate);
        }
    }

    // A loop that closes in a cell of more than two candidates.
    void close_loop(uint16_t start, uint16_t mate) {
        if (!web_.chain({start, false}, {mate, true}, chain_) || !is_loop(web_, chain_)) return;
        const LoopEliminations eliminations(position_, web_, chain_);
        for (int digit = 1; digit <= 9; ++digit)
            for (int cell : eliminations.gone[digit]) gone(cell, digit);
        if (order_.count) add(LoopKind::kContinuous, {start, false}, {mate, true});
    }

    // Chains between two cells: what sees both ends goes, or each end's digit from the other end's cell.
    void open_ends() {
        uint64_t on[kTermWords], off[kTermWords];
        for (int term = 0; term < web_.count; ++term) {
            if (web_.strong[term].is_empty()) continue;
            web_.follows(term, false, on, off);
            const int cell = web_.cells[term], digit = web_.digits[term];
            const Visit start{(uint16_t)term, false};
            const Cells board = position_.boards[digit], peers = kBoard.peers[cell];
            for (int other : board) {
                const int end = web_.number[digit][other];
                const Cells both = peers & kBoard.peers[other] & board;
                if (end == term || !has_bit(on, end) || !both.is_several()) continue;
                for (int each : both) gone(each, digit);
                add(LoopKind::kAic, start, {(uint16_t)end, true});
            }
            const unsigned shared = position_.masks[cell] & ~bit_of(digit);
            for (int other : peers& board)
                for (int end_digit : Digits{position_.masks[other] & shared}) {
                    const int end = web_.number[end_digit][other];
                    if (!has_bit(on, end)) continue;
                    const bool is_first = end_digit < digit;  // eliminations go by digit
                    gone(is_first ? cell : other, is_first ? end_digit : digit);
                    gone(is_first ? other : cell, is_first ? digit : end_digit);
                    add(LoopKind::kAic, start, {(uint16_t)end, true});
                }
        }
    }

    int first_mate(int term) const { return web_.first_mate[web_.cells[term]]; }
    int end_of_mates(int term) const { return web_.end_of_mates[web_.cells[term]]; }

    void gone(int cell, int digit) {
        order_.add(cell, digit);
        pool_.push_back({(uint8_t)cell, (uint8_t)digit});
    }
    void add(LoopKind kind, Visit start, Visit end) {
        all_.push_back({order_, kind, start, end, first_, (uint32_t)order_.count});
        first_ = (uint32_t)pool_.size();
        order_ = {};
    }

    const Position& position_;
    Web& web_;
    Chain chain_;
    std::vector<Promise> all_;
    std::vector<Candidate> pool_;
    EliminationOrder order_;
    uint32_t first_ = 0;
};

struct Best {
    const Promise* promise;
    Chain chain;
};

bool is_proper(Web& web, const Promise& promise, bool grouped, Chain& chain) {
    if (!web.chain(promise.start, promise.end, chain) || chain.size() < 3) return false;
    if (!(promise.kind == LoopKind::kAic ? is_open_chain(web, chain) : is_loop(web, chain))) return false;
    return !grouped || !web.is_plain(chain);
}

bool find_loops(Search& search, Web& web, bool grouped) {
    static const Technique kTechniques[2][3] = {
        {kContinuousNiceLoop, kDiscontinuousNiceLoop, kAic},
        {kGroupedContinuousNiceLoop, kGroupedDiscontinuousNiceLoop, kGroupedAic}};
    const Promises promises(search.position, web);
    const std::vector<Promise>& all = promises.all();
    std::vector<Best> best;
    Chain chain;
    for (size_t begin = 0, end; begin < all.size(); begin = end) {
        best.clear();
        for (end = begin; end < all.size() && all[end].order == all[begin].order; ++end) {
            if (!is_proper(web, all[end], grouped, chain)) continue;
            auto known = std::find_if(best.begin(), best.end(),
                                      [&](const Best& each) { return promises.are_equal(*each.promise, all[end]); });
            if (known == best.end())
                best.push_back({&all[end], chain});
            else if (chain.size() < known->chain.size())
                *known = {&all[end], chain};
        }
        for (const Best& each : best) {
            Step& step = search.begin(kTechniques[grouped][(int)each.promise->kind]);
            const Candidate* gone = promises.eliminations(*each.promise);
            step.eliminations.assign(gone, gone + each.promise->count);
            add_chain_evidence(step, web, each.chain, each.promise->kind == LoopKind::kContinuous);
            if (search.commit()) return true;
        }
    }
    return false;
}

}  // namespace

bool find_nice_loops(Search& search) { return find_loops(search, search.work.webs.plain(search.position), false); }

bool find_grouped_nice_loops(Search& search) {
    return find_loops(search, search.work.webs.grouped(search.position), true);
}

}  // namespace nonet::logic
