// The 9x9 kernel, compiled for one instruction set; setup.py gives this file its compiler flags.
#if defined(__x86_64__) || defined(_M_X64)  // empty on any other processor
#define NONET_ISA_BASELINE
#include "lanes/dig.h"
#include "lanes/order.h"
#include "lanes/single.h"

namespace nonet {
extern const Kernel kernel_baseline;
const Kernel kernel_baseline = {"baseline", kLanes, run_lanes, solve, walk, grade, dig_lanes};
}  // namespace nonet
#endif
