// How long work is interrupted.
//
// Setting `stop` ends the work soon; it is read often.  The thread that Python called also has a `tick`,
// which handles signals and may set `stop`; it is called every millisecond or so and returns at once most of the time.
#pragma once

namespace nonet {

struct Pulse {
    int* stop = nullptr;
    void (*tick)(void*) = nullptr;
    void* arg = nullptr;
};

static inline bool stopped(const Pulse& pulse) {
    return pulse.stop && __atomic_load_n(pulse.stop, __ATOMIC_RELAXED) != 0;
}

static inline bool tick(const Pulse& pulse) {
    if (pulse.tick) pulse.tick(pulse.arg);
    return stopped(pulse);
}

}  // namespace nonet
