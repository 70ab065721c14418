#!/bin/sh
# The second device (tests/second), which shares no code with the suite and was written from the
# profile alone, must be found conformant: what engine, shadow and cases read alike into a clause
# shows here.  Of each clause's receiver cases one of either kind; all of them:
#   build/plain/conformance run --dut 'exec:python3 tests/second/device.py' RECEIVER
set -u
build=$(cd "${BUILD:-build}" && pwd)
if ! unshare -n true 2>/dev/null && ! unshare -Urn true 2>/dev/null; then
	echo "second_veth: skipped, this host forbids network namespaces"
	exit 0
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

cases=$("$build/plain/conformance" list --json RECEIVER | /usr/bin/python3 -c '
import json, sys
chosen = {}
for case in json.load(sys.stdin)["cases"]:
    if not case["axis"]:
        chosen.setdefault((case["clauses"][0], case["kind"]), case["id"])
print(*chosen.values())
') && [ -n "$cases" ] || exit 1

# shellcheck disable=SC2086 # many selectors
"$build/plain/conformance" run --wire veth --dut "exec:/usr/bin/python3 tests/second/device.py" \
	--out "$dir/run" --quiet $cases >"$dir/text" 2>&1 </dev/null
status=$?
if [ $status != 0 ]; then
	cat "$dir/text"
	echo "second_veth: exit status $status, expected 0"
	exit 1
fi
tail -n 2 "$dir/text"
