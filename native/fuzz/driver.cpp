// Makes inputs for target.cpp and keeps those that reach code no other has reached.
//
//     fuzz SECONDS SEED CORPUS [NEW]
//
// An input that takes ten seconds of processor time is a failure, too, whether it would end or not.
//
// CORPUS is a folder of inputs to begin with; new ones worth keeping are written to the folder NEW.  What fails is written
// to the file "failed" in the current folder.  Coverage comes from -fsanitize-coverage=trace-pc, which GCC and Clang
// both have: the compiler calls __sanitizer_cov_trace_pc at every branch.  This file is compiled without it, and without
// sanitizers.
#include <dirent.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "rng.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));
extern uint64_t g_calls, g_records;

namespace {

constexpr size_t kLongest = 1500;
constexpr size_t kPlaces = 1 << 16;
constexpr int kSlow = 10;  // seconds

typedef std::vector<uint8_t> Bytes;

uint8_t g_seen[kPlaces], g_now[kPlaces];  // branches reached ever, and by this input
Bytes g_input;
volatile uint64_t g_inputs = 0;
double g_slowest = 0;

void write_failure() {
    if (FILE* file = fopen("failed", "wb")) {
        fwrite(g_input.data(), 1, g_input.size(), file);
        fclose(file);
        fprintf(stderr, "fuzz: the input is in the file \"failed\"\n");
    }
}

void on_abort(int) {
    write_failure();
    _Exit(77);
}

// Called for every second of processor time.
void on_second(int) {
    static uint64_t input = 0;
    static int seconds = 0;
    seconds = input == g_inputs ? seconds + 1 : 0;
    input = g_inputs;
    if (seconds < kSlow) return;
    fprintf(stderr, "fuzz: an input took %d s\n", kSlow);
    on_abort(SIGPROF);
}

Bytes read_file(const std::string& path) {
    Bytes bytes(kLongest);
    FILE* file = fopen(path.c_str(), "rb");
    bytes.resize(file ? fread(bytes.data(), 1, bytes.size(), file) : 0);
    if (file) fclose(file);
    return bytes;
}

std::vector<Bytes> read_corpus(const char* folder) {
    std::vector<std::string> names;
    DIR* dir = opendir(folder);
    for (dirent* entry; dir && (entry = readdir(dir));)
        if (entry->d_name[0] != '.') names.push_back(std::string(folder) + "/" + entry->d_name);
    if (dir) closedir(dir);
    std::sort(names.begin(), names.end());
    std::vector<Bytes> corpus;
    for (const std::string& name : names) corpus.push_back(read_file(name));
    return corpus;
}

// Runs an input; true if it has reached something new.
bool run(const Bytes& input) {
    g_input = input;
    g_inputs = g_inputs + 1;
    memset(g_now, 0, sizeof g_now);
    const clock_t begun = clock();
    LLVMFuzzerTestOneInput(g_input.data(), g_input.size());
    g_slowest = std::max(g_slowest, (double)(clock() - begun) / CLOCKS_PER_SEC);
    uint8_t more = 0;
    for (size_t i = 0; i < kPlaces; i++) {
        more |= (uint8_t)(g_now[i] & ~g_seen[i]);
        g_seen[i] |= g_now[i];
    }
    return more != 0;
}

Bytes mutated(const std::vector<Bytes>& corpus, nonet::Rng& rng) {
    Bytes input = corpus[rng.below(corpus.size())];
    if (input.size() < 3) input.resize(3 + 81);
    const bool has_records = input[0] < 240;
    for (uint64_t changes = 1 + rng.below(rng.below(4) ? 4 : 60); changes; changes--) {
        uint8_t& byte = input[rng.below(input.size())];
        switch (rng.below(12)) {
            case 0:
                byte ^= (uint8_t)(1u << rng.below(8));
                break;
            case 1:
                byte = (uint8_t)rng.next();
                break;
            case 2:
            case 3:
            case 4:
                byte = (uint8_t)(has_records ? '1' + rng.below(9) : rng.next());
                break;
            case 5:
            case 6:
            case 7:
                byte = (uint8_t)(has_records ? "0._*-xX"[rng.below(7)] : byte + rng.below(9) - 4);
                break;
            case 8:
                input[rng.below(3)] = (uint8_t)rng.next();
                break;
            case 9:  // shorter
                if (input.size() > 84) input.resize(84 + rng.below(input.size() - 84));
                break;
            case 10: {  // the end of another
                const Bytes& other = corpus[rng.below(corpus.size())];
                if (other.size() > 3) input.insert(input.end(), other.begin() + 3, other.end());
                break;
            }
            default: {  // a piece moved
                const size_t from = rng.below(input.size()), to = rng.below(input.size());
                const size_t n = std::min({(size_t)rng.below(81) + 1, input.size() - from, input.size() - to});
                memmove(&input[to], &input[from], n);
            }
        }
    }
    if (input.size() > kLongest) input.resize(kLongest);
    return input;
}

void keep(const char* folder, const Bytes& input) {
    uint64_t name = 1469598103934665603u;  // FNV-1a
    for (uint8_t byte : input) name = (name ^ byte) * 1099511628211u;
    char path[600];
    snprintf(path, sizeof path, "%s/%016llx", folder, (unsigned long long)name);
    if (FILE* file = fopen(path, "wb")) {
        fwrite(input.data(), 1, input.size(), file);
        fclose(file);
    }
}

}  // namespace

extern "C" void __sanitizer_cov_trace_pc() {
    static thread_local uintptr_t previous = 0;
    const uintptr_t here = (uintptr_t)__builtin_return_address(0);
    g_now[(here ^ previous) % kPlaces] = 1;
    previous = here >> 1;
}

int main(int count, char** words) {
    if (count < 4) return fprintf(stderr, "fuzz SECONDS SEED CORPUS [NEW]\n"), 2;
    const auto begun = std::chrono::steady_clock::now();
    const double seconds = atof(words[1]);
    nonet::Rng rng{strtoull(words[2], nullptr, 10)};
    std::vector<Bytes> corpus = read_corpus(words[3]);
    if (corpus.empty()) return fprintf(stderr, "fuzz: no inputs in %s\n", words[3]), 2;
    signal(SIGABRT, on_abort);
    if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(write_failure);
    signal(SIGPROF, on_second);
    const itimerval second = {{1, 0}, {1, 0}};
    setitimer(ITIMER_PROF, &second, nullptr);
    uint64_t added = 0;
    double told = 0, passed = 0;
    for (const Bytes& input : corpus) run(input);
    const auto report = [&] {
        printf(
            "%llu calls of the kernel, %llu inputs with %llu records, %llu inputs kept, slowest %.2f s, after %.0f s\n",
            (unsigned long long)g_calls, (unsigned long long)g_inputs, (unsigned long long)g_records,
            (unsigned long long)added, g_slowest, passed);
        fflush(stdout);
    };
    while (passed < seconds) {
        const Bytes input = mutated(corpus, rng);
        if (run(input)) {
            corpus.push_back(input);
            added++;
            if (count > 4) keep(words[4], input);
        }
        passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
        if (passed - told > 30) told = passed, report();
    }
    report();
    return 0;
}
