#!/bin/sh
# Line coverage of the given sources by the last run of the cov flavour.  tools/cov.sh DIR FILE...
set -eu
objects=$1
shift
for source; do
	gcov -n -o "$objects/$(dirname "$source")/$(basename "${source%.c}").gcda" "$source" 2>/dev/null |
		awk -v want="$source" '
			/^File/ { is_it = index($0, "\047" want "\047") }
			is_it && /^Lines executed/ {
				split($0, part, /[:% ]+/)
				printf "%6.2f%% of %4d lines  %s\n", part[3], $NF, want
				exit
			}'
done
