// The catalogue of all 5,472,730,538 grids up to symmetry, for Python.
//
// A grid is given by its canonical form: 81 bytes 1 … 9.  The catalogue has cells: all grids that have the same first band
// and the same fourth row.  Cells are numbered within their band; grids are numbered within their cell, in ascending order
// from 0, or from its end: the last one is -1.
//
//     catalogue_band(rows)       the index 0 … 415 of a band: 27 bytes 1 … 9.  ValueError: it is not a band
//     catalogue_count(band)      all grids that begin with this band: (how many each cell has, as uint32; how many grids have
//                                0, 1, 2, … automorphisms, as a list)
//     catalogue_rank(forms, cells, numbers, *, threads=1)
//         forms: n x 81 bytes.  cells: n x 2 uint32, band and cell.  numbers: n int32.  ValueError: not canonical
//     catalogue_unrank(cells, numbers, forms, *, threads=1)
//         the reverse.  ValueError: there is no such cell or number
// n is the length of numbers.  Grids of a cell that follow each other share what was counted and listed of it.
#include <string.h>

#include <algorithm>
#include <array>
#include <memory>

#include "catalogue/walk.h"
#include "python/buffers.h"
#include "python/runner.h"

namespace nonet {
namespace {

using Tail = std::array<uint8_t, 45>;  // the last five rows

// The walk of a band, kept for the next search; what was counted and listed of a cell, for its next grid.
class Searcher {
  public:
    explicit Searcher(const Pulse& pulse) : pulse_(pulse) {}

    // How many cells the band has.
    uint32_t begin(uint32_t band) {
        if (!walk_ || band != band_) walk_.reset(new Walk((int)band));
        band_ = band;
        return (uint32_t)(walk_->fourth_rows().size() / 9);
    }
    const uint8_t* fourth_row(uint32_t cell) const { return &walk_->fourth_rows()[9 * cell]; }

    void open(uint32_t cell) {
        walk_->begin((int)cell);
        counts_.assign(walk_->groups(), -1);
        listed_ = walk_->groups();
    }

    // The number of a grid in the cell, from the nearer end.
    bool number_of(const Tail& tail, int32_t* number) {
        const int found = walk_->group_of(tail.data());
        if (found < 0) return false;
        const size_t group = (size_t)found;
        const std::vector<Tail>& all = tails(group);
        if (std::find(all.begin(), all.end(), tail) == all.end()) return false;
        *number = (int32_t)std::count_if(all.begin(), all.end(), [&](const Tail& t) { return t < tail; });
        if (walk_->in_first_half(group))
            for (size_t g = 0; g < group; g++) *number += count(g);
        else
            for (size_t g = group; g < walk_->groups(); g++) *number -= count(g);
        return true;
    }

    // The grid with a number; nullptr if there is none.
    const Tail* numbered(int32_t number) {
        size_t group = 0;
        if (number >= 0) {
            for (; group < walk_->groups() && number >= count(group); group++) number -= count(group);
            if (group == walk_->groups()) return nullptr;
        } else {
            for (group = walk_->groups(); group && number < 0;) number += count(--group);
            if (number < 0) return nullptr;
        }
        std::vector<Tail>& all = tails(group);
        if ((size_t)number >= all.size()) return nullptr;  // stopped
        std::nth_element(all.begin(), all.begin() + number, all.end());
        return &all[(size_t)number];
    }

  private:
    int32_t count(size_t group) {
        int32_t& known = counts_[group];
        if (known < 0) {
            known = 0;
            walk_->each(group, pulse_, [&](int) { known++; });
        }
        return known;
    }

    // All grids of a group, in no order.
    std::vector<Tail>& tails(size_t group) {
        if (group == listed_) return tails_;
        tails_.clear();
        walk_->each(group, pulse_, [&](int) {
            uint8_t values[81];
            walk_->grid(values);
            tails_.emplace_back();
            memcpy(tails_.back().data(), values + 36, 45);
        });
        listed_ = group;
        counts_[group] = (int32_t)tails_.size();
        return tails_;
    }

    const Pulse& pulse_;
    std::unique_ptr<Walk> walk_;
    uint32_t band_ = 0;
    std::vector<int32_t> counts_;  // of each group; -1: not counted yet
    size_t listed_ = 0;            // the group in tails_
    std::vector<Tail> tails_;
};

// Calls search(searcher, begin, end) for each run of grids for which same(i - 1, i); it returns false for a grid that
// is not there.
template <class Same, class Search> void each_cell(size_t n, int threads, Same same, Search search) {
    std::vector<size_t> starts;
    for (size_t i = 0; i < n; i++)
        if (i == 0 || !same(i - 1, i)) starts.push_back(i);
    bool failed = false;
    each_unlocked(starts.size(), threads, 1, [&](const Pulse& pulse) {
        return [&, searcher = std::make_unique<Searcher>(pulse)](size_t i) {
            const size_t end = i + 1 < starts.size() ? starts[i + 1] : n;
            if (!search(*searcher, starts[i], end) && !stopped(pulse))
                __atomic_store_n(&failed, true, __ATOMIC_RELAXED);
            return true;
        };
    });
    if (failed) raise_value_error("not all of these are in the catalogue");
}

PyObject* catalogue_band(PyObject*, PyObject* object) {
    const Bytes lent(object, Buffer::kRead, "rows");
    if (lent.size() != 27) raise_value_error("a band has 27 cells, not %zu", lent.size());
    const std::vector<uint8_t> values = lent.copy();
    uint8_t rows[3][9];
    unsigned in_row[3] = {}, in_box[3] = {};
    for (int cell = 0; cell < 27; cell++) {
        rows[cell / 9][cell % 9] = (uint8_t)(values[(size_t)cell] - 1);
        if (values[(size_t)cell] < 1 || values[(size_t)cell] > 9) raise_value_error("the digits of a band are 1 to 9");
        in_row[cell / 9] |= 1u << values[(size_t)cell];
        in_box[cell % 9 / 3] |= 1u << values[(size_t)cell];
    }
    for (int i = 0; i < 3; i++)
        if (in_row[i] != 1022 || in_box[i] != 1022) raise_value_error("every row and box of a band has 1 to 9");
    return PyLong_FromLong(Bands::all().index_of(rows));
}

PyObject* catalogue_count(PyObject*, PyObject* object) {
    const long band = PyLong_AsLong(object);
    if (band == -1 && PyErr_Occurred()) throw Raised();
    if (band < 0 || band >= kBands) raise_value_error("there is no band %ld", band);
    std::vector<uint32_t> counts;
    std::vector<uint64_t> automorphisms;
    run_unlocked([&](const Pulse& pulse) {
        const std::unique_ptr<Walk> walk(new Walk((int)band));
        counts.resize(walk->fourth_rows().size() / 9);
        automorphisms.resize(649);
        for (size_t cell = 0; cell < counts.size(); cell++) {
            walk->begin((int)cell);
            for (size_t group = 0; group < walk->groups() && !stopped(pulse); group++)
                walk->each(group, pulse, [&](int symmetries) {
                    counts[cell]++;
                    automorphisms[(size_t)symmetries]++;
                });
        }
    });
    PyObject* list =
        list_of(automorphisms.size(), [&](size_t i) { return PyLong_FromUnsignedLongLong(automorphisms[i]); });
    if (!list) throw Raised();
    return Py_BuildValue("y#N", (const char*)counts.data(), (Py_ssize_t)(4 * counts.size()), list);
}

PyObject* catalogue_rank(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"forms", "cells", "numbers", "threads", nullptr};
    PyObject *forms_object, *cells_object, *numbers_object;
    int threads = 1;
    parse(args, keywords, "OOO|$i:catalogue_rank", names, &forms_object, &cells_object, &numbers_object, &threads);
    const Array<int32_t> numbers(numbers_object, Buffer::kWrite, "numbers");
    const size_t n = numbers.count();
    const Array<uint32_t> cells(cells_object, Buffer::kWrite, "cells", 2 * n);
    const Bytes lent(forms_object, Buffer::kRead, "forms", 81 * n);
    check_apart({&lent, &cells, &numbers});
    std::vector<uint8_t> forms = lent.copy();
    for (uint8_t& digit : forms) {
        if (digit < 1 || digit > 9) raise_value_error("the digits of a grid are 1 to 9");
        digit--;
    }
    const auto same = [&](size_t i, size_t k) { return !memcmp(&forms[81 * i], &forms[81 * k], 36); };
    each_cell(n, threads, same, [&](Searcher& searcher, size_t begin, size_t end) {
        const uint8_t* form = &forms[81 * begin];
        const Bands& bands = Bands::all();
        const auto less = [](const uint8_t* a, const uint8_t* b) { return memcmp(a, b, 27) < 0; };
        uint32_t band = 0;
        while (band + 1 < kBands && less(bands.rows[band][0], form)) band++;
        if (memcmp(bands.rows[band], form, 27)) return false;
        uint32_t cell = 0;
        const uint32_t count = searcher.begin(band);
        while (cell < count && memcmp(searcher.fourth_row(cell), form + 27, 9)) cell++;
        if (cell == count) return false;
        searcher.open(cell);
        for (size_t i = begin; i < end; i++) {
            Tail tail;
            memcpy(tail.data(), &forms[81 * i + 36], 45);
            int32_t number;
            if (!searcher.number_of(tail, &number)) return false;
            cells[2 * i] = band;
            cells[2 * i + 1] = cell;
            numbers[i] = number;
        }
        return true;
    });
    Py_RETURN_NONE;
}

PyObject* catalogue_unrank(PyObject*, PyObject* args, PyObject* keywords) {
    static const char* names[] = {"cells", "numbers", "forms", "threads", nullptr};
    PyObject *cells_object, *numbers_object, *forms_object;
    int threads = 1;
    parse(args, keywords, "OOO|$i:catalogue_unrank", names, &cells_object, &numbers_object, &forms_object, &threads);
    const Array<int32_t> lent_numbers(numbers_object, Buffer::kRead, "numbers");
    const size_t n = lent_numbers.count();
    const Array<uint32_t> lent_cells(cells_object, Buffer::kRead, "cells", 2 * n);
    const Bytes forms(forms_object, Buffer::kWrite, "forms", 81 * n);
    check_apart({&lent_cells, &lent_numbers, &forms});
    const std::vector<uint32_t> cells = lent_cells.copy();
    const std::vector<int32_t> numbers = lent_numbers.copy();
    const auto same = [&](size_t i, size_t k) { return !memcmp(&cells[2 * i], &cells[2 * k], 8); };
    each_cell(n, threads, same, [&](Searcher& searcher, size_t begin, size_t end) {
        const uint32_t band = cells[2 * begin], cell = cells[2 * begin + 1];
        if (band >= (uint32_t)kBands || cell >= searcher.begin(band)) return false;
        searcher.open(cell);
        for (size_t i = begin; i < end; i++) {
            const Tail* const tail = searcher.numbered(numbers[i]);
            if (!tail) return false;
            uint8_t* form = forms.data() + 81 * i;
            memcpy(form, Bands::all().rows[band], 27);
            memcpy(form + 27, searcher.fourth_row(cell), 9);
            memcpy(form + 36, tail->data(), 45);
            for (int k = 0; k < 81; k++) form[k]++;
        }
        return true;
    });
    Py_RETURN_NONE;
}

}  // namespace

extern PyMethodDef catalogue_methods[];
PyMethodDef catalogue_methods[] = {
    method<catalogue_band>("catalogue_band", METH_O, "The index of a band; see native/python/catalogue.cpp."),
    method<catalogue_count>("catalogue_count", METH_O, "How many grids begin with a band."),
    keyword_method<catalogue_rank>("catalogue_rank", "Where grids are in the catalogue."),
    keyword_method<catalogue_unrank>("catalogue_unrank", "Grids of the catalogue."),
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace nonet
