// Simple chains: remote pairs, X-chains, XY-chains; as src/nonet/logic/chains.py, which draws them.
#include <string.h>

#include <algorithm>

#include "logic/finders.h"
#include "logic/links.h"

namespace nonet::logic {
namespace {

// -- remote pairs ----------------------------------------------------------------------------------------------------------

struct RemotePair {
    std::vector<Candidate> gone;  // by digit, then by cell
    EliminationOrder order;
    int digits[2];
    int length;
    uint8_t route[kCells];
};

// Every way through cells with the same two candidates, each seeing the one before.
class Routes {
  public:
    Routes(const Position& position, unsigned mask, int longest, std::vector<RemotePair>& found)
        : position_(position), longest_(std::min(longest, kCells)), found_(found) {
        digits_[0] = lowest_digit(mask);
        digits_[1] = lowest_digit(mask & (mask - 1));
    }

    void walk(Cells cells) {
        for (int start : cells) {
            route_[0] = (uint8_t)start;
            walk(1, cells.minus(Cells::of(start)));
        }
    }

  private:
    void walk(int length, Cells left) {
        if (length >= 4 && length % 2 == 0 && route_[0] < route_[length - 1]) note(length);
        if (length == longest_) return;
        for (int cell : left& kBoard.peers[route_[length - 1]]) {
            route_[length] = (uint8_t)cell;
            walk(length + 1, left.minus(Cells::of(cell)));
        }
    }

    void note(int length) {
        const Cells ends = kBoard.peers[route_[0]] & kBoard.peers[route_[length - 1]];
        if (!ends.meets(position_.boards[digits_[0]] | position_.boards[digits_[1]])) return;
        Cells seen;
        for (int place = 0; place < length; ++place)
            for (int other = place + 3; other < length; other += 2)
                seen |= kBoard.peers[route_[place]] & kBoard.peers[route_[other]];
        gone_.clear();
        for (int digit : digits_)
            for (int cell : seen& position_.boards[digit]) gone_.push_back({(uint8_t)cell, (uint8_t)digit});
        if (gone_.empty()) return;
        auto known = std::find_if(found_.begin(), found_.end(), [&](auto& each) { return each.gone == gone_; });
        if (known == found_.end()) {
            known = found_.emplace(known);
            known->gone = gone_;
            for (const Candidate& each : gone_) known->order.add(each.cell, each.digit);
        } else if (known->length <= length) {
            return;
        }
        std::copy(digits_, digits_ + 2, known->digits);
        known->length = length;
        memcpy(known->route, route_, (size_t)length);
    }

    const Position& position_;
    int longest_, digits_[2];
    std::vector<RemotePair>& found_;
    std::vector<Candidate> gone_;
    uint8_t route_[kCells];
};

bool commit_remote_pair(Search& search, const RemotePair& pair) {
    Step& step = search.begin(kRemotePair);
    step.eliminations = pair.gone;
    if (step.wants_evidence) {
        const Web& web = search.work.webs.linked(search.position);
        Chain chain;
        List colors[2];
        for (int k = 0; k < pair.length; ++k) {
            const int cell = pair.route[k];
            chain.push_back({(uint16_t)web.number[pair.digits[k % 2]][cell], false});
            chain.push_back({(uint16_t)web.number[pair.digits[1 - k % 2]][cell], true});
            colors[k % 2].add(cell);
        }
        step.role(kColor, colors[0], {pair.digits[0], pair.digits[1]}, {}, "A");
        step.role(kColor, colors[1], {pair.digits[0], pair.digits[1]}, {}, "B");
        Truths truths;
        truths.add_links(web, chain);
        truths.write(step);
        add_links(step, web, chain);
    }
    return search.commit();
}

// -- X-chains and XY-chains ------------------------------------------------------------------------------------------------

struct Turn {
    uint16_t off, on;
};

struct Turns {
    const Turn *first, *last;
    const Turn* begin() const { return first; }
    const Turn* end() const { return last; }
};

// Where a chain may go: from a term that is on, by way of one that is off, to one that is on.
class Graph {
  public:
    Web& web;
    std::vector<Terms<3>> first;                // what is on if a start is off
    std::vector<std::vector<uint16_t>> before;  // for dives: `finish` fills it

    explicit Graph(Web& web) : web(web), first((size_t)web.count) {}

    // Turns are added term by term: those after the first term, `end_term`, those after the second one …
    void add(Turn turn) { turns_.push_back(turn); }
    void end_term() { begin_.push_back((uint32_t)turns_.size()); }

    Turns after(int term) const {
        return {turns_.data() + begin_[(size_t)term], turns_.data() + begin_[(size_t)term + 1]};
    }

    void finish() {
        before.resize((size_t)web.count);
        for (int term = 0; term < web.count; ++term)
            for (const Turn& turn : after(term)) before[turn.on].push_back((uint16_t)term);
    }

  private:
    std::vector<Turn> turns_;
    std::vector<uint32_t> begin_{0};  // where the turns of each term begin
};

// A chain from here to there would eliminate this.
struct Promise {
    EliminationOrder order;
    Cells gone;
    uint16_t start, end;
    int digit;
};

class Dive {
  public:
    Dive(const Graph& graph, int start, int end)
        : graph_(graph), start_(start), end_(end), distance_((size_t)graph.web.count, -1) {
        std::vector<uint16_t> order{(uint16_t)end};
        distance_[(size_t)end] = 0;
        for (size_t k = 0; k < order.size(); ++k)
            for (int other : graph.before[order[k]])
                if (distance_[(size_t)other] < 0) {
                    distance_[(size_t)other] = distance_[order[k]] + 2;
                    order.push_back((uint16_t)other);
                }
    }

    // The shortest chain of no more than `longest` nodes that visits no cell twice; deeper and deeper, but never where the
    // end is too far.
    bool shortest(int longest, Chain& best) {
        int nearest = -1;
        for (int on : graph_.first[(size_t)start_]) {
            const int distance = distance_[(size_t)on];
            if (distance >= 0 && (nearest < 0 || distance < nearest)) nearest = distance;
        }
        if (nearest < 0) nearest = longest;
        for (int nodes = std::max(4, 2 + nearest); nodes <= longest; nodes += 2) {
            const Cells own = graph_.web.boards[start_];
            for (int on : graph_.first[(size_t)start_]) {
                chain_.assign({{(uint16_t)start_, false}, {(uint16_t)on, true}});
                if (!dive(nodes, own | graph_.web.boards[on])) continue;
                best = chain_;
                return true;
            }
        }
        return false;
    }

  private:
    bool dive(int nodes, Cells visited) {
        const int left = nodes - (int)chain_.size();
        if (!left) return true;
        for (const Turn& turn : graph_.after(chain_.back().term)) {
            const Cells off = graph_.web.boards[turn.off], on = graph_.web.boards[turn.on];
            const int distance = distance_[turn.on] < 0 ? nodes : distance_[turn.on];
            if (visited.meets(off) || distance > left - 2 || (turn.on == end_) != (left == 2)) continue;
            if (visited.meets(on) && !(turn.on == start_ && start_ == end_)) continue;
            chain_.push_back({turn.off, false});
            chain_.push_back({turn.on, true});
            if (dive(nodes, visited | off | on)) return true;
            chain_.resize(chain_.size() - 2);
        }
        return false;
    }

    const Graph& graph_;
    int start_, end_;
    std::vector<int> distance_;
    Chain chain_;
};

// The ends of chains that would eliminate something, by any walk.
std::vector<Promise> promises(const Position& position, const Graph& graph) {
    const Web& web = graph.web;
    std::vector<Promise> found;
    std::vector<uint16_t> reached;
    uint64_t seen[kTermWords];
    for (int start = 0; start < web.count; ++start) {
        const Terms<3>& first = graph.first[(size_t)start];
        if (first.is_empty()) continue;
        const int digit = web.digits[start];
        const Cells sight = kBoard.peers[web.cells[start]] & position.boards[digit];
        reached.assign(first.begin(), first.end());
        memset(seen, 0, sizeof seen);
        for (int term : reached) set_bit(seen, term);
        for (size_t k = 0; k < reached.size(); ++k) {
            const int end = reached[k];
            for (const Turn& turn : graph.after(end))
                if (!has_bit(seen, turn.on)) {
                    set_bit(seen, turn.on);
                    reached.push_back(turn.on);
                }
            const Cells gone = sight & kBoard.peers[web.cells[end]];
            if (web.digits[end] != digit || gone.none()) continue;
            Promise promise{{}, gone, (uint16_t)start, (uint16_t)end, digit};
            for (int cell : gone) promise.order.add(cell, digit);
            found.push_back(promise);
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const Promise& a, const Promise& b) { return a.order < b.order; });
    return found;
}

bool find_chains(Search& search, Technique technique, Graph& graph) {
    const std::vector<Promise> found = promises(search.position, graph);
    if (!found.empty()) graph.finish();
    std::vector<bool> is_done(found.size());
    Chain best, chain;
    for (size_t k = 0; k < found.size(); ++k) {
        if (is_done[k]) continue;
        best.clear();
        for (size_t other = k; other < found.size() && found[other].order == found[k].order; ++other) {
            if (found[other].digit != found[k].digit || found[other].gone != found[k].gone) continue;
            is_done[other] = true;
            const int longest = best.empty() ? search.options.chain_length : (int)best.size() - 1;
            if (Dive(graph, found[other].start, found[other].end).shortest(longest, chain)) best = chain;
        }
        if (best.empty()) continue;
        Step& step = search.begin(technique);
        step.eliminate(found[k].gone, found[k].digit);
        add_chain_evidence(step, graph.web, best);
        if (search.commit()) return true;
    }
    return false;
}

}  // namespace

bool find_remote_pairs(Search& search) {
    const Position& position = search.position;
    std::vector<std::pair<unsigned, Cells>> by_pair;
    for (int cell : position.unsolved) {
        const unsigned mask = position.masks[cell];
        if (count_bits(mask) != 2) continue;
        const auto known = std::find_if(by_pair.begin(), by_pair.end(), [&](auto& each) { return each.first == mask; });
        if (known == by_pair.end())
            by_pair.push_back({mask, Cells::of(cell)});
        else
            known->second.add(cell);
    }
    std::vector<RemotePair> found;
    for (const auto& [mask, cells] : by_pair)
        if (cells.count() >= 4) Routes(position, mask, search.options.chain_length / 2, found).walk(cells);
    std::stable_sort(found.begin(), found.end(),
                     [](const RemotePair& a, const RemotePair& b) { return a.order < b.order; });
    for (const RemotePair& pair : found)
        if (commit_remote_pair(search, pair)) return true;
    return false;
}

bool find_x_chains(Search& search) {
    const unsigned digits = search.work.doomed(search.position).digits;
    if (!digits) return false;
    Graph graph(search.work.webs.linked(search.position));
    const Web& web = graph.web;
    const auto is_in_doubt = [&](int term) { return digits & bit_of(web.digits[term]); };
    for (int term = 0; term < web.count; ++term)
        for (int other : web.strong[term])
            if (is_in_doubt(term) && web.digits[other] == web.digits[term]) graph.first[(size_t)term].add(other);
    for (int term = 0; term < web.count; ++term, graph.end_term())
        for (int off : web.weak[term])
            if (web.digits[off] == web.digits[term])
                for (uint16_t on : graph.first[(size_t)off]) graph.add({(uint16_t)off, on});
    return find_chains(search, kXChain, graph);
}

bool find_xy_chains(Search& search) {
    Graph graph(search.work.webs.linked(search.position));
    const Web& web = graph.web;
    for (int term = 0; term < web.count; ++term) {
        const int first = web.first_mate[web.cells[term]];
        if (web.end_of_mates[web.cells[term]] - first == 2) graph.first[(size_t)term].add(2 * first + 1 - term);
    }
    for (int term = 0; term < web.count; ++term, graph.end_term())
        if (!graph.first[(size_t)term].is_empty())
            for (int off : web.weak[term])
                if (web.digits[off] == web.digits[term])
                    for (uint16_t on : graph.first[(size_t)off]) graph.add({(uint16_t)off, on});
    return find_chains(search, kXyChain, graph);
}

}  // namespace nonet::logic
