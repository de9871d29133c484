// Forcing chains: as src/nonet/logic/forcing.py, which explains them.
#include "logic/forcing.h"

#include <string.h>

#include <algorithm>

#include "logic/finders.h"

namespace nonet::logic {

void Clause::add(int term) {
    terms.add(term);
    if (!words || word[words - 1] != term / 64) {
        word[words] = (uint16_t)(term / 64);
        bits[words++] = 0;
    }
    bits[words - 1] |= 1ull << (term & 63);
}

std::vector<Clause> clauses_of(const Position& position, const Web& web) {
    std::vector<Clause> clauses;
    for (int cell : position.unsolved) {
        Clause clause({0, (uint8_t)cell});
        for (int digit : Digits{position.masks[cell]}) clause.add(web.number[digit][cell]);
        if (clause.terms.count) clauses.push_back(clause);
    }
    for (int digit = 1; digit <= 9; ++digit)
        for (int house = 0; house < kHouses; ++house) {
            Clause clause({(uint8_t)digit, (uint8_t)house});
            for (int cell : position.boards[digit] & kBoard.board[house]) clause.add(web.number[digit][cell]);
            if (clause.terms.count) clauses.push_back(clause);
        }
    return clauses;
}

// -- what holds ------------------------------------------------------------------------------------------------------------

void ChainConclusions::compute(const Position& position, const Web& web) {
    clauses = clauses_of(position, web);
    reach.reset(web.count);
    uint64_t on[kTermWords], off[kTermWords];
    const int words = reach.words();
    const uint64_t last = web.count % 64 ? ~0ull >> (64 - web.count % 64) : ~0ull;  // groups are left out
    for (int term = 0; term < web.count; ++term)
        for (bool is_on : {true, false}) {
            web.follows(term, is_on, on, off);
            if (words) {
                on[words - 1] &= last;
                off[words - 1] &= last;
            }
            memcpy(reach.on(term, is_on), on, (size_t)words * sizeof *on);
            memcpy(reach.off(term, is_on), off, (size_t)words * sizeof *off);
        }
    found.find(web, reach, clauses);
}

bool Conclusions::is_failing(const Web&, const Reach& reach, int term, bool is_on,
                             const std::vector<Clause>& clauses) const {
    const uint64_t *on = reach.on(term, is_on), *off = reach.off(term, is_on);
    for (int word = 0; word < reach.words(); ++word)
        if (on[word] & off[word]) return true;
    for (const Clause& clause : clauses)
        if (clause.terms.count > 2 && clause.is_inside(off)) return true;
    return false;
}

void Conclusions::find(const Web& web, const Reach& reach, const std::vector<Clause>& clauses) {
    const size_t words = (size_t)reach.words();
    on_.assign(words, 0);
    off_.assign(words, 0);
    fails_[0].assign(words, 0);
    fails_[1].assign(words, 0);
    for (int term = 0; term < web.count; ++term) {
        for (bool is_on : {true, false})
            if (is_failing(web, reach, term, is_on, clauses)) {
                set_bit(fails_[is_on].data(), term);
                set_bit((is_on ? off_ : on_).data(), term);
            }
        uint64_t elsewhere[kTermWords];
        memset(elsewhere, 0xff, sizeof elsewhere);
        for (int mate = web.first_mate[web.cells[term]]; mate < web.end_of_mates[web.cells[term]]; ++mate)
            clear_bit(elsewhere, mate);
        for (size_t word = 0; word < words; ++word) {
            on_[word] |= reach.on(term, true)[word] & reach.on(term, false)[word] & elsewhere[word];
            off_[word] |= reach.off(term, true)[word] & reach.off(term, false)[word] & elsewhere[word];
        }
    }
    for (const Clause& clause : clauses) {
        if (clause.terms.count == 1) continue;
        for (size_t word = 0; word < words; ++word) {
            uint64_t on = ~0ull, off = ~0ull;
            for (int term : clause.terms) {
                on &= reach.on(term, true)[word];
                off &= reach.off(term, true)[word];
            }
            on_[word] |= on;
            off_[word] |= off;
        }
    }
}

std::vector<Source> Conclusions::sources(const Web& web, const Reach& reach, const std::vector<Clause>& clauses,
                                         Visit conclusion) const {
    std::vector<Source> found;
    if (has_bit(fails_[!conclusion.on].data(), conclusion.term))
        found.push_back({nullptr, conclusion.term, !conclusion.on, false});
    for (int term = 0; term < web.count; ++term) {
        if (web.cells[term] == web.cells[conclusion.term]) continue;
        const uint16_t start = (uint16_t)term;
        if (reach.leads_to({start, true}, conclusion) && reach.leads_to({start, false}, conclusion))
            found.push_back({nullptr, start, false, true});
    }
    for (const Clause& clause : clauses)
        if (clause.terms.count > 1 && std::all_of(clause.terms.begin(), clause.terms.end(), [&](uint16_t term) {
                return reach.leads_to({term, true}, conclusion);
            }))
            found.push_back({&clause, 0, true, false});
    return found;
}

// -- why it holds ----------------------------------------------------------------------------------------------------------

namespace {

struct Proof {
    int length = 0;
    std::vector<Chain> chains;  // none: there is no proof
    bool has_truth = false;     // what must hold besides the strong links of the chains
    Truth truth{};
};

class Prover {
  public:
    Prover(Web& web, const ChainConclusions& known) : web_(web), known_(known) {}

    // The shortest of all ways in which a supposition fails.
    Proof contradiction(Visit supposition);
    // The chains from all suppositions to the conclusion; no proof if they are not shorter than `bound` (0: none).
    Proof verity(const Source& source, Visit conclusion, int bound);

  private:
    void offer(int length, std::initializer_list<Visit> ends) {
        if (best_length_ && (length > best_length_ || (length == best_length_ && ends.size() >= ends_.size()))) return;
        best_length_ = length;
        ends_ = ends;
        clause_ = nullptr;
    }
    void offer_clauses(const Distances& distance);

    Web& web_;
    const ChainConclusions& known_;
    int best_length_ = 0;
    std::vector<Visit> ends_;
    const Clause* clause_ = nullptr;
};

Proof Prover::contradiction(Visit supposition) {
    const Tree tree = web_.tree(supposition.term, supposition.on);
    Distances distance;
    web_.distances(tree, distance);
    best_length_ = 0;
    const Visit opposite{supposition.term, !supposition.on};
    if (distance.of(opposite)) offer(distance.of(opposite), {opposite});
    for (int k = 0; k < tree.count; ++k) {
        const uint16_t other = tree.order[k];
        if (other >= web_.count) continue;
        const int on = distance.on[other];
        if (distance.off[other]) offer(distance.off[other] + on, {{other, false}, {other, true}});
        for (uint16_t rival : web_.weak[other])
            if (other < rival && rival < web_.count && distance.on[rival])
                offer(on + distance.on[rival], {{other, true}, {rival, true}});
    }
    offer_clauses(distance);
    Proof proof;
    proof.length = best_length_;
    for (const Visit& end : ends_) {
        proof.chains.emplace_back();
        web_.chain(tree, end, proof.chains.back());
    }
    proof.has_truth = clause_ != nullptr;
    if (clause_) proof.truth = clause_->truth;
    return proof;
}

void Prover::offer_clauses(const Distances& distance) {
    for (const Clause& clause : known_.clauses) {
        int length = 0;
        for (int term : clause.terms) {
            if (!distance.off[term]) {
                length = -1;
                break;
            }
            length += distance.off[term];
        }
        if (length < 0) continue;
        if (best_length_ && (length > best_length_ || (length == best_length_ && clause.terms.count >= ends_.size())))
            continue;
        best_length_ = length;
        clause_ = &clause;
        ends_.clear();
        for (uint16_t term : clause.terms) ends_.push_back({term, false});
    }
}

Proof Prover::verity(const Source& source, Visit conclusion, int bound) {
    Proof proof;
    std::vector<Visit> starts;
    if (source.both) {
        starts = {{source.term, true}, {source.term, false}};
    } else {
        for (uint16_t term : source.clause->terms) starts.push_back({term, true});
    }
    for (const Visit& start : starts) {
        proof.chains.emplace_back();
        web_.chain(start, conclusion, proof.chains.back());
        proof.length += (int)proof.chains.back().size();
        if (bound && proof.length >= bound) return {};
    }
    if (source.clause) {
        proof.has_truth = true;
        proof.truth = source.clause->truth;
        for (const Clause& clause : known_.clauses)  // the first one of these candidates
            if (std::equal(clause.terms.begin(), clause.terms.end(), source.clause->terms.begin(),
                           source.clause->terms.end())) {
                proof.truth = clause.truth;
                break;
            }
    }
    return proof;
}

bool commit_proof(Search& search, const Web& web, Technique technique, Visit conclusion, const Proof& proof) {
    Step& step = search.begin(technique);
    const Candidate candidate = web.candidate(conclusion.term);
    if (conclusion.on)
        step.place(candidate.cell, candidate.digit);
    else
        step.eliminate(candidate.cell, candidate.digit);
    if (step.wants_evidence) {
        Truths truths;
        std::vector<int> supposed;
        for (const Chain& chain : proof.chains) {
            truths.add_links(web, chain);
            const int start = chain[0].term;
            if (std::find(supposed.begin(), supposed.end(), start) == supposed.end()) {
                supposed.push_back(start);
                step.role(kAssumed, {web.cells[start]}, {web.digits[start]});
            }
            step.begin_chain();
            for (size_t k = 1; k < chain.size(); ++k)
                step.chain_link(web.node(chain[k - 1]), web.node(chain[k]), chain[k].on);
        }
        if (proof.has_truth) truths.add(proof.truth);
        truths.write(step);
    }
    return search.commit();
}

// The shortest contradiction and the shortest verity, the shorter of both first.
bool find_proofs(Search& search, Web& web, const ChainConclusions& known, Visit conclusion) {
    Prover prover(web, known);
    Proof contradiction, verity;
    for (const Source& source : known.found.sources(web, known.reach, known.clauses, conclusion)) {
        if (!source.both && !source.clause) {
            contradiction = prover.contradiction({source.term, source.on});
            continue;
        }
        Proof proof = prover.verity(source, conclusion, verity.length);
        if (!proof.chains.empty()) verity = std::move(proof);
    }
    const bool has_both = !contradiction.chains.empty() && !verity.chains.empty();
    const bool verity_first = has_both && verity.length < contradiction.length;
    for (bool is_verity : {verity_first, !verity_first}) {
        const Proof& proof = is_verity ? verity : contradiction;
        if (proof.chains.empty()) continue;
        if (commit_proof(search, web, is_verity ? kForcingChainVerity : kForcingChainContradiction, conclusion, proof))
            return true;
    }
    return false;
}

}  // namespace

bool find_forcing_chains(Search& search) {
    Web& web = search.work.webs.grouped(search.position);
    const ChainConclusions& known = search.work.chain_conclusions(search.position);
    for (bool on : {true, false})
        for (int term = 0; term < web.count; ++term) {
            const Visit conclusion{(uint16_t)term, on};
            if (known.found.has(conclusion) && find_proofs(search, web, known, conclusion)) return true;
        }
    return false;
}

}  // namespace nonet::logic
