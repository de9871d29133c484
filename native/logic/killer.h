// A killer: its cages, and what follows from their sums before any digit is known.
#pragma once
#include <vector>

#include "cells.h"

namespace nonet::logic {

struct Cage {
    uint8_t cells[9];  // in the order in which they are shown
    int count = 0, sum = 0;
    Cells board;
};

// The digits of `plus` less those of `minus` make `total`.
struct Equation {
    Cells plus, minus;
    int total;

    Cells cells() const { return plus | minus; }
    bool operator==(const Equation& other) const {
        return plus == other.plus && minus == other.minus && total == other.total;
    }
};

class Killer {
  public:
    static constexpr int kMostHouses = 3;  // whose sums are added up

    explicit Killer(std::vector<Cage> cages);  // no two of them share a cell

    const std::vector<Cage>& cages() const { return cages_; }

    // The cage that a cell is in; empty, if it is in none.
    Cells cage_of(int cell) const { return cage_of_[cell]; }
    bool differ(int one, int other) const { return sees(one, other) || cage_of_[one].has(other); }

    // What so many houses less cages leave: as `_equations` in src/nonet/logic/variants/sums.py, in the same order. They are
    // made when they are first asked for: most easy killers need those of one house alone.
    const std::vector<Equation>& equations(int houses) const;

  private:
    void add_equations(const uint8_t* houses, int count, std::vector<Equation>& found) const;

    std::vector<Cage> cages_;
    Cells cage_of_[kCells];
    mutable std::vector<Equation> equations_[kMostHouses + 1];
    mutable bool has_equations_[kMostHouses + 1] = {};
};

}  // namespace nonet::logic
