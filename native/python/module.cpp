// nonet._native: the compiled half of nonet.
//
// The module is a table of parts; each part is a file with a table of functions, described at its head:
//     puzzles.cpp     a 9x9 puzzle: solve, count, enumerate, grade, fill
//     batches.cpp     millions of them
//     dig.cpp         9x9 puzzles dug by the thousand
//     rules.cpp       any other board, and the rules of variants: solve, count, enumerate
//     canonical.cpp   canonical forms of 9x9 boards
//     catalogue.cpp   all 9x9 grids up to symmetry, numbered
//     explainer.cpp   Sudoku Explainer's ratings of 9x9 puzzles
//     logic.cpp       HoDoKu's techniques: steps, paths and ratings of 9x9 puzzles
//     ground.cpp      what follows from suppositions by singles, on any board
//     uniform.cpp     uniformly random 9x9 grids
//     unbiased.cpp    minimal 9x9 puzzles without bias
//     effort.cpp      guesses and rounds of a fixed search, on any board
//     augment.cpp     random symmetries of 9x9 boards
//     episodes.cpp    episodes on 9x9 boards, for learners
//     unavoidable.cpp other grids that differ in few cells, on boards of up to 128 cells
//     shuffle.cpp     lists in a random order
//     runner.cpp      a call that another thread is in can be stopped
//     failing.cpp     allocations that fail, in test builds only
// To add a part, declare its table below and put it into kParts.
#include <stdlib.h>

#include "python/runner.h"

namespace nonet {

extern PyMethodDef puzzle_methods[];
extern PyMethodDef batch_methods[];
extern PyMethodDef dig_methods[];
extern PyMethodDef rules_methods[];
extern PyMethodDef canonical_methods[];
extern PyMethodDef catalogue_methods[];
extern PyMethodDef explainer_methods[];
extern PyMethodDef logic_methods[];
extern PyMethodDef ground_methods[];
extern PyMethodDef uniform_methods[];
extern PyMethodDef unbiased_methods[];
extern PyMethodDef effort_methods[];
extern PyMethodDef augment_methods[];
extern PyMethodDef episodes_methods[];
extern PyMethodDef braids_methods[];
extern PyMethodDef unavoidable_methods[];
extern PyMethodDef shuffle_methods[];
extern PyMethodDef runner_methods[];
extern PyMethodDef failing_methods[];

namespace {

PyMethodDef* const kParts[] = {
    puzzle_methods,    batch_methods,    dig_methods,         rules_methods,    canonical_methods, catalogue_methods,
    explainer_methods, logic_methods,    ground_methods,      uniform_methods,  effort_methods,    augment_methods,
    braids_methods,    episodes_methods, unavoidable_methods, unbiased_methods, shuffle_methods,   runner_methods,
#if defined(NONET_TEST_ALLOCATIONS)
    failing_methods,
#endif
};

char g_problem[200];  // written once, before the module exists

const Kernel* chosen() {
    static const Kernel* const kernel = choose_kernel(getenv("NONET_ISA"), g_problem, sizeof g_problem);
    return kernel;
}

int execute(PyObject* module) {
    if (!chosen()) {
        PyErr_SetString(PyExc_ValueError, g_problem);
        return -1;
    }
    for (PyMethodDef* part : kParts)
        if (PyModule_AddFunctions(module, part) < 0) return -1;
    if (!stop_runners_at_exit()) return -1;
    if (PyModule_AddStringConstant(module, "isa", chosen()->name) < 0) return -1;
    const Kernel* const* const kernels = usable_kernels();
    size_t n = 0;
    while (kernels[n]) n++;
    PyObject* names = list_of(n, [&](size_t k) { return PyUnicode_FromString(kernels[k]->name); });
    PyObject* isas = names ? PyList_AsTuple(names) : nullptr;
    const bool failed = !isas || PyModule_AddObjectRef(module, "isas", isas) < 0;
    Py_XDECREF(names);
    Py_XDECREF(isas);
    return failed ? -1 : 0;
}

PyModuleDef_Slot g_slots[] = {{Py_mod_exec, (void*)execute}, {0, nullptr}};

PyModuleDef g_module = {PyModuleDef_HEAD_INIT,
                        "_native",
                        "The compiled half of nonet; see native/ in the sources.",
                        0,
                        nullptr,
                        g_slots,
                        nullptr,
                        nullptr,
                        nullptr};

}  // namespace

const Kernel& the_kernel() { return *chosen(); }

const Kernel& kernel_named(const char* name) {
    if (!name) return *chosen();
    char problem[200];
    const Kernel* kernel = choose_kernel(name, problem, sizeof problem);
    if (!kernel) raise_value_error("%s", problem);
    return *kernel;
}

}  // namespace nonet

PyMODINIT_FUNC PyInit__native(void) { return PyModuleDef_Init(&nonet::g_module); }
