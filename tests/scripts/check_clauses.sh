#!/bin/sh
# Every clause named in a comment, string or document exists in the profile.
set -u
profile=conformance/spec/PROFILE.md
known=$(sed -nE 's/^### ([A-Z]+-[0-9]+) .*/\1/p' $profile)
families=$(echo "$known" | sed 's/-.*//' | sort -u | paste -sd'|')
# Not clauses: names of checksums.
other='CRC-(8|16|32)'

grep -rnoE --include='*.[ch]' --include='*.def' --include='*.md' --include='*.mutant' \
	"\b($families)-[0-9]+\b" conformance reports harness reference cases tests README.md |
	grep -vE ":($other)$" | {
	failed=0
	while IFS=: read -r file line id; do
		echo "$known" | grep -qx "$id" || { echo "$file:$line: no clause $id"; failed=1; }
	done
	exit $failed
}
