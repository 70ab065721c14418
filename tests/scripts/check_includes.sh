#!/bin/sh
# The arrows between the rooms: conformance -> reports, cases -> harness -> reference; generated
# headers (no slash in the name) are for all.  Cases see harness/case.h and C headers only.
set -u

# Prints the quoted includes of a room's files that are not allowed there.
refuse() {
	room=$1
	allowed=$2
	[ -d "$room" ] || return 0
	grep -rnE --include='*.[ch]' '^[ 	]*#[ 	]*include[ 	]+"' "$room" |
		grep -vE "include[ 	]+\"($allowed)\"" | sed 's/$/   <- not allowed here/'
}

{
	refuse reference/wire 'clauses\.h|reference/(result\.h|wire/.*)'
	refuse reference/engine 'clauses\.h|reference/(result\.h|wire/.*|engine/.*)'
	refuse reference '[^/]*|reference/.*'
	refuse harness '[^/]*|reference/.*|harness/.*'
	refuse cases 'harness/case\.h'
	refuse reports '[^/]*|reference/.*|harness/.*|reports/.*'
	refuse conformance '[^/]*|reference/.*|harness/.*|reports/.*|conformance/.*'
} | sort -u | {
	! grep .
}
