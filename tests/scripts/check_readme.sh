#!/bin/sh
# The case in README.md compiles, and the commands it names exist.
set -u
build=${BUILD:-build}
awk '/^```c$/ { on = 1; next } /^```$/ { on = 0 } on' README.md |
	${CC:-cc} -std=c11 -Wall -Wextra -Werror -I. -I"$build/gen" -fsyntax-only -x c - || exit 1
for command in run list explain map layout soft; do
	"$build/conformance" help | grep -q "^  $command " || { echo "no command $command"; exit 1; }
done
