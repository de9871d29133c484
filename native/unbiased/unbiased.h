// Minimal puzzles without bias: the method is at the head of src/nonet/generate/unbiased.py.
//
// src/nonet/gpu/sieve.h says how tries are disposed of without a search; here 256 are sieved at a time.
#pragma once
#include <string.h>

#include <vector>

#include "gpu/sieve.h"
#include "lanes/kernel.h"
#include "rng.h"
#include "uniform/uniform.h"

namespace nonet {

class UnbiasedTries {  // one for each thread
  public:
    struct Kept {
        uint64_t number;  // of the try
        uint8_t values[81];
    };
    std::vector<Kept> kept;

    UnbiasedTries(uint64_t seed, const Kernel& kernel, const Pulse& pulse)
        : seed_(seed), kernel_(kernel), pulse_(pulse) {}

    // All tries with one grid.  False: out of memory.
    bool try_grid(uint64_t number) {
        Rng rng = Rng::of(seed_, number);
        grids_.draw(rng, sieve_.grid);
        sieve_.n_exchanges = 0;
        for (int c = 0; c < 81; c++) sieve_.find_place(c);
        for (int c = 0; c < 81; c++) sieve_.list_reasons(c);
        for (int i = 0; i < nonet_gpu::kPairsOfDigits + nonet_gpu::kPairsOfLines; i++) sieve_.list_exchanges(i);
        open_.clear();
        for (uint64_t t = 0; t < nonet_gpu::kTriesOfGrid; t++) {
            const uint64_t numbered = number * nonet_gpu::kTriesOfGrid + t;
            Try next{nonet_gpu::rng_of_try(seed_, numbered), numbered, 0, {}};
            for (uint8_t c = 0; c < 81; c++) next.order[c] = c;
            open_.push_back(next);
        }
        for (int i = 0; i < nonet_gpu::kLevels; i++) {
            const int level = nonet_gpu::level_number(i);
            later_.clear();
            for (size_t first = 0; first < open_.size(); first += kAtOnce) sieve(first, level);
            open_.swap(later_);
        }
        return candidates_.size() < kManyCandidates || settle();
    }

    // Searches what is left.
    bool settle() {
        std::vector<Candidate> ended;
        while (!candidates_.empty()) {  // clue by clue, as long as there is one solution
            const std::vector<uint8_t>* status = ask(candidates_, 0);
            if (!status) return false;
            if (stopped(pulse_)) return true;
            size_t left = 0;
            for (size_t i = 0; i < candidates_.size(); i++) {
                Candidate& c = candidates_[i];
                if ((*status)[i] == kOne) {
                    c.clues--;
                    c.is_unique = true;
                    candidates_[left++] = c;
                } else if (c.is_unique) {
                    c.clues++;
                    ended.push_back(c);
                }
            }
            candidates_.resize(left);
        }
        for (int clue = 1; !ended.empty(); clue++) {  // is each of them needed?  The last one is.
            const std::vector<uint8_t>* status = ask(ended, clue);
            if (!status) return false;
            if (stopped(pulse_)) return true;
            size_t left = 0;
            for (size_t i = 0; i < ended.size(); i++) {
                const Candidate c = ended[i];
                if ((*status)[i] == kOne) continue;
                if (clue < c.clues - 1) {
                    ended[left++] = c;
                    continue;
                }
                kept.push_back({c.number, {}});
                write(c, 0, kept.back().values);
            }
            ended.resize(left);
        }
        return true;
    }

  private:
    static constexpr size_t kAtOnce = 256, kManyCandidates = 1 << 14;
    typedef uint64_t Bits __attribute__((vector_size(kAtOnce / 8)));

    struct Try {
        nonet_gpu::Rng rng;
        uint64_t number;
        int clues;          // drawn so far
        uint8_t order[81];  // the last `clues` are settled
    };

    struct Candidate {
        uint64_t number;
        uint8_t values[81], order[81];
        uint8_t clues;
        bool is_unique;  // with one clue more
    };

    // --------------------------------------------------------------------------------------------------------- the sieve

    void sieve(size_t first, int level) {
        const size_t n = open_.size() - first < kAtOnce ? open_.size() - first : kAtOnce;
        Bits given[82] = {};
        for (size_t i = 0; i < n; i++) {
            Try& t = open_[first + i];
            nonet_gpu::draw_clues(t.rng, t.order, t.clues, level);
            t.clues = level;
            for (int k = 81 - level; k < 81; k++) given[t.order[k]][i / 64] |= 1ull << i % 64;
        }
        Bits redundant = {}, missed = {};
        for (int c = 0; c < 81; c++) redundant |= sieve_.redundant(given, c);
        for (uint32_t e = 0; e < sieve_.n_exchanges; e++) missed |= sieve_.missed(given, e);
        for (size_t i = 0; i < n; i++) {
            Try& t = open_[first + i];
            if (!(redundant[i / 64] >> i % 64 & 1)) {
                later_.push_back(t);
                continue;
            }
            if (missed[i / 64] >> i % 64 & 1) continue;
            Candidate c{t.number, {}, {}, (uint8_t)(level - 1), false};
            memcpy(c.values, sieve_.grid, 81);
            memcpy(c.order, t.order, 81);
            candidates_.push_back(c);
        }
    }

    // ---------------------------------------------------------------------------------------------------------- searches

    // The clues of a candidate, but for the one with this number; counted from 1, as they are drawn.
    static void write(const Candidate& c, int without, uint8_t* values) {
        memset(values, 0, 81);
        for (int clue = 1; clue <= c.clues; clue++)
            if (clue != without) values[c.order[81 - clue]] = c.values[c.order[81 - clue]];
    }

    const std::vector<uint8_t>* ask(const std::vector<Candidate>& of, int without) {
        records_.resize(81 * of.size());
        status_.assign(of.size(), kNone);
        for (size_t i = 0; i < of.size(); i++) write(of[i], without, records_.data() + 81 * i);
        size_t next = 0;
        BatchJob job;
        job.puzzles = records_.data();
        job.numbers = true;
        job.n = of.size();
        job.status = status_.data();
        job.next = &next;
        return kernel_.run(job, pulse_) ? &status_ : nullptr;
    }

    const uint64_t seed_;
    const Kernel& kernel_;
    const Pulse& pulse_;
    UniformGrids grids_;
    nonet_gpu::Sieve sieve_;
    std::vector<Try> open_, later_;
    std::vector<Candidate> candidates_;
    std::vector<uint8_t> records_, status_;
};

}  // namespace nonet
