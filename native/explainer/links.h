// The implications of a position that hold without any supposition, and all that follows from them.
#pragma once

#include "explainer/implications.h"

namespace nonet::explainer {

// What each candidate implies at once, in Sudoku Explainer's order.
class Links {
  public:
    struct Implied {
        Key key;
        uint8_t cause;
    };
    struct Range {
        const Implied* first;
        const Implied* last;
        const Implied* begin() const { return first; }
        const Implied* end() const { return last; }
    };

    void find(const Board& board) {
        implied_.clear();
        const auto note = [&](Key key, Cause cause) {
            implied_.push_back({key, cause});
            return true;
        };
        for (int cell = 0; cell < kCells; ++cell)
            for (const int digit : Bits{board.candidates[cell]})
                for (const bool on : {false, true}) {
                    const Key key = key_of(cell, digit, on);
                    first_[key] = static_cast<uint16_t>(implied_.size());
                    if (on)
                        made_off(board, key, true, note);
                    else
                        made_on(board, key, true, true, note);
                    count_[key] = static_cast<uint16_t>(implied_.size() - first_[key]);
                }
    }

    // Those of `all` that stay within one digit, or that go from an off to an on within a cell.
    void find_part(const Board& board, const Links& all, bool within_digit) {
        implied_.clear();
        for (int cell = 0; cell < kCells; ++cell)
            for (const int digit : Bits{board.candidates[cell]})
                for (const bool on : {false, true}) {
                    const Key key = key_of(cell, digit, on);
                    first_[key] = static_cast<uint16_t>(implied_.size());
                    for (const Implied& implied : all.of(key))
                        if (within_digit ? implied.cause != kNaked : on || implied.cause == kNaked)
                            implied_.push_back(implied);
                    count_[key] = static_cast<uint16_t>(implied_.size() - first_[key]);
                }
    }

    Range of(Key key) const {
        const Implied* first = implied_.data() + first_[key];
        return {first, first + count_[key]};
    }
    bool are_none(Key key) const { return !count_[key]; }

  private:
    std::vector<Implied> implied_;                    // by all keys, one after the other
    uint16_t first_[kKeys] = {}, count_[kKeys] = {};  // where those of a key begin, and how many they are
};

// All that follows from each candidate by links of both kinds, as sets of keys.
//
// Every implication has its contrary (if a makes b false, b makes a false), which is why a candidate from which both
// something and its contrary follow also implies its own contrary.
class Reach {
  public:
    void find(const Board& board, const Links& links) {
        number(board);
        rows_.assign(keys_.size() * words_, 0);
        is_done_.assign(keys_.size(), false);
        for (size_t from = 0; from < keys_.size(); ++from) follow(static_cast<int>(from), links);
        any_absurd_ = false;
        for (const Key key : keys_) any_absurd_ |= implies(key, key ^ 1);
    }

    bool implies(Key from, Key to) const {
        const int k = number_[to];
        return row(number_[from])[k / 64] >> k % 64 & 1;
    }
    // Whether some candidate goes whichever of these holds.
    template <typename Keys> bool all_take_off(const Keys& keys) const {
        constexpr uint64_t kOffs = 0x5555555555555555;  // numbers are given to an off and its on in turn
        for (int word = 0; word < words_; ++word) {
            uint64_t common = kOffs;
            for (const Key key : keys) common &= row_of(key)[word];
            if (common) return true;
        }
        return false;
    }
    // Whether some candidate implies its own contrary.
    bool any_absurd() const { return any_absurd_; }

  private:
    // Keys are numbered without gaps; a row is a set of such numbers.
    std::vector<Key> keys_;
    int16_t number_[kKeys] = {};
    int words_ = 0;
    std::vector<uint64_t> rows_;
    std::vector<uint8_t> is_done_;
    std::vector<int> pending_;
    bool any_absurd_ = false;

    const uint64_t* row_of(Key key) const { return row(number_[key]); }
    const uint64_t* row(int number) const { return rows_.data() + static_cast<size_t>(number) * words_; }

    void number(const Board& board) {
        keys_.clear();
        for (int cell = 0; cell < kCells; ++cell)
            for (const int digit : Bits{board.candidates[cell]})
                for (const bool on : {false, true}) {
                    number_[key_of(cell, digit, on)] = static_cast<int16_t>(keys_.size());
                    keys_.push_back(key_of(cell, digit, on));
                }
        words_ = static_cast<int>((keys_.size() + 63) / 64);
    }

    void follow(int from, const Links& links) {
        uint64_t* reached = rows_.data() + static_cast<size_t>(from) * words_;
        pending_.assign(1, from);
        while (!pending_.empty()) {
            const int each = pending_.back();
            pending_.pop_back();
            if (is_done_[each]) {
                const uint64_t* more = row(each);
                for (int word = 0; word < words_; ++word) reached[word] |= more[word];
                continue;
            }
            for (const Links::Implied& implied : links.of(keys_[each])) {
                const int next = number_[implied.key];
                if (reached[next / 64] >> next % 64 & 1) continue;
                reached[next / 64] |= 1ull << next % 64;
                pending_.push_back(next);
            }
        }
        is_done_[from] = true;
    }
};

}  // namespace nonet::explainer
