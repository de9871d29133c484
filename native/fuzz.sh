#!/bin/sh
# Builds native/fuzz_records.cpp with libFuzzer and the sanitizers, and lets it run for a while.
#     native/fuzz.sh [SECONDS]         CLANG names a clang++ that has libFuzzer (Debian: clang-14, libclang-rt-14-dev)
# What it finds worth keeping stays in build/fuzz/corpus for the next run; a crash is written beside it and ends with status 77.
set -eu
cd "$(dirname "$0")/.."
clang=${CLANG:-clang++}
out=build/fuzz
mkdir -p "$out/corpus"
common="-std=c++17 -O1 -g -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all -pthread -Wno-psabi"
avx2="-mavx2 -mbmi -mbmi2 -mpopcnt"
avx512="$avx2 -mavx512f -mavx512bw -mavx512vl -mavx512dq -mavx512vbmi -mavx512bitalg"
objects=
for unit in fuzz_records generic generic_plan canonical count dispatch kernel_portable kernel_baseline kernel_avx2 kernel_avx512; do
    case $unit in kernel_avx2) more=$avx2 ;; kernel_avx512) more=$avx512 ;; *) more= ;; esac
    $clang $common $more -c "native/$unit.cpp" -o "$out/$unit.o"
    objects="$objects $out/$unit.o"
done
$clang $common -fsanitize=fuzzer $objects -o "$out/fuzz"
for puzzle in 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 \
    98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6; do
    for call in A B C; do printf '%s%s%s%s%s' "$call" 0 0 "$puzzle" "$puzzle" >"$out/corpus/seed-$call-${puzzle%%.*}"; done
done
exec "$out/fuzz" -max_total_time="${1:-60}" -max_len=1500 -timeout=20 -artifact_prefix="$out/" -print_final_stats=1 "$out/corpus"
