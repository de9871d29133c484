#include "logic/ground.h"

#include "logic/bit_rows.h"

namespace nonet::logic {

Ground::Ground(Lists truths, Lists excluded) : truths_(std::move(truths)), excluded_(std::move(excluded)) {
    std::vector<std::vector<uint16_t>> at(excluded_.count());
    for (size_t truth = 0; truth < truths_.count(); ++truth)
        for (auto bit = truths_.begin(truth); bit != truths_.end(truth); ++bit) at[*bit].push_back((uint16_t)truth);
    for (const auto& each : at) {
        truths_at_.numbers.insert(truths_at_.numbers.end(), each.begin(), each.end());
        truths_at_.first.push_back((uint32_t)truths_at_.numbers.size());
    }
}

bool Ground::settle(uint64_t* possible, uint64_t* placed, int rounds) const {
    std::vector<uint8_t> left(truths_.count());
    std::vector<uint16_t> singles, fresh;  // truths with one candidate left; what is placed in a round
    bool is_empty = false, fails = false;
    for (size_t word = 0; word < words(); ++word)
        for (uint64_t rest = possible[word]; rest; rest &= rest - 1) {
            const size_t bit = word * 64 + (size_t)__builtin_ctzll(rest);
            for (auto truth = truths_at_.begin(bit); truth != truths_at_.end(bit); ++truth) ++left[*truth];
        }
    for (size_t truth = 0; truth < truths_.count(); ++truth) {
        is_empty = is_empty || !left[truth];
        if (left[truth] == 1) singles.push_back((uint16_t)truth);
    }
    const bool goes_on = rounds != kAllRounds;
    for (; rounds; --rounds) {
        fails = fails || is_empty;
        if (fails && !goes_on) return false;
        fresh.clear();
        for (uint16_t truth : singles)
            for (auto bit = truths_.begin(truth); bit != truths_.end(truth); ++bit)
                if (has_bit(possible, *bit) && !has_bit(placed, *bit)) {
                    set_bit(placed, *bit);
                    fresh.push_back(*bit);
                }
        if (fresh.empty()) break;
        singles.clear();
        for (uint16_t bit : fresh)
            for (auto other = excluded_.begin(bit); other != excluded_.end(bit); ++other) {
                if (!has_bit(possible, *other)) continue;
                clear_bit(possible, *other);
                fails = fails || has_bit(placed, *other);
                for (auto truth = truths_at_.begin(*other); truth != truths_at_.end(*other); ++truth) {
                    --left[*truth];
                    if (left[*truth] == 1) singles.push_back(*truth);
                    is_empty = is_empty || !left[*truth];
                }
            }
    }
    return !fails;
}

}  // namespace nonet::logic
