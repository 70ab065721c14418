#!/bin/sh
# Every header compiles alone, included twice.
set -u
build=${BUILD:-build}
failed=0
for header in $(find conformance reports harness reference tests -name '*.h' | sort); do
	printf '#include "%s"\n#include "%s"\n' "$header" "$header" |
		${CC:-cc} -std=c11 -Wall -Wextra -Werror -I. -I"$build/gen" -fsyntax-only -x c - ||
		{ echo "$header: does not compile alone"; failed=1; }
done
exit $failed
