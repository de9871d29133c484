// A list of numbers that is read from the beginning.  Every number is checked.
#pragma once
#include <stdint.h>

namespace nonet::rules {

constexpr int kMostNumbers = 1 << 24;

struct BadNumbers {
    const char* reason;
};

class Numbers {
  public:
    Numbers(const int64_t* begin, const int64_t* end) : at_(begin), end_(end) {}

    bool done() const { return at_ == end_; }
    int between(int64_t least, int64_t most) {
        if (at_ == end_) throw BadNumbers{"the numbers of a primitive end too soon"};
        if (*at_ < least || *at_ > most) throw BadNumbers{"a number of a primitive is out of range"};
        return (int)*at_++;
    }
    // How many numbers or more follow.
    int count(int most) {
        const int found = between(0, most);
        if (found > end_ - at_) throw BadNumbers{"the numbers of a primitive end too soon"};
        return found;
    }
    Numbers part() {
        const int size = count(kMostNumbers);
        at_ += size;
        return Numbers(at_ - size, at_);
    }

  private:
    const int64_t *at_, *end_;
};

}  // namespace nonet::rules
