// Chooses the kernel at run time.
#pragma once
#include "lanes/kernel.h"

namespace nonet {

// The kernel that NONET_ISA asks for, or the best one.  Null: no such kernel, or not on this processor; `problem` says so.
const Kernel* choose_kernel(const char* wanted, char* problem, size_t room);

// The kernels this processor can run, best first; ends with null.
const Kernel* const* usable_kernels();

}  // namespace nonet
