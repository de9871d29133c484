// The 9x9 kernel for what every processor of a kind has: SSE2, NEON, or whatever the compiler makes of portable vectors.
#if defined(NONET_ISA_PORTABLE)  // a test build for a processor that has more
#elif defined(__x86_64__) || defined(_M_X64)
#define NONET_ISA_BASELINE
#elif defined(__aarch64__) || defined(_M_ARM64)
#define NONET_ISA_NEON
#else
#define NONET_ISA_PORTABLE
#endif
#include "lanes/dig.h"
#include "lanes/order.h"
#include "lanes/single.h"

namespace nonet {

#if defined(NONET_ISA_BASELINE)
constexpr char kName[] = "baseline";
#elif defined(NONET_ISA_NEON)
constexpr char kName[] = "neon";
#else
constexpr char kName[] = "portable";
#endif

extern const Kernel kernel_baseline;
const Kernel kernel_baseline = {kName, kLanes, run_lanes, solve, walk, grade, dig_lanes};

}  // namespace nonet
