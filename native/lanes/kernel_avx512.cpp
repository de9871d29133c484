// The 9x9 kernel, compiled for one instruction set; setup.py gives this file its compiler flags.
#if defined(__x86_64__) || defined(_M_X64)  // empty on any other processor
#define NONET_ISA_AVX512
#include "lanes/dig.h"
#include "lanes/order.h"
#include "lanes/single.h"

namespace nonet {
extern const Kernel kernel_avx512;
const Kernel kernel_avx512 = {"avx512", kLanes, run_lanes, solve, walk, grade, dig_lanes};
}  // namespace nonet
#endif
