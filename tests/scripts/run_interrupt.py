#!/usr/bin/python3
"""SIGINT and SIGTERM end a run in order: exit status 4, a valid report of what there is, the rest
not run.  So that the signal comes in the middle for sure, the program's output goes to a pipe that
is full: it stands still at the end of its first case until the pipe is read."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

import jsonschema

PROGRAM = os.path.join(os.environ.get("BUILD", "build"), "plain/conformance")
failed = 0


def expect(what, seen, wanted):
    global failed
    if seen != wanted:
        failed += 1
        print(f"{what} is {seen!r}, expected {wanted!r}")


def full_pipe():
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    try:
        while True:
            os.write(writer, b"\n" * 4096)
    except BlockingIOError:
        pass
    os.set_blocking(writer, True)
    return reader, writer


def wait_for_case(journal):
    for _ in range(1000):
        if os.path.exists(journal) and b'"case_end"' in open(journal, "rb").read():
            return
        time.sleep(0.01)
    sys.exit("no case ended within 10 s")


def interrupted(directory, number):
    reader, writer = full_pipe()
    program = subprocess.Popen([PROGRAM, "run", "--wire", "sim", "--out", directory],
                               stdout=writer, stdin=subprocess.DEVNULL)
    os.close(writer)
    wait_for_case(os.path.join(directory, "journal.jsonl"))
    program.send_signal(number)
    with os.fdopen(reader, "rb") as pipe:
        text = pipe.read().decode()
    return program.wait(timeout=60), text


def check(number):
    with tempfile.TemporaryDirectory() as parent:
        directory = os.path.join(parent, "run")
        status, text = interrupted(directory, number)
        expect("exit status", status, 4)
        report = json.load(open(os.path.join(directory, "report.json")))
        schema = json.load(open("reports/schema/report.schema.json"))
        for error in jsonschema.Draft202012Validator(schema).iter_errors(report):
            expect("schema error", error.message, None)
        counts = report["summary"]["counts"]
        expect("complete", report["run"]["complete"], False)
        expect("a reason is given", report["run"]["reason"] != "", True)
        expect("some cases ran", counts["pass"] > 0, True)
        expect("some cases did not", counts["not_run"] > 0, True)
        expect("cases listed", len(report["cases"]), sum(counts.values()))
        expect("the person is told", "Incomplete" in text, True)
        environment = json.load(open(os.path.join(directory, "environment.json")))
        expect("status in environment.json", environment["exit_status"], 4)
        again = subprocess.run([PROGRAM, "run", "--wire", "sim", "--out", directory],
                               stdout=subprocess.DEVNULL, check=False)
        expect("exit status of a run in the same directory", again.returncode, 0)


for each in (signal.SIGINT, signal.SIGTERM):
    check(each)
sys.exit(1 if failed else 0)
