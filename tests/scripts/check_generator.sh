#!/bin/sh
# The clause generator takes the profile whole and refuses malformed ones with file:line.
set -u
profile=conformance/spec/PROFILE.md
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0

# refuse LINE TEXT: a profile with the text must be refused, naming that line.
refuse() {
	printf '### Parameters\n| a | b | c | d | e |\n%b\n' "$2" >"$dir/bad.md"
	if awk -v out=c -f conformance/spec/clauses.awk "$dir/bad.md" >/dev/null 2>"$dir/said"; then
		echo "taken, but malformed: $2"
		failed=1
	elif ! grep -q "bad.md:$1: " "$dir/said"; then
		echo "refused without line $1: $2: $(cat "$dir/said")"
		failed=1
	fi
}
good='### AB-1 [MUST] [sender] [profile]\nText.'

headings=$(grep -cE '^### [A-Z]+-[0-9]+ ' $profile)
rows=$(awk -v out=h -f conformance/spec/clauses.awk $profile | grep -cE '^	[A-Z]+_[0-9]+,$')
[ "$headings" = "$rows" ] || { echo "$headings headings, $rows clauses"; failed=1; }
printf '### Parameters\n| a | b | c | d | e |\n%b\n' "$good" >"$dir/good.md"
awk -v out=c -f conformance/spec/clauses.awk "$dir/good.md" | grep -q '"AB-1", "sender"' ||
	{ echo 'a good profile is refused'; failed=1; }

refuse 5 "$good\n$good"
refuse 3 '### AB-1 [MAYBE] [sender] [profile]\nText.'
refuse 3 '### AB-1 [MUST] [nobody] [profile]\nText.'
refuse 3 '### AB-1 [MUST] [sender] [hearsay]\nText.'
refuse 3 '### AB-1 [MUST] [sender]\nText.'
refuse 3 '### AB1 [MUST] [sender] [profile]\nText.'
refuse 3 '### AB-01 [MUST] [sender] [profile]\nText.'
refuse 3 '## AB-1 [MUST] [sender] [profile]\nText.'
refuse 3 '### AB-1\nText.'
refuse 3 '### AB-1 [MUST] [sender] [profile]\n'
exit $failed
