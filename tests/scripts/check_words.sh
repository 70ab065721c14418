#!/bin/sh
# No unfinished business, no foreign prefix, no path outside the repository.
set -u
self=tests/scripts/check_words.sh
if git rev-parse --git-dir >/dev/null 2>&1; then
	files=$(git ls-files -co --exclude-standard)
else
	files=$(find . -type f -not -path './build*' -not -path './.git/*')
fi
found=$(grep -nsEI '\b(TODO|FIXME|XXX|HACK)\b|\bmrc_[a-z]|/(work|home|root)/' \
	$(echo "$files" | grep -vx "$self"))
[ -z "$found" ] || { echo "$found"; exit 1; }
