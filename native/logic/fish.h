// Fish of every kind and size: as src/nonet/logic/fish.py.
#pragma once
#include <vector>

#include "logic/options.h"
#include "logic/position.h"
#include "pulse.h"

namespace nonet::logic {

enum class FishKind : uint8_t { kBasic, kFranken, kMutant };

constexpr int kLargestFish = 7;

// A set of houses in ascending order.
struct HouseList {
    uint8_t houses[kLargestFish] = {};
    uint8_t count = 0;

    void add(int house) { houses[count++] = (uint8_t)house; }
    const uint8_t* begin() const { return houses; }
    const uint8_t* end() const { return houses + count; }
    // As the tuples compare, if both have as many houses.
    uint64_t key() const {
        uint64_t key = 0;
        for (int house : *this) key = key << 5 | (unsigned)house;
        return key;
    }
};

struct Fish {
    HouseList bases, covers;
    Cells base;  // the candidates of the base houses
    Cells fins;  // endo fins among them
    Cells endo;
    Cells gone;  // what it eliminates
    bool sashimi;
};

struct FishShape {
    FishKind kind;
    int size;
    bool finned;
};

constexpr int directions_of(FishKind kind) { return kind == FishKind::kMutant ? 1 : 2; }

// The fish of a digit's places, in order; `doomed` are those that are in no template: no fish eliminates others.
// Direction 0: rows are bases; 1: columns are.  False: the search was stopped.
bool fish_of(Cells board, Cells doomed, const FishShape& shape, int direction, const Options& options,
             const Pulse& pulse, std::vector<Fish>& found);

// What was caught last of each shape and digit: most moves leave most digits as they are.
class FishMemo {
  public:
    // Null: the search was stopped.
    const std::vector<Fish>* get(int digit, Cells board, Cells doomed, const FishShape& shape, int direction,
                                 const Options& options, const Pulse& pulse) {
        Catch& known = catches_[(int)shape.kind][direction][shape.size][shape.finned][digit];
        if (known.board != board) {
            known.board = {};
            if (!fish_of(board, doomed, shape, direction, options, pulse, known.fish)) return nullptr;
            known.board = board;
        }
        return &known.fish;
    }

  private:
    struct Catch {
        Cells board;
        std::vector<Fish> fish;
    };
    Catch catches_[3][2][kLargestFish + 1][2][10];
};

}  // namespace nonet::logic
