#!/bin/sh
# The whole suite against the bundled device in virtual time: twice in different places with the
# same bytes, exit status 0, a report that its schema accepts, captures that tshark reads whole.
set -u
here=$(pwd)
build=$(cd "${BUILD:-build}" && pwd)
program=$build/plain/conformance
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0

fail() {
	echo "$1"
	failed=1
}

# run STATUS ARGUMENT...
run() {
	wanted=$1
	shift
	"$program" run --wire sim "$@" >"$dir/stdout" 2>"$dir/stderr" </dev/null
	status=$?
	[ $status = "$wanted" ] && return
	fail "run --wire sim $*: exit status is $status, expected $wanted"
	tail -n 20 "$dir/stdout" "$dir/stderr"
}

mkdir "$dir/elsewhere"
run 0 --out "$dir/one"
(cd "$dir/elsewhere" && "$program" run --wire sim --out two --quiet >/dev/null 2>&1)
for file in report.json journal.jsonl capture; do
	diff -r "$dir/one/$file" "$dir/elsewhere/two/$file" >/dev/null ||
		fail "$file differs between two runs of the same seed"
done
for file in report.json journal.jsonl environment.json; do
	[ -s "$dir/one/$file" ] || fail "$file is missing or empty"
done
if grep -q -e "$(uname -n)" -e "$dir" -e "$here" "$dir/one/report.json"; then
	fail 'the report of a sim run names the host or a path'
fi

/usr/bin/python3 - "$dir/one" <<'PYTHON' || fail 'report.json does not hold'
import hashlib, json, os, subprocess, sys
import jsonschema

run = sys.argv[1]
report = json.load(open(os.path.join(run, "report.json")))
schema = json.load(open("reports/schema/report.schema.json"))
bad = [f"{list(e.path)}: {e.message}" for e in
       jsonschema.Draft202012Validator(schema).iter_errors(report)][:5]
captures, frames = [], 0
for case in report["cases"]:
    evidence = case["evidence"]
    if evidence["file"] is None:
        if case["verdict"] in ("pass", "fail"):
            bad.append(case["id"] + ": judged without evidence")
        continue
    path = os.path.join(run, evidence["file"])
    if hashlib.sha256(open(path, "rb").read()).hexdigest() != evidence["sha256"]:
        bad.append(evidence["file"] + ": digest")
    captures.append(path)
    frames += evidence["frames"]
if sum(report["summary"]["counts"].values()) + report["summary"]["should_failures"] != len(report["cases"]):
    bad.append("the counts do not add up to the cases")
if not captures or report["summary"]["counts"]["pass"] == 0:
    bad.append("nothing was captured or passed")
if set(os.listdir(run + "/capture")) != {os.path.basename(c) for c in captures}:
    bad.append("captures that no case names")

# One file for one start of tshark.  The tester sends broken frames on purpose; the device
# (direction 1, inbound) does not.
merged = os.path.join(run, "all.pcapng")
for i in range(0, len(captures), 500):
    subprocess.run(["mergecap", "-a", "-w", f"{merged}.{i}", *captures[i:i + 500]], check=True)
parts = [f"{merged}.{i}" for i in range(0, len(captures), 500)]
subprocess.run(["mergecap", "-a", "-w", merged, *parts], check=True)
out = subprocess.run(["tshark", "-r", merged, "-T", "fields", "-e", "frame.packet_flags_direction",
                      "-e", "_ws.malformed"], check=True, capture_output=True, text=True)
rows = [line.split("\t") for line in out.stdout.splitlines()]
if len(rows) != frames:
    bad.append(f"tshark reads {len(rows)} frames, the report counts {frames}")
malformed = sum(row[0] == "0x00000001" and row[1] != "" for row in rows)
if malformed:
    bad.append(f"{malformed} malformed frames of the device")
if {row[0] for row in rows} != {"0x00000001", "0x00000002"}:
    bad.append("not both directions were captured")
print("\n".join(bad))
sys.exit(1 if bad else 0)
PYTHON

/usr/bin/python3 tests/tools/check_captures.py "$dir/one" || fail 'a frame no case made wrong is wrong'

# Another seed is another run; the same directory is used again, and --json is the file.
family=$(sed -n 's/^ *"id": "\([a-z0-9_]*\)\/.*/\1/p' "$dir/one/report.json" | head -n 1)
run 0 --out "$dir/one" --seed 2 --json "$family/"
cmp -s "$dir/stdout" "$dir/one/report.json" || fail '--json does not print the report'
grep -q '"seed": 2' "$dir/one/report.json" || fail 'the report does not name its seed'
if grep '"id": "[a-z0-9_]*/' "$dir/one/report.json" | grep -qv "\"$family/"; then
	fail 'a case that was not selected is in the report'
fi
for file in "$dir"/one/capture/*; do
	case $file in */"$family".*) ;; *) fail "$file is left over from an earlier run" ;; esac
done
exit $failed
