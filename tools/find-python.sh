#!/bin/sh
# Prints the path of a Python that nonet can use, or says on standard error what is needed and fails.
#
# PYTHON=/path/to/python3.12 selects one; otherwise python3 is tried first, then python3.14 to python3.11.

new_enough='import sys; sys.exit(sys.version_info < (3, 11))'

if [ -n "$PYTHON" ]; then
    set -- "$PYTHON"
else
    set -- python3 python3.14 python3.13 python3.12 python3.11
fi
for name; do
    path=$(command -v "$name") || continue
    if "$path" -c "$new_enough" </dev/null >/dev/null 2>&1; then
        printf '%s\n' "$path"
        exit 0
    fi
    if [ -z "$found" ] && version=$("$path" -V 2>&1 </dev/null); then # Python 2 prints it on standard error
        found="$name is $version"
    fi
done

echo "sudoku: nonet needs Python 3.11 or newer; ${found:-there is no $1 here}." >&2
echo "sudoku: install a newer one, or name it: PYTHON=/path/to/python3.11 ./sudoku" >&2
exit 1
