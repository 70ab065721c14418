#!/bin/sh
# wire/ and engine/ are pure: no clock, no socket, no malloc, no printf.  Asked of their object
# files: a symbol that they neither define nor find on this short list is an offence.  And the
# device exports exactly one symbol.
set -u
build=${BUILD:-build}/plain
allowed='memcpy|memset|memcmp|memmove|strcmp|strlen|strncmp|crc32_gzip_refl'
allowed="$allowed|__assert_fail|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_|clauses|clause_by_name"

objects=$(find "$build/obj/reference/wire" "$build/obj/reference/engine" \
	"$build/obj/reference/result.o" -name '*.o' 2>/dev/null)
[ -n "$objects" ] || { echo "no objects in $build: make first"; exit 1; }
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
