#include "logic/finders.h"

namespace nonet::logic {

const Finder kFinders[] = {
    {"singles.full_houses", find_full_houses},
    {"singles.naked_singles", find_naked_singles},
    {"singles.hidden_singles", find_hidden_singles},
    {"locked.locked_pairs", [](Search& search) { return find_naked_subsets(search, 2, true); }},
    {"locked.locked_triples", [](Search& search) { return find_naked_subsets(search, 3, true); }},
    {"locked.pointing", find_locked_candidates_1},
    {"locked.claiming", find_locked_candidates_2},
    {"subsets.naked_pairs", [](Search& search) { return find_naked_subsets(search, 2, false); }},
    {"subsets.naked_triples", [](Search& search) { return find_naked_subsets(search, 3, false); }},
    {"subsets.naked_quads", [](Search& search) { return find_naked_subsets(search, 4, false); }},
    {"subsets.hidden_pairs", [](Search& search) { return find_hidden_subsets(search, 2); }},
    {"subsets.hidden_triples", [](Search& search) { return find_hidden_subsets(search, 3); }},
    {"subsets.hidden_quads", [](Search& search) { return find_hidden_subsets(search, 4); }},
};
const int kFinderCount = sizeof kFinders / sizeof *kFinders;

}  // namespace nonet::logic
