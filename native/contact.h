// How a caller keeps in touch with a search that may take long.
#pragma once

namespace nonet {

typedef unsigned __int128 Count;  // of solutions; what does not fit is reported as Outcome::overflow

// About twenty times a second `pause` is called with the number of solutions found so far; false ends the search.
struct Contact {
    bool (*pause)(void* context, Count found) = nullptr;
    void* context = nullptr;
};

enum class Outcome {
    done,      // all there is, or all that was asked for
    stopped,   // by the caller
    overflow,  // more solutions than a Count can hold
};

}  // namespace nonet
