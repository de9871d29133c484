// Sets of small numbers as rows of bits, all of one width: which terms follow from a term, which sets see a candidate.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include <vector>

namespace nonet::logic {

inline bool has_bit(const uint64_t* row, int bit) { return row[bit >> 6] >> (bit & 63) & 1; }
inline void set_bit(uint64_t* row, int bit) { row[bit >> 6] |= 1ull << (bit & 63); }
inline void clear_bit(uint64_t* row, int bit) { row[bit >> 6] &= ~(1ull << (bit & 63)); }

// for (int bit : Ones{row, words}): ascending. The row must not change meanwhile.
struct Ones {
    const uint64_t* row;
    int words;

    struct Iterator {
        const uint64_t* row;
        int word, words;
        uint64_t rest;

        void skip() {
            while (!rest && ++word < words) rest = row[word];
        }
        int operator*() const { return word * 64 + __builtin_ctzll(rest); }
        Iterator& operator++() {
            rest &= rest - 1;
            skip();
            return *this;
        }
        bool operator!=(const Iterator& other) const { return word < other.words; }
    };
    Iterator begin() const {
        Iterator first{row, 0, words, words ? row[0] : 0};
        first.skip();
        return first;
    }
    Iterator end() const { return {row, words, words, 0}; }
};

class BitRows {
  public:
    // Empty rows of that many bits; memory is kept from one time to the next.
    void reset(int rows, int bits) {
        words_ = (bits + 63) / 64;
        bits_.assign((size_t)rows * (size_t)words_, 0);
    }
    int words() const { return words_; }
    uint64_t* operator[](int row) { return bits_.data() + (size_t)row * (size_t)words_; }
    const uint64_t* operator[](int row) const { return bits_.data() + (size_t)row * (size_t)words_; }

    void add(int row, const uint64_t* other) {
        uint64_t* own = (*this)[row];
        for (int word = 0; word < words_; ++word) own[word] |= other[word];
    }

  private:
    int words_ = 0;
    std::vector<uint64_t> bits_;
};

}  // namespace nonet::logic
