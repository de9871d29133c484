// What counts as a step, where people differ: as src/nonet/logic/options.py, field by field.
#pragma once
#include <stdint.h>

namespace nonet::logic {

struct Options {
    uint8_t uniqueness = 1;
    uint8_t missing_candidates = 1;
    uint8_t empty_rectangle_pairs = 0;
    uint8_t duals = 0;
    uint8_t siamese = 0;
    uint8_t max_fins = 5;
    uint8_t max_endo_fins = 2;
    uint8_t als_overlap = 0;
    uint8_t als_chains_in_order = 1;
    uint8_t als_nodes = 0;
    uint8_t chain_length = 20;
};

}  // namespace nonet::logic
