// The 9x9 kernel, compiled for one instruction set; setup.py gives this file its compiler flags.
#define NONET_ISA_PORTABLE
#include "lanes/dig.h"
#include "lanes/order.h"
#include "lanes/single.h"

namespace nonet {
extern const Kernel kernel_portable;
const Kernel kernel_portable = {"portable", kLanes, run_lanes, solve, walk, grade, dig_lanes};
}  // namespace nonet
