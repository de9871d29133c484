// The rules of variants, for target.cpp.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace nonet {

// Makes a board and a program of primitives from the bytes, and asks all questions about it.  Returns the number of calls.
uint64_t fuzz_rules(const uint8_t* data, size_t size);

}  // namespace nonet
