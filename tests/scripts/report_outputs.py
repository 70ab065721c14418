#!/usr/bin/python3
"""What the report writers put on disk, read by others: report.json by its JSON schema, captures
by tshark, both written twice and compared.  The results come from tests/tools/report_sample.c;
what is expected of them is typed here."""
import copy
import hashlib
import json
import os
import subprocess
import sys
import tempfile

import jsonschema

SAMPLE = os.path.join(os.environ.get("BUILD", "build"), "plain/tests/report_sample")
SCHEMA = "reports/schema/report.schema.json"
failed = 0


def expect(what, seen, wanted):
    global failed
    if seen != wanted:
        failed += 1
        print(f"{what} is {seen!r}, expected {wanted!r}")


def files(directory):
    found = {}
    for parent, _, names in os.walk(directory):
        for name in names:
            path = os.path.join(parent, name)
            with open(path, "rb") as f:
                found[os.path.relpath(path, directory)] = f.read()
    return found


def write(directory):
    os.mkdir(os.path.join(directory, "capture"))
    subprocess.run([SAMPLE, directory], check=True, stdout=subprocess.DEVNULL)
    return files(directory)


def tshark(path, *fields):
    command = ["tshark", "-r", path, "-o", "ip.check_checksum:TRUE", "-o", "udp.check_checksum:TRUE",
               "-T", "fields"]
    for field in fields:
        command += ["-e", field]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [line.split("\t") for line in out.splitlines()]


def check_schema(report):
    with open(SCHEMA, encoding="utf-8") as f:
        schema = json.load(f)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for error in validator.iter_errors(report):
        expect("schema error at " + "/".join(map(str, error.path)), error.message, None)

    def refuses(what, change):
        bad = copy.deepcopy(report)
        change(bad)
        expect(f"schema accepts a report {what}", validator.is_valid(bad), False)

    refuses("without a summary", lambda r: r.pop("summary"))
    refuses("of another version", lambda r: r.update(schema_version=2))
    refuses("with wall time in sim", lambda r: r["run"].update(started="2026-01-01T00:00:00Z"))
    refuses("with an unknown verdict", lambda r: r["cases"][0].update(verdict="passed"))
    refuses("with a pass that has failures",
            lambda r: r["cases"][0].update(failures=r["cases"][1]["failures"]))
    refuses("with a fail that has none", lambda r: r["cases"][1].update(failures=[]))
    refuses("with a failure without clause", lambda r: r["cases"][1]["failures"][0].pop("clause"))
    refuses("with an inconclusive without reason", lambda r: r["cases"][3].update(reason=""))
    refuses("with a path that leaves the directory",
            lambda r: r["cases"][0]["evidence"].update(file="../x.pcapng"))
    refuses("without a count", lambda r: r["summary"]["counts"].pop("error"))


def check_report(report, written):
    expect("order of keys", list(report), ["schema_version", "suite", "run", "dut", "summary",
                                           "clauses", "cases", "fingerprint"])
    expect("summary", report["summary"], {
        "verdict": "fail",
        "counts": {"pass": 1, "fail": 1, "inconclusive": 1, "not_applicable": 1, "error": 1,
                   "not_run": 1},
        "should_failures": 1})
    rows = {row["id"]: row for row in report["clauses"]}
    expect("SACK-2", rows["SACK-2"]["verdict"], "fail")
    expect("PSN-4", rows["PSN-4"]["verdict"], "error")
    expect("ENC-3", rows["ENC-3"]["verdict"], "fail")
    expect("ENC-3's level", rows["ENC-3"]["level"], "SHOULD")
    expect("SACK-2's source", rows["SACK-2"]["source"], "profile after S24")
    expect("ROB-1", rows["ROB-1"]["verdict"], "not_tested")
    named = 0
    for case in report["cases"]:
        file = case["evidence"]["file"]
        if file is None:
            continue
        named += 1
        expect(f"digest of {file}", case["evidence"]["sha256"],
               hashlib.sha256(written[file]).hexdigest())
    expect("captures named", named, 5)
    expect("captures there", sum(name.endswith(".pcapng") for name in written), 5)


def check_capture(path):
    rows = tshark(path, "frame.time_epoch", "frame.interface_name",
                  "frame.packet_flags_direction", "frame.comment", "frame.len", "_ws.malformed",
                  "ip.checksum.status", "udp.checksum.status")
    expect("frames of a capture", rows, [
        ["1.000000007", "port1", "0x00000002", "step 0: WRITE", "102", "", "1", "1"],
        ["2.000000014", "port0", "0x00000002", "", "118", "", "", "1"],
        ["3.000000021", "port1", "0x00000001", "step 3: cum_psn is 4, expected 5", "130", "", "1",
         "1"]])


def check_journal(text):
    lines = [json.loads(line) for line in text.decode().splitlines()]
    expect("journal of the first case", [line["event"] for line in lines[:3]],
           ["case_begin", "pause", "case_end"])
    expect("verdicts in the journal",
           [line["verdict"] for line in lines if line["event"] == "case_end"],
           ["pass", "fail", "fail", "inconclusive", "error", "not_applicable", "not_run"])


with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
    first, second = write(one), write(two)
    expect("a second writing", {k for k in first if first[k] != second.get(k)}, set())
    expect("files left over", [name for name in first if name.endswith(".tmp")], [])
    parsed = json.loads(first["report.json"])
    check_schema(parsed)
    check_report(parsed, first)
    check_capture(os.path.join(one, "capture/sack.made-1.pcapng"))
    check_journal(first["journal.jsonl"])
sys.exit(1 if failed else 0)
