#!/bin/sh
# SPEC_MAP.md is what `conformance map` prints.  To mend: make SPEC_MAP.md
set -u
"${BUILD:-build}/conformance" map | diff -u SPEC_MAP.md - || {
	echo 'SPEC_MAP.md is stale: make SPEC_MAP.md'
	exit 1
}
