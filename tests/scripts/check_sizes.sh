#!/bin/sh
# Sizes of files, functions and nesting.  Prints what is over the house's aims (function 40 lines,
# file 400, case 40, nesting 4); fails over 60 lines of function or 500 of file.
set -u
find conformance reports harness reference cases tests -name '*.[ch]' | sort |
	xargs awk -f tools/sizes.awk
