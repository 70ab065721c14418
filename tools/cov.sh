#!/bin/sh
# Line and branch coverage of the given sources by the last run of the cov flavour.
# tools/cov.sh DIR FILE...
set -eu
objects=$1
shift
for source; do
	gcov -b -n -o "$objects/$(dirname "$source")/$(basename "${source%.c}").gcda" "$source" \
		2>/dev/null |
		awk -v want="$source" '
			/^File/ { is_it = index($0, "\047" want "\047") }
			is_it && /^Lines executed/ { split($0, line, /[:% ]+/); lines = $NF }
			is_it && /^Taken at least once/ { split($0, branch, /[:% ]+/); branches = $NF }
			is_it && /^No branches/ { branch[5] = 100; branches = 0 }
			is_it && (/^Calls executed/ || /^No calls/) {
				printf "%6.2f%% of %4d lines, %6.2f%% of %4d branches  %s\n", line[3],
					lines, branch[5], branches, want
				exit
			}'
done | awk '
	{
		print
		lines += $3
		reached += $1 * $3 / 100
		branches += $7
		taken += $5 * $7 / 100
	}
	END {
		printf "%6.2f%% of %4d lines, %6.2f%% of %4d branches  in all\n",
			100 * reached / lines, lines, 100 * taken / branches, branches
	}'
