#!/bin/sh
# `conformance run` refuses a wrong command line, file or directory: one line on standard error
# that says what to do, exit status 2, and nothing written.  No session is needed.
set -u
program=${BUILD:-build}/plain/conformance
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0

fail() {
	echo "$1"
	failed=1
}

# refuses TEXT ARGUMENT...: exit 2, one line that holds TEXT, standard output empty.
refuses() {
	text=$1
	shift
	"$program" run --wire sim --out "$dir/out" "$@" >"$dir/stdout" 2>"$dir/stderr"
	status=$?
	[ $status = 2 ] || fail "run $*: exit status is $status, expected 2"
	grep -qF -- "$text" "$dir/stderr" || fail "run $*: said \`$(cat "$dir/stderr")\`, expected: $text"
	[ "$(wc -l <"$dir/stderr")" = 1 ] || fail "run $*: more than one line"
	[ ! -s "$dir/stdout" ] || fail "run $*: standard output is not empty"
	[ ! -e "$dir/out" ] || fail "run $*: made the run directory"
}

refuses 'there is no option `--sede`' --sede 1
refuses 'there is no option `-x`' -x
refuses 'a value is missing behind `--seed`' --seed
refuses '--seed wants a number from 0 to 9223372036854775807, not `-1`' --seed=-1
refuses '--seed wants a number from 0 to 9223372036854775807, not `9223372036854775808`' \
	--seed 9223372036854775808
refuses '--seed wants a number from 0 to 9223372036854775807, not `1x`' --seed 1x
refuses '--seed wants a number from 0 to 9223372036854775807, not ``' --seed ''
refuses '--planes wants a number from 1 to 16, not `17`' --planes 17
refuses '--vlan wants a number from 1 to 4094, not `4095`' --vlan 4095
refuses '--ip wants 4 or 6, not `5`' --ip 5
refuses '--wire wants sim, veth or if:NAME[,NAME], not `eth0`' --wire eth0
refuses '--wire wants sim, veth or if:NAME[,NAME], not `if:`' --wire if:
refuses '--dut wants soft, exec:COMMAND, tcp:HOST:PORT or unix:PATH, not `exec:`' --dut exec:
refuses '--level wants must or should, not `may`' --level may
refuses '--planes 3 but --wire if:a,b names 2 ports' --wire if:a,b --planes 3
refuses '`no_such/case` selects no case; `conformance list` shows what there is' no_such/case
refuses '`sack2` selects no case; did you mean `SACK-2`?' sack2
refuses "--image wants a device.so that can be read, not \`$dir/none\`" --image "$dir/none"
refuses 'name another place with --out' --out /proc/none
refuses "cannot read $dir/none: No such file or directory" --ics "$dir/none"
refuses "cannot read $dir: Is a directory" --ixit "$dir"

printf '{\n "paths": 4,\n "streams" 16\n}\n' >"$dir/broken"
refuses "$dir/broken:3:" --ics "$dir/broken"
printf '{"paths": 4, "paths": 5}' >"$dir/twice"
refuses "$dir/twice:1:" --ics "$dir/twice"
printf '[1]' >"$dir/array"
refuses "$dir/array: a JSON object" --ixit "$dir/array"
printf '{"pats": 4}' >"$dir/ics"
refuses 'unknown member `pats`; there are connections, regions,' --ics "$dir/ics"
printf '{"ack_dely": 4}' >"$dir/ixit"
refuses 'unknown member `ack_dely`; there are msg_state, send_depth, recv_depth, ack_every, ack_delay,' \
	--ixit "$dir/ixit"
# Agreed parameters are no device's to declare.
printf '{"mtu": 1024}' >"$dir/agreed"
refuses 'unknown member `mtu`' --ixit "$dir/agreed"
head -c 1048577 /dev/zero | tr '\0' ' ' >"$dir/long"
refuses 'is longer than 1 MiB' --ics "$dir/long"
printf '{}' >"$dir/layout"
refuses "$dir/layout" --layout "$dir/layout"

# What is offered instead of a wrong name is what hello may say, member by member.
offered() {
	"$program" run --wire sim --out "$dir/out" "$@" 2>&1 | sed 's/.*; there are //' |
		tr -d ' ' | tr ',' '\n' | LC_ALL=C sort
}
in_schema() {
	/usr/bin/python3 -c 'import json, sys
for name in sorted(json.load(open("conformance/control.schema.json"))["$defs"][sys.argv[1]]["properties"]):
    print(name)' "$1"
}
[ "$(offered --ics "$dir/ics")" = "$(in_schema ics)" ] || fail 'ICS members differ from CONTROL.md'
[ "$(offered --ixit "$dir/ixit")" = "$(in_schema ixit)" ] || fail 'IXIT members differ from CONTROL.md'

# A directory that is not ours stays as it is.
mkdir "$dir/foreign" "$dir/other"
echo precious >"$dir/foreign/thesis.txt"
refuses 'holds no earlier run but `thesis.txt`' --out "$dir/foreign"
[ "$(ls "$dir/foreign")" = thesis.txt ] || fail 'a foreign directory was written to'
echo '{"suite": {"name": "another"}}' >"$dir/other/report.json"
refuses 'report.json of another program' --out "$dir/other"
refuses 'cannot be used: Not a directory' --out "$dir/ics"

# Every option is in the help and in the manual page, and the revision is the profile's own.
"$program" run --help >"$dir/help" || fail 'run --help: exit status is not 0'
for option in wire dut ics ixit layout level out seed planes ip vlan image stop-on-fail quiet json; do
	grep -q -- "--$option" "$dir/help" || fail "run --help does not tell of --$option"
	sed 's/\\-/-/g' conformance/conformance.1 | grep -q -- "--$option" ||
		fail "the manual page does not tell of --$option"
done
revision=$(sed -n '1s/.*draft //p' conformance/spec/PROFILE.md)
grep -q "RUN_SPEC_REVISION \"$revision\"" conformance/run.h ||
	fail "conformance/run.h does not name the profile's revision $revision"
exit $failed
