// Killers, for target.cpp.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace nonet {

// Makes a killer from the bytes, and asks all questions about it.  Returns the number of calls.
uint64_t fuzz_killers(const uint8_t* data, size_t size);

}  // namespace nonet
