// The 9x9 kernel, compiled for one instruction set; setup.py gives this file its compiler flags.
#if defined(__aarch64__) || defined(_M_ARM64)  // empty on any other processor
#define NONET_ISA_NEON
#include "lanes/dig.h"
#include "lanes/order.h"
#include "lanes/single.h"

namespace nonet {
extern const Kernel kernel_neon;
const Kernel kernel_neon = {"neon", kLanes, run_lanes, solve, walk, grade, dig_lanes};
}  // namespace nonet
#endif
