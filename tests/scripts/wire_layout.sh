#!/bin/sh
# `conformance layout`: what it prints can be loaded, a bad file is refused in one line that names
# the field, and the tables show every field of the JSON.
set -u
tool=${BUILD:-build}/plain/conformance
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
die() { echo "$1"; exit 1; }

"$tool" layout >"$dir/layout.json" || die 'layout fails'
/usr/bin/python3 -m json.tool "$dir/layout.json" >/dev/null || die 'layout prints no JSON'
"$tool" layout --json | cmp -s - "$dir/layout.json" || die '--json differs'
"$tool" layout --check "$dir/layout.json" | grep -q ': good; 0 fields and 0 opcodes differ' ||
	die 'the printed layout is refused or differs'

sed -e 's/"NOP": "0xe9"/"NOP": "0x19"/' -e 's/"id", "bit": 0,/"id", "bit": 16,/' \
	-e 's/"rsvd16", "bit": 16, "width": 16/"rsvd16", "bit": 24, "width": 8/' \
	-e 's/"rerouted", "bit": 8/"rerouted", "bit": 0/' -e 's/"rsvd9", "bit": 9/"rsvd9", "bit": 1/' \
	"$dir/layout.json" >"$dir/moved.json"
"$tool" layout --check "$dir/moved.json" | grep -q ': good; 4 fields and 1 opcodes differ' ||
	die 'a moved layout is refused or not told apart'

sed 's/"psn", "bit": 72/"psn", "bit": 73/' "$dir/layout.json" >"$dir/bad.json"
"$tool" layout --check "$dir/bad.json" >"$dir/out" 2>"$dir/err"
[ $? = 2 ] || die 'a bad file does not give exit status 2'
[ ! -s "$dir/out" ] && [ "$(wc -l <"$dir/err")" = 1 ] && grep -q 'base\.psn' "$dir/err" ||
	die 'a bad file is not told in one line that names the field'
for wrong in '--nonsense' 'file' "--check $dir/none"; do
	# shellcheck disable=SC2086
	"$tool" layout $wrong >/dev/null 2>"$dir/err"
	[ $? = 2 ] && [ -s "$dir/err" ] || die "layout $wrong does not give exit status 2"
done
"$tool" layout --help | grep -q -- --markdown || die '--help does not help'

"$tool" layout --markdown >"$dir/layout.md" || die '--markdown fails'
fields=$(grep -c '"name": .*"bit":' "$dir/layout.json")
[ "$fields" = 47 ] || die "$fields fields in the JSON, section 3 has 47"
sed -n 's/.*"name": "\([a-z0-9_]*\)", "bit": \([0-9]*\), "width": \([0-9]*\),.*/\1 \2 \3/p' \
	"$dir/layout.json" | while read -r name bit width; do
	grep -q "^| $bit | $width | [a-z]*\.$name | " "$dir/layout.md" || echo "$name"
done >"$dir/missing"
[ ! -s "$dir/missing" ] || die "not in the tables: $(tr '\n' ' ' <"$dir/missing")"
grep -q '^| NOP | 0xE9 | base path crc | yes |' "$dir/layout.md" || die 'no row for NOP'
echo "$fields fields"
