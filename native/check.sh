#!/bin/sh
# Builds the kernel with the address and undefined-behaviour sanitizers, and runs something over it.
#     native/check.sh                                tests/test_native_lanes.py and tests/test_native_dig.py
#     native/check.sh tests/test_native_generic.py   other tests
#     native/check.sh run native/fuzz_lines.py 60    a program
#     native/check.sh run native/conformance.py FOLDER
# From the project's root; PYTHON names an interpreter with the test packages. The build goes to build/check and does not touch
# the installed module.
set -eu
[ $# -gt 0 ] || set -- tests/test_native_lanes.py tests/test_native_dig.py
if [ "$1" = run ]; then shift; else set -- -m pytest -q -p no:cacheprovider "$@"; fi
root=$(cd "$(dirname "$0")/.." && pwd)
python=${PYTHON:-python3}
target=$root/build/check
mkdir -p "$target/nonet"
cd "$root"
CXXFLAGS="-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all ${CXXFLAGS:-}" \
    NONET_REQUIRE_KERNEL=1 "$python" setup.py -q build_ext --build-lib "$target/lib" --build-temp "$target/objects"
cp -R src/nonet/. "$target/nonet/"
rm -f "$target"/nonet/_native.*so
cp "$target"/lib/nonet/_native.* "$target/nonet/"
# Python itself leaks on purpose; what we look for is reads and writes out of bounds.
exec env LD_PRELOAD="$(${CXX:-c++} -print-file-name=libasan.so) $(${CXX:-c++} -print-file-name=libubsan.so)" \
    ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=print_stacktrace=1 \
    PYTHONPATH="$target" PYTHONMALLOC=malloc "$python" "$@"
