// The finders that are compiled, by their names in src/nonet/logic/catalog.txt.
#pragma once
#include "logic/search.h"

namespace nonet::logic {

struct Finder {
    const char* name;
    bool (*find)(Search&);
};

extern const Finder kFinders[];
extern const int kFinderCount;

// Families, one unit each.
bool find_full_houses(Search&);
bool find_naked_singles(Search&);
bool find_hidden_singles(Search&);

bool find_locked_candidates_1(Search&);
bool find_locked_candidates_2(Search&);

bool find_naked_subsets(Search&, int size, bool locked);
bool find_hidden_subsets(Search&, int size);

}  // namespace nonet::logic
