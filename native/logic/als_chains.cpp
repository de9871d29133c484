// ALS chains: four almost locked sets or more, each tied to the next by another digit; as src/nonet/logic/als_chains.py.
//
// An arrival is a set and the digits it is entered by. For each set and the digit it is entered by:
//
//     reach      the arrivals that one link or more lead to
//     further    the same for two links or more: with the first link of a chain, three
//
// The sets are visited in the order of their numbers, so one sweep from the last set to the first fills both.
#include <string.h>

#include <algorithm>
#include <queue>
#include <set>
#include <unordered_map>

#include "logic/als.h"
#include "logic/finders.h"

namespace nonet::logic {
namespace {

constexpr size_t kTries = 4;  // for each conclusion, the chains of at most this many pairs of ends are compared

unsigned lowest_of(unsigned mask) { return mask & (0u - mask); }

struct Arrival {
    uint16_t set, digits;
};

// The first set, the digit by which it is left (as a mask), and the number of the arrival at the last set.
struct Ends {
    uint16_t start, exit;
    uint32_t arrival;
};

// What goes, and between which ends chains might prove it.
struct Conclusion {
    Sight gone;
    EliminationOrder order;
    std::vector<Ends> ends;
};

struct SightHash {
    size_t operator()(const Sight& sight) const {
        uint64_t hash = 0;
        for (int digit = 1; digit <= 9; ++digit) {
            hash = (hash ^ sight.of[digit].low) * 0x9e3779b97f4a7c15;
            hash = (hash ^ (hash >> 29) ^ sight.of[digit].high) * 0xbf58476d1ce4e5b9;
        }
        return (size_t)(hash ^ (hash >> 32));
    }
};
struct SightEqual {
    bool operator()(const Sight& one, const Sight& other) const {
        return std::equal(one.of + 1, one.of + 10, other.of + 1);
    }
};

class Reaches {
  public:
    explicit Reaches(const LockedSets& found) : found_(found) {
        const size_t sets = (size_t)found.count();
        entries_.assign(sets, 0);
        for (int set = 0; set < found.count(); ++set)
            for (const Tie* tie = found.begin(set); tie != found.end(set); ++tie) entries_[tie->other] |= tie->digits;
        numbered_.resize(sets);
        for (int set = found.count(); set--;)
            if (is_able(set)) number_arrivals(set);
        reach_.reset(found.count() * 9, (int)arrivals_.size());
        further_.reset(found.count() * 9, (int)arrivals_.size());
        for (int set = found.count(); set--;)
            if (is_able(set)) fill(set);
        find_seeing();
    }

    std::vector<Conclusion> conclusions() const;
    int last_set(const Ends& ends) const { return arrivals_[ends.arrival].set; }

    // The chain with the fewest cells between these ends; empty if there is none.
    std::vector<Arrival> chain(const Ends& ends) const;

  private:
    bool is_able(int set) const { return found_.begin(set) != found_.end(set) && entries_[(size_t)set]; }

    uint32_t number(int set, unsigned digits) {
        for (uint32_t known : numbered_[(size_t)set])
            if (arrivals_[known].digits == digits) return known;
        numbered_[(size_t)set].push_back((uint32_t)arrivals_.size());
        arrivals_.push_back({(uint16_t)set, (uint16_t)digits});
        return (uint32_t)arrivals_.size() - 1;
    }
    uint32_t known_number(int set, unsigned digits) const {
        for (uint32_t known : numbered_[(size_t)set])
            if (arrivals_[known].digits == digits) return known;
        return 0;
    }
    static int row(int set, unsigned entry) { return set * 9 + lowest_digit(entry) - 1; }

    void number_arrivals(int set) {
        for (const Tie* tie = found_.begin(set); tie != found_.end(set); ++tie) {
            number(tie->other, tie->digits);
            if (is_one(tie->digits)) continue;
            for (int digit : Digits{tie->digits & entries_[(size_t)set]})
                number(tie->other, tie->digits & ~bit_of(digit));
        }
    }

    // What a set reaches, by the digit it is entered by: links by all other digits lead on.
    void fill(int set) {
        for (int digit : Digits{entries_[(size_t)set]}) {
            const unsigned entry = bit_of(digit);
            const int own = row(set, entry);
            for (const Tie* tie = found_.begin(set); tie != found_.end(set); ++tie) {
                const unsigned rest = tie->digits & ~entry;
                if (!rest) continue;
                set_bit(reach_[own], (int)known_number(tie->other, rest));
                further_.add(own, reach_[row(tie->other, lowest_of(rest))]);
            }
            reach_.add(own, further_[own]);
        }
    }

    // For each candidate the arrivals at sets that see it, but not by its digit.
    void find_seeing() {
        seeing_.reset(729, (int)arrivals_.size());
        for (size_t number = 0; number < arrivals_.size(); ++number) {
            const AlmostLocked& set = found_.sets[arrivals_[number].set];
            for (int digit : Digits{set.digits & ~(unsigned)arrivals_[number].digits})
                for (int cell : set.seen[digit]) set_bit(seeing_[(digit - 1) * kCells + cell], (int)number);
        }
    }

    void conclude(int start, unsigned exit, const std::vector<uint64_t>& far, std::vector<Conclusion>& all,
                  std::unordered_map<Sight, size_t, SightHash, SightEqual>& known) const;

    const LockedSets& found_;
    std::vector<unsigned> entries_;  // by set: the digits it can be entered by
    std::vector<Arrival> arrivals_;
    std::vector<std::vector<uint32_t>> numbered_;  // by set: the numbers of its arrivals
    BitRows reach_, further_;                      // by set and digit it is entered by
    BitRows seeing_;
};

std::vector<Conclusion> Reaches::conclusions() const {
    std::vector<Conclusion> all;
    std::unordered_map<Sight, size_t, SightHash, SightEqual> known;
    const size_t words = (size_t)reach_.words();
    std::vector<uint64_t> reached[10];
    for (int start = 0; start < found_.count(); ++start) {
        int exits[9], count = 0;
        unsigned used = 0;
        for (const Tie* tie = found_.begin(start); tie != found_.end(start); ++tie)
            for (int digit : Digits{tie->digits}) {
                const uint64_t* far = further_[row(tie->other, bit_of(digit))];
                if (std::all_of(far, far + words, [](uint64_t word) { return !word; })) continue;
                if (!(used & bit_of(digit))) {
                    used |= bit_of(digit);
                    exits[count++] = digit;
                    reached[digit].assign(words, 0);
                }
                for (size_t word = 0; word < words; ++word) reached[digit][word] |= far[word];
            }
        for (int k = 0; k < count; ++k) conclude(start, bit_of(exits[k]), reached[exits[k]], all, known);
    }
    return all;
}

void Reaches::conclude(int start, unsigned exit, const std::vector<uint64_t>& far, std::vector<Conclusion>& all,
                       std::unordered_map<Sight, size_t, SightHash, SightEqual>& known) const {
    const AlmostLocked& set = found_.sets[(size_t)start];
    std::vector<uint64_t> hits(far.size());
    for (int digit : Digits{set.digits & ~exit})
        for (int cell : set.seen[digit]) {
            const uint64_t* seeing = seeing_[(digit - 1) * kCells + cell];
            for (size_t word = 0; word < hits.size(); ++word) hits[word] |= seeing[word];
        }
    for (size_t word = 0; word < hits.size(); ++word) hits[word] &= far[word];
    Sight gone;
    for (int number : Ones{hits.data(), (int)hits.size()}) {
        const Arrival arrival = arrivals_[(size_t)number];
        if (arrival.set == start || !found_.shared_sight(start, arrival.set, exit | arrival.digits, gone)) continue;
        const auto [place, is_new] = known.try_emplace(gone, all.size());
        if (is_new) {
            all.emplace_back();
            all.back().gone = gone;
            for (int digit = 1; digit <= 9; ++digit)
                for (int cell : gone.of[digit]) all.back().order.add(cell, digit);
        }
        all[place->second].ends.push_back({(uint16_t)start, (uint16_t)exit, (uint32_t)number});
    }
}

// A chain under construction: it continues the one numbered `before`.
struct Link {
    Arrival arrival;
    int before, links;
};
struct Offer {
    int price, count, link;
    bool operator<(const Offer& other) const {  // the cheapest is the greatest, of equal ones the first
        return price != other.price ? price > other.price : count > other.count;
    }
};

std::vector<Arrival> Reaches::chain(const Ends& ends) const {
    const Arrival target = arrivals_[ends.arrival];
    std::vector<Link> links{{{ends.start, 0}, -1, 0}};
    std::priority_queue<Offer> offers;
    offers.push({found_.sets[ends.start].size, 0, 0});
    std::set<uint32_t> done;
    int count = 0;
    while (!offers.empty()) {
        const Offer offer = offers.top();
        offers.pop();
        const Link last = links[(size_t)offer.link];
        const unsigned entry = last.arrival.digits;
        const int length = std::min(last.links, 3);
        if (length == 3 && last.arrival.set == target.set && entry == target.digits) {
            std::vector<Arrival> chain;
            for (int k = offer.link; k >= 0; k = links[(size_t)k].before) chain.push_back(links[(size_t)k].arrival);
            std::reverse(chain.begin(), chain.end());
            return chain;
        }
        if (!done.insert((uint32_t)last.arrival.set << 16 | entry << 2 | (unsigned)length).second) continue;
        for (const Tie* tie = found_.begin(last.arrival.set); tie != found_.end(last.arrival.set); ++tie) {
            const unsigned rest = entry ? tie->digits & ~lowest_of(entry) : tie->digits & ends.exit;
            if (!rest) continue;
            const bool arrives = length >= 2 && tie->other == target.set && rest == target.digits;
            if (!arrives && !has_bit(reach_[row(tie->other, lowest_of(rest))], (int)ends.arrival)) continue;
            links.push_back({{tie->other, (uint16_t)rest}, offer.link, last.links + 1});
            offers.push({offer.price + found_.sets[tie->other].size, ++count, (int)links.size() - 1});
        }
    }
    return {};
}

// -- steps -----------------------------------------------------------------------------------------------------------------

Node without(const AlmostLocked& set, int digit) { return {(uint8_t)digit, false, set.places[digit], set.cells}; }

void add_evidence(Step& step, const LockedSets& found, const std::vector<Arrival>& chain, const Sight& gone) {
    const AlmostLocked& first = found.sets[chain[0].set];
    const AlmostLocked& last = found.sets[chain.back().set];
    Cells used;
    for (size_t k = 0; k < chain.size(); ++k) {
        const AlmostLocked& set = found.sets[chain[k].set];
        used |= set.cells;
        // the letters, then A2 and so on
        char label[4] = {(char)('A' + k % 26), k < 26 ? '\0' : (char)('1' + k / 26), '\0', '\0'};
        step.role(kSet, set.cells, Digits{set.digits}, {}, label);
    }
    for (size_t k = 1; k < chain.size(); ++k)
        for (int digit : Digits{chain[k].digits})
            step.role(kCommon, found.sets[chain[k - 1].set].places[digit] | found.sets[chain[k].set].places[digit],
                      {digit});
    int target = 0;
    for (int digit = 9; digit; --digit)
        if (gone.of[digit].any()) target = digit;
    for (int digit = 1; digit <= 9; ++digit)
        if (gone.of[digit].any()) step.role(kPincer, first.places[digit] | last.places[digit], {digit});
    for (int cell : used) step.truth_cell(cell);
    Node node = without(first, target);
    for (size_t k = 1; k < chain.size(); ++k) {
        const Node next = without(found.sets[chain[k].set], lowest_digit(chain[k].digits));
        step.link(node, next, false);
        node = next;
    }
    step.link(node, {(uint8_t)target, true, last.places[target], {}}, false);
}

std::vector<Arrival> smallest_chain(const LockedSets& found, const Reaches& reaches, Conclusion& conclusion) {
    const auto ends_size = [&](const Ends& ends) {
        return found.sets[ends.start].size + found.sets[reaches.last_set(ends)].size;
    };
    std::stable_sort(conclusion.ends.begin(), conclusion.ends.end(),
                     [&](const Ends& one, const Ends& other) { return ends_size(one) < ends_size(other); });
    std::vector<Arrival> best;
    int least = 0;
    for (size_t k = 0; k < std::min(kTries, conclusion.ends.size()); ++k) {
        std::vector<Arrival> chain = reaches.chain(conclusion.ends[k]);
        int size = 0;
        for (const Arrival& arrival : chain) size += found.sets[arrival.set].size;
        if (chain.empty() || (!best.empty() && size >= least)) continue;
        least = size;
        best = std::move(chain);
    }
    return best;
}

}  // namespace

bool find_als_chains(Search& search) {
    const LockedSets& found = search.work.locked_sets(search.position);
    if (found.count() < 4) return false;
    const Reaches reaches(found);
    std::vector<Conclusion> all = reaches.conclusions();
    std::stable_sort(all.begin(), all.end(),
                     [](const Conclusion& one, const Conclusion& other) { return one.order < other.order; });
    for (Conclusion& conclusion : all) {
        const std::vector<Arrival> chain = smallest_chain(found, reaches, conclusion);
        if (chain.empty()) continue;
        Step& step = search.begin(kAlsChain);
        for (int digit = 1; digit <= 9; ++digit) step.eliminate(conclusion.gone.of[digit], digit);
        if (step.wants_evidence) add_evidence(step, found, chain, conclusion.gone);
        if (search.commit()) return true;
    }
    return false;
}

}  // namespace nonet::logic
