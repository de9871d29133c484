// Other grids that differ in few cells, for Python.
//
//     unavoidable(size, houses, values, most)
//         houses: uint16, `size` cells for each house, at most 128 cells in all.  values: a byte a cell, 1..size, a solved grid.
//         bytes: the sets of at most `most` cells in which another grid differs, all minimal ones among them: 16 bytes each,
//         a bitboard with the lowest byte first
#include "unavoidable/unavoidable.h"

#include "python/buffers.h"
#include "python/runner.h"

namespace nonet {
namespace {

PyObject* unavoidable(PyObject*, PyObject* args) {
    int size, most;
    PyObject *house_object, *value_object;
    parse(args, "iOOi:unavoidable", &size, &house_object, &value_object, &most);
    if (size < 1 || size > UnavoidableSearch::kMostDigits) raise_value_error("size must be 1..16, not %d", size);
    const std::vector<uint16_t> houses = Array<uint16_t>(house_object, Buffer::kRead, "houses").copy();
    std::vector<uint8_t> values = Bytes(value_object, Buffer::kRead, "values").copy();
    if (values.empty() || values.size() > UnavoidableSearch::kMostCells)
        raise_value_error("a board has 1..128 cells, not %zu", values.size());
    if (houses.empty() || houses.size() % (size_t)size || houses.size() > 65536)
        raise_value_error("every house has %d cells", size);
    for (uint8_t& value : values)
        if (value-- < 1 || value >= size)
            raise_value_error("%d is not a digit from 1 to %d", (uint8_t)(value + 1), size);
    for (size_t i = 0; i < houses.size(); i += (size_t)size) {
        uint32_t digits = 0;
        for (size_t k = i; k < i + (size_t)size; k++) {
            if (houses[k] >= values.size()) raise_value_error("there is no cell %d", houses[k]);
            digits |= 1u << values[houses[k]];
        }
        if (digits != (1u << size) - 1) raise_value_error("house %zu does not have every digit", i / (size_t)size);
    }
    std::vector<Cells> found;
    run_unlocked([&](const Pulse& pulse) {
        UnavoidableSearch search(size, houses, values, most, pulse);
        search.run();
        found.swap(search.found);
    });
    std::vector<uint8_t> bytes;
    for (Cells each : found)
        for (uint64_t word : {each.low, each.high})
            for (int i = 0; i < 64; i += 8) bytes.push_back((uint8_t)(word >> i));
    return bytes_of(bytes);
}

}  // namespace

extern PyMethodDef unavoidable_methods[];
PyMethodDef unavoidable_methods[] = {
    method<unavoidable>("unavoidable", METH_VARARGS, "Other grids that differ in few cells."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
