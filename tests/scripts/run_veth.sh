#!/bin/sh
# The whole suite against the bundled device in a process of its own over a veth pair: conformant,
# and every frame of the captures that no case made wrong is right for zlib and tshark.
set -u
build=$(cd "${BUILD:-build}" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

"$build/plain/conformance" run --wire veth --out "$dir/run" --quiet >"$dir/text" 2>&1 </dev/null
status=$?
if [ $status != 0 ]; then
	cat "$dir/text"
	echo "run --wire veth: exit status $status, expected 0"
	exit 1
fi
tail -n 2 "$dir/text"
exec /usr/bin/python3 tests/tools/check_captures.py "$dir/run"
