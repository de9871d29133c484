// Chooses the kernel at run time: the best instruction set that was compiled in and that this processor has.
#include "lanes/dispatch.h"

#include <stdio.h>
#include <string.h>

#if defined(__x86_64__) || defined(_M_X64)
#include <cpuid.h>
#define NONET_X86
#endif

namespace nonet {

extern const Kernel kernel_avx512, kernel_avx2;  // on x86 only
extern const Kernel kernel_baseline;

namespace {

bool always() { return true; }

#if defined(NONET_X86)
// What the processor has, asked by cpuid; not by __builtin_cpu_supports, whose run-time part not every compiler brings.
struct Processor {
    unsigned basic = 0, extended = 0, more = 0;  // leaf 1 ECX, leaf 7 EBX and ECX
    unsigned saved = 0;                          // registers that the system saves, one bit each

    Processor() {
        unsigned a, b, c, d;
        if (!__get_cpuid(1, &a, &b, &basic, &d)) return;
        if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) extended = b, more = c;
        if (basic & bit_OSXSAVE) __asm__("xgetbv" : "=a"(saved), "=d"(d) : "c"(0));
    }
};

constexpr bool all(unsigned bits, unsigned wanted) { return (bits & wanted) == wanted; }

// Everything that setup.py allows the compiler to use in that unit.
bool has_avx2() {
    constexpr unsigned kSaved = 0x06;  // XMM, YMM
    const Processor p;
    return all(p.basic, bit_POPCNT) && all(p.extended, bit_AVX2 | bit_BMI | bit_BMI2) && all(p.saved, kSaved);
}

bool has_avx512() {
    constexpr unsigned kSaved = 0xe6;  // also the masks, ZMM, and ZMM16 to ZMM31
    const Processor p;
    return has_avx2() && all(p.extended, bit_AVX512F | bit_AVX512BW | bit_AVX512VL | bit_AVX512DQ) &&
           all(p.more, bit_AVX512VBMI | bit_AVX512BITALG) && all(p.saved, kSaved);
}
#endif

struct Choice {
    const Kernel* kernel;
    bool (*usable)();
};

const Choice kChoices[] = {
#if defined(NONET_X86)
    {&kernel_avx512, has_avx512},
    {&kernel_avx2, has_avx2},
#endif
    {&kernel_baseline, always},
};
constexpr int kCount = sizeof kChoices / sizeof kChoices[0];

struct Usable {
    const Kernel* list[kCount + 1] = {};
    Usable() {
        int n = 0;
        for (const Choice& choice : kChoices)
            if (choice.usable()) list[n++] = choice.kernel;
    }
};

}  // namespace

const Kernel* const* usable_kernels() {
    static const Usable usable;
    return usable.list;
}

const Kernel* choose_kernel(const char* wanted, char* problem, size_t room) {
    if (!wanted || !*wanted) return usable_kernels()[0];
    for (const Kernel* const* k = usable_kernels(); *k; k++)
        if (!strcmp((*k)->name, wanted)) return *k;
    char names[80] = "";
    bool known = false;
    for (const Kernel* const* k = usable_kernels(); *k; k++) {
        if (*names) strncat(names, ", ", sizeof names - strlen(names) - 1);
        strncat(names, (*k)->name, sizeof names - strlen(names) - 1);
    }
    for (const Choice& choice : kChoices) known = known || !strcmp(choice.kernel->name, wanted);
    snprintf(problem, room, "NONET_ISA=%.40s: %s; this processor can run %s", wanted,
             known ? "not on this processor" : "no such instruction set", names);
    return nullptr;
}

}  // namespace nonet
