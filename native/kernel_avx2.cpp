// The 9x9 kernel, compiled for one instruction set; setup.py gives this file its compiler flags.
#define NONET_ISA_AVX2
#include "dig_lanes.h"
#include "order.h"
#include "single.h"

namespace nonet {
extern const Kernel kernel_avx2;
const Kernel kernel_avx2 = {"avx2", kLanes, run_lanes, solve, walk, grade, dig_lanes};
}  // namespace nonet
