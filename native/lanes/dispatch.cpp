// Chooses the kernel at run time: the best instruction set that was compiled in and that this processor has.
#include "lanes/dispatch.h"

#include <stdio.h>
#include <string.h>

namespace nonet {

extern const Kernel kernel_avx512, kernel_avx2;  // on x86 only
extern const Kernel kernel_baseline;

namespace {

bool always() { return true; }

#if defined(__x86_64__) || defined(_M_X64)
// Everything that setup.py allows the compiler to use in that unit.  The builtins also check that the system saves the
// registers.
bool has_avx2() {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}

bool has_avx512() {
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bitalg");
}
#endif

struct Choice {
    const Kernel* kernel;
    bool (*usable)();
};

const Choice kChoices[] = {
#if defined(__x86_64__) || defined(_M_X64)
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
