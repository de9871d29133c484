// Forcing nets: as src/nonet/logic/nets.py, which explains them.
#include <string.h>

#include <algorithm>

#include "logic/finders.h"
#include "logic/forcing.h"
#include "logic/net.h"

namespace nonet::logic {
namespace {

constexpr int kRounds = 4;    // how many rounds of singles a supposition is followed at once
constexpr size_t kTried = 6;  // the shortest of at most this many proofs of a conclusion is chosen

// -- what follows ----------------------------------------------------------------------------------------------------------

class NetReach {
  public:
    NetReach(const Web& web, const ChainConclusions& known, const OpenTruths& truths) : web_(web) {
        words_ = known.reach.words();
        direct_ = known.reach;
        live_.assign((size_t)words_ * 2, ~0ull);
        for (int term = 0; term < web.count; ++term)
            if (web.strong[term].is_empty()) clear_bit(live_.data() + words_, term);
        for (int term = 0; term < web.count; ++term)
            for (bool on : {true, false})
                if (on || !web.strong[term].is_empty()) add_singles(truths.start, term, on);
        close();
    }

    const Reach& all() const { return closed_; }

  private:
    // What follows by a few rounds of singles.
    void add_singles(const State& start, int term, bool on) {
        State state = start;
        // The other one of two candidates is placed before the first round.
        const int first = web_.first_mate[web_.cells[term]], end = web_.end_of_mates[web_.cells[term]];
        const bool is_pair = !on && end - first == 2;
        const int supposed = is_pair ? first + end - 1 - term : term;
        const int bit = bit_at(web_.cells[supposed], web_.digits[supposed]);
        const bool is_good = settler_.settle(state, bit, on || is_pair, kRounds);
        uint64_t *all_on = direct_.on(term, on), *all_off = direct_.off(term, on);
        for (int placed : settler_) {
            const int other = web_.number[digit_of_bit(placed)][cell_of_bit(placed)];
            set_bit(all_on, other);
            const uint64_t* weak = web_.weak_bits[other];
            for (int word = 0; word < words_; ++word) all_off[word] |= weak[word];
        }
        if (!is_good) {  // it fails: it is on and off
            set_bit(all_on, term);
            set_bit(all_off, term);
        }
        if (words_ && web_.count % 64) all_off[words_ - 1] &= ~0ull >> (64 - web_.count % 64);  // no groups
    }

    // What follows from what follows. Rows are read as one set: candidates that are on, then those that are off.
    void close() {
        closed_ = direct_;
        std::vector<char> is_known((size_t)web_.count * 2);
        std::vector<uint64_t> done((size_t)words_ * 2);
        const int words = words_ * 2;
        for (int term = 0; term < web_.count; ++term)
            for (bool on : {true, false}) {
                uint64_t* row = closed_.row(term, on);
                std::fill(done.begin(), done.end(), 0);
                set_bit(done.data(), on ? term : words_ * 64 + term);
                for (int word = 0; word < words;) {
                    const uint64_t todo = row[word] & live_[(size_t)word] & ~done[(size_t)word];
                    if (!todo) {
                        ++word;
                        continue;
                    }
                    const int bit = word * 64 + __builtin_ctzll(todo);
                    const bool is_on = bit < words_ * 64;
                    const int other = is_on ? bit : bit - words_ * 64;
                    const bool is_whole = is_known[(size_t)(2 * other + is_on)];
                    const uint64_t* more = is_whole ? closed_.row(other, is_on) : direct_.row(other, is_on);
                    set_bit(done.data(), bit);
                    int first = word;
                    for (int k = words - 1; k >= 0; --k) {
                        if (is_whole) done[(size_t)k] |= more[k];
                        row[k] |= more[k];
                        if (k < first && row[k] & live_[(size_t)k] & ~done[(size_t)k]) first = k;
                    }
                    word = first;
                }
                is_known[(size_t)(2 * term + on)] = 1;
            }
    }

    const Web& web_;
    int words_;
    Settler settler_;
    Reach direct_, closed_;
    std::vector<uint64_t> live_;  // what is followed: all that is on, and what is off with a strong link
};

// -- why -------------------------------------------------------------------------------------------------------------------

// A net from each supposition of a source to the conclusion, or to a failure.
struct Proof {
    std::vector<Visit> starts;
    std::vector<Net> nets;  // none: there is no proof
    std::vector<Cone> cones;
    int links = 0;
};

class Prover {
  public:
    Prover(const Web& web, const OpenTruths& truths) : web_(web), truths_(truths) {}

    bool prove(Visit conclusion, const Source& source, Proof& proof) const {
        const bool is_contradiction = !source.both && !source.clause;
        const int target = bit_of(conclusion.term);
        proof = {};
        if (is_contradiction)
            proof.starts = {{source.term, source.on}};
        else if (source.both)
            proof.starts = {{source.term, true}, {source.term, false}};
        else
            for (uint16_t term : source.clause->terms) proof.starts.push_back({term, true});
        for (const Visit& start : proof.starts) {
            proof.nets.emplace_back(truths_);
            Net& net = proof.nets.back();
            net.suppose(bit_of(start.term), start.on);
            if (!net.run(is_contradiction ? -1 : target, conclusion.on, true)) return false;
            proof.cones.push_back(net.cone(target, conclusion.on));
            proof.links += net.count_links(proof.cones.back());
        }
        return true;
    }

    void add_evidence(Step& step, const Proof& proof) const;

  private:
    int bit_of(int term) const { return bit_at(web_.cells[term], web_.digits[term]); }
    int split_of(const Proof& proof) const;

    const Web& web_;
    const OpenTruths& truths_;
};

void add_case_truth(Step& step, int truth) {
    const Truth each = truth_of(truth);
    if (each.digit)
        step.case_truth_house(each.number, each.digit);
    else
        step.case_truth_cell(each.number);
}

// The first truth with these candidates; -1 if the suppositions are one candidate on and off, or one alone.
int Prover::split_of(const Proof& proof) const {
    if (proof.starts.size() < 2) return -1;
    for (const Visit& start : proof.starts)
        if (!start.on) return -1;
    for (int truth : truths_.order) {
        const unsigned left = truths_.start.left[truth];
        if (count_bits(left) != (int)proof.starts.size()) continue;
        bool is_same = true;
        for (const Visit& start : proof.starts) {
            bool is_inside = false;
            for (int bit : TruthBits{truth, left}) is_inside = is_inside || bit == bit_of(start.term);
            is_same = is_same && is_inside;
        }
        if (is_same) return truth;
    }
    return -1;
}

void Prover::add_evidence(Step& step, const Proof& proof) const {
    if (!step.wants_evidence) return;
    bool is_plain = true;
    for (size_t k = 0; k < proof.starts.size(); ++k) {
        const Visit start = proof.starts[k];
        step.role(kAssumed, {web_.cells[start.term]}, {web_.digits[start.term]});
        proof.nets[k].add_links(proof.cones[k], step);
        is_plain = is_plain && start.on && !proof.nets[k].uses_locks;
    }
    const int split = split_of(proof);
    if (!is_plain || split < 0) {
        Truths truths;
        for (const Cone& cone : proof.cones)
            for (const Cone::Inference& each : cone.inferences) truths.add(truth_of(each.truth));
        if (split >= 0) truths.add(truth_of(split));
        truths.write(step);
        return;
    }
    step.begin_case(-1, 0);
    const Truth truth = truth_of(split);
    if (truth.digit)
        step.case_split_house(truth.number, truth.digit);
    else
        step.case_split_cell(truth.number);
    for (size_t k = 0; k < proof.starts.size(); ++k) {
        step.begin_case(web_.cells[proof.starts[k].term], web_.digits[proof.starts[k].term]);
        bool is_used[kTruths] = {};
        for (const Cone::Inference& each : proof.cones[k].inferences) {
            if (!is_used[each.truth]) add_case_truth(step, each.truth);
            is_used[each.truth] = true;
        }
        step.end_case();
    }
    step.end_case();
}

Step& begin_step(Search& search, const Web& web, Technique technique, Visit conclusion) {
    Step& step = search.begin(technique);
    const Candidate candidate = web.candidate(conclusion.term);
    if (conclusion.on)
        step.place(candidate.cell, candidate.digit);
    else
        step.eliminate(candidate.cell, candidate.digit);
    return step;
}

// A contradiction, if there is one; and the verity that needs the fewest inferences.
bool find_proofs(Search& search, const Web& web, const Prover& prover, Visit conclusion, std::vector<Source> sources) {
    std::stable_sort(sources.begin(), sources.end(), [](const Source& one, const Source& other) {
        const auto size = [](const Source& each) { return each.clause ? each.clause->terms.count : each.both ? 2 : 1; };
        return size(one) < size(other);
    });
    for (bool is_contradiction : {true, false}) {
        Proof best, proof;
        size_t tried = 0;
        for (const Source& source : sources) {
            if ((!source.clause && !source.both) != is_contradiction) continue;
            if (tried++ == kTried) break;
            if (!prover.prove(conclusion, source, proof)) continue;
            if (best.nets.empty() || proof.links < best.links) best = std::move(proof);
        }
        if (best.nets.empty()) continue;
        Step& step =
            begin_step(search, web, is_contradiction ? kForcingNetContradiction : kForcingNetVerity, conclusion);
        prover.add_evidence(step, best);
        if (search.commit()) return true;
    }
    return false;
}

// What HoDoKu does not look for: singles, followed to the end from the opposite of the conclusion, fail.
bool find_long_contradiction(Search& search, const Web& web, const Prover& prover, const State& start,
                             Visit conclusion) {
    State state = start;
    Settler settler;
    const int bit = bit_at(web.cells[conclusion.term], web.digits[conclusion.term]);
    if (settler.settle(state, bit, !conclusion.on)) return false;
    Source source;
    source.term = conclusion.term;
    source.on = !conclusion.on;
    Proof proof;
    if (!prover.prove(conclusion, source, proof)) return false;
    Step& step = begin_step(search, web, kForcingNetContradiction, conclusion);
    step.beyond_hodoku = true;
    prover.add_evidence(step, proof);
    return search.commit();
}

}  // namespace

bool find_forcing_nets(Search& search) {
    const Web& web = search.work.webs.grouped(search.position);
    const ChainConclusions& by_chains = search.work.chain_conclusions(search.position);
    const OpenTruths& truths = search.work.open_truths(search.position);
    const NetReach reach(web, by_chains, truths);
    Conclusions found;
    found.find(web, reach.all(), by_chains.clauses);
    const Prover prover(web, truths);
    for (bool on : {true, false})
        for (int term = 0; term < web.count; ++term) {
            const Visit conclusion{(uint16_t)term, on};
            if (!found.has(conclusion) || by_chains.found.has(conclusion)) continue;
            if (search.is_stopped()) return true;
            if (find_proofs(search, web, prover, conclusion,
                            found.sources(web, reach.all(), by_chains.clauses, conclusion)))
                return true;
        }
    for (bool on : {true, false})
        for (int term = 0; term < web.count; ++term) {
            const Visit conclusion{(uint16_t)term, on};
            if (found.has(conclusion) || by_chains.found.has(conclusion)) continue;
            if (on && web.strong[term].is_empty()) continue;
            if (find_long_contradiction(search, web, prover, truths.start, conclusion)) return true;
        }
    return false;
}

}  // namespace nonet::logic
