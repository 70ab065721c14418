#!/bin/sh
# wire/ and engine/ are pure: no clock, no socket, no malloc, no printf.  Asked of their object
# files: a symbol that they neither define nor find on this short list is an offence.  And the
# device exports exactly one symbol.
set -u
build=${BUILD:-build}/plain
# inet_* here only turn addresses into text and back.
allowed='memcpy|memset|memcmp|memmove|strcmp|strlen|strncmp|strchr|inet_ntop|inet_pton'
allowed="$allowed|crc32_gzip_refl|__assert_fail|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_"
allowed="$allowed|clauses|clause_by_name"

# From the sources, so that the object of a deleted file is not asked.
objects=$(find reference/wire reference/engine reference/result.c -name '*.c' |
	sed "s,\(.*\)\.c,$build/obj/\1.o,")
defined=$(nm -A --defined-only $objects | awk '{print $NF}' | sort -u)
offences=$(nm -A -u $objects | awk '{print $NF, $1}' | sed 's/:.*//' | sort -u |
	grep -vE "^($allowed) " | while read -r symbol object; do
		echo "$defined" | grep -qx "$symbol" || echo "$object uses $symbol"
	done)
exports=$(nm -D --defined-only "$build/device.so" | awk '{print $NF}')
[ "$exports" = conformance_device ] ||
	offences="$offences
$build/device.so exports: $exports"
[ -z "$offences" ] || { echo "$offences"; exit 1; }
