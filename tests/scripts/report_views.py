#!/usr/bin/python3
"""The views of a run, read by others: JUnit by an XML parser, TAP, OCP Test & Validation by their
rules, Markdown, HTML by a parser; once from made-up results (tests/tools/report_sample.c) and once
with texts a hostile device could have given.  What is expected is typed here.

OCPTV_CHECK may name a program that judges an ocptv.jsonl file, such as a schema validator."""
import copy
import html.parser
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

BUILD = os.environ.get("BUILD", "build") + "/plain/"
VIEWS = ["junit.xml", "report.tap", "summary.md", "ocptv.jsonl", "report.html"]
EXPECTED_TO_FAIL = "TO" + "DO"
failed = 0


def expect(what, seen, wanted):
    global failed
    if seen != wanted:
        failed += 1
        print(f"{what} is {seen!r}, expected {wanted!r}")


def run(*command):
    done = subprocess.run([BUILD + "conformance", *command], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def read(directory, name):
    with open(os.path.join(directory, name), encoding="utf-8") as f:
        return f.read()


# ---- JUnit ----

def check_junit(text):
    root = xml.etree.ElementTree.fromstring(text)
    expect("JUnit root", root.tag, "testsuites")
    for suite in [root] + list(root):
        cases = list(suite.iter("testcase"))
        for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            expect(f"JUnit {suite.get('name')} {name}", int(suite.get(name)),
                   sum(case.find(tag) is not None for case in cases))
        expect(f"JUnit {suite.get('name')} tests", int(suite.get("tests")), len(cases))
    for suite in root:
        expect("JUnit suite", suite.tag, "testsuite")
        expect("JUnit children", {child.tag for child in suite} - {"properties", "testcase"}, set())
    for case in root.iter("testcase"):
        expect("JUnit children of a case", {child.tag for child in case}
               - {"failure", "error", "skipped", "system-out"}, set())
        expect("JUnit time", re.fullmatch(r"\d+\.\d{6}", case.get("time")) is not None, True)
    return root


def check_junit_sample(text):
    root = check_junit(text)
    expect("JUnit counts", [root.get(k) for k in ("tests", "failures", "errors", "skipped")],
           ["7", "1", "3", "1"])
    cases = {case.get("name"): case for case in root.iter("testcase")}
    failure = cases["sack/made#1"].find("failure")
    expect("JUnit failure", (failure.get("type"), failure.get("message")),
           ("SACK-2", "ackh.cum_psn is 4, expected 5"))
    expect("JUnit failure text", failure.text,
           "cases/sack/made.c:17: ackh.cum_psn is 4, expected 5 (SACK-2) frame 3\n")
    expect("JUnit SHOULD", [child.tag for child in cases["enc/made#2"]], ["system-out"])
    expect("JUnit inconclusive", cases["sack/made#3"].find("error").get("type"), "inconclusive")
    expect("JUnit not run", cases["sack/made#6"].find("error").get("message"), "made up 6")
    expect("JUnit class", cases["sack/made#1"].get("classname"), "metaroce-conformance.sack")
    expect("JUnit duration", cases["sack/made#1"].get("time"), "0.000250")


# ---- TAP 14 ----

def check_tap(text):
    """Returns [(ok, description, directive)]."""
    lines = text.splitlines()
    expect("TAP version", lines[0], "TAP version 14")
    plan = int(re.fullmatch(r"1\.\.(\d+)", lines[1]).group(1))
    points, block = [], None
    for line in lines[2:]:
        point = re.fullmatch(r"(ok|not ok) (\d+) - ((?:[^\\#]|\\[\\#])*?)(?: # (\w+)(.*))?", line)
        if line == "  ---":
            expect("TAP block in a block", block, None)
            block = []
        elif line == "  ...":
            expect("TAP block is open", block is not None, True)
            block = None
        elif block is not None:
            known = re.fullmatch(r'  (    |  - |  )?(  )?\w+:( "([^"\\]|\\["\\])*"| \d+)?', line)
            expect(f"TAP block line {line!r} is known", known is not None, True)
        else:
            expect(f"TAP line {line!r} is a point", point is not None, True)
            if point:
                expect("TAP number", int(point.group(2)), len(points) + 1)
                points.append((point.group(1) == "ok", point.group(3), point.group(4)))
    expect("TAP blocks are closed", block, None)
    expect("TAP plan", plan, len(points))
    return points


def check_tap_sample(text):
    expect("TAP points", check_tap(text), [
        (True, "sack/made\\#0", None), (False, "sack/made\\#1", None),
        (False, "enc/made\\#2", EXPECTED_TO_FAIL), (False, "sack/made\\#3", None),
        (False, "sack/made\\#4", None), (True, "sack/made\\#5", "SKIP"),
        (False, "sack/made\\#6", None)])
    expect("TAP value", '      seen: "4"\n' in text, True)


# ---- OCP Test & Validation 2.0 ----

END_PAIRS = {("COMPLETE", "PASS"), ("COMPLETE", "FAIL"), ("ERROR", "NOT_APPLICABLE"),
             ("SKIP", "NOT_APPLICABLE")}
CHILDREN = {"testStepStart", "testStepEnd", "measurement", "diagnosis", "error", "log", "file",
            "extension"}


def has_null(value):
    if isinstance(value, dict):
        return any(has_null(v) for v in value.values())
    return value is None


def check_step(steps, body):
    """Children of one step in order, from its start to its end."""
    kind = (set(body) - {"testStepId"}).pop()
    expect("OCPTV child", (len(body), kind in CHILDREN), (2, True))
    step = steps.setdefault(body["testStepId"], [])
    expect("OCPTV step starts once, first", kind == "testStepStart", not step)
    expect("OCPTV step goes on after its end",
           any("testStepEnd" in child for child in step), False)
    if kind not in ("extension",):
        expect(f"OCPTV null in {kind}", has_null(body[kind]), False)
    if kind in ("diagnosis", "error"):
        expect(f"OCPTV {kind} has a message", bool(body[kind].get("message")), True)
    if kind == "file":
        expect("OCPTV file has a description", bool(body[kind].get("description")), True)
    for validator in body.get("measurement", {}).get("validators", []):
        expect("OCPTV validator agrees with the failure",
               validator["value"] != body["measurement"]["value"], True)
    step.append(body)


def check_ocptv(text):
    """Returns (run start, steps by id, run end)."""
    lines = [json.loads(line) for line in text.splitlines()]
    expect("OCPTV numbers", [line["sequenceNumber"] for line in lines], list(range(len(lines))))
    stamps = [line["timestamp"] for line in lines]
    expect("OCPTV stamps", [s for s in stamps if not re.fullmatch(
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", s)], [])
    expect("OCPTV stamps in order", stamps, sorted(stamps))
    for line in lines:
        expect("OCPTV members", len(line), 3)
    expect("OCPTV first line", lines[0]["schemaVersion"], {"major": 2, "minor": 0})
    start = lines[1]["testRunArtifact"]["testRunStart"]
    end = lines[-1]["testRunArtifact"]["testRunEnd"]
    expect("OCPTV run start", {"name", "version", "commandLine", "parameters", "dutInfo"} - set(start),
           set())
    expect("OCPTV end pair", (end["status"], end["result"]) in END_PAIRS, True)
    steps = {}
    for line in lines[2:-1]:
        check_step(steps, line["testStepArtifact"])
    for name, step in steps.items():
        expect(f"OCPTV step {name} ends", "testStepEnd" in step[-1], True)
    return start, steps, end


def check_ocptv_sample(directory):
    start, steps, end = check_ocptv(read(directory, "ocptv.jsonl"))
    expect("OCPTV end", end, {"status": "COMPLETE", "result": "FAIL"})
    expect("OCPTV device", start["dutInfo"], {"dutInfoId": "dut0"})
    seen = {}
    for step in steps.values():
        name = step[0]["testStepStart"]["name"]
        seen[name] = ([(child["diagnosis"]["verdict"], child["diagnosis"]["type"])
                       for child in step if "diagnosis" in child],
                      sum("error" in child for child in step), step[-1]["testStepEnd"]["status"])
    expect("OCPTV steps", seen, {
        "sack/made#0": ([("conformance-pass", "PASS")], 0, "COMPLETE"),
        "sack/made#1": ([("conformance-fail-sack-2", "FAIL")], 0, "COMPLETE"),
        "enc/made#2": ([("conformance-pass-should-not-met", "PASS")], 0, "COMPLETE"),
        "sack/made#3": ([("conformance-inconclusive", "UNKNOWN")], 0, "COMPLETE"),
        "sack/made#4": ([], 1, "ERROR"),
        "sack/made#5": ([], 0, "SKIP"),
        "sack/made#6": ([], 0, "SKIP")})
    judge = os.environ.get("OCPTV_CHECK")
    if judge:
        path = os.path.join(directory, "ocptv.jsonl")
        expect("OCPTV_CHECK", subprocess.run(["/usr/bin/python3", judge, path]).returncode, 0)


# ---- Markdown and HTML ----

def check_markdown(text):
    expect("Markdown is bare but for <code>",
           [tag for tag in re.findall(r"<[^>]*>?", text) if tag not in ("<code>", "</code>")], [])
    columns = None
    for line in text.splitlines():
        if not line.startswith("|"):
            columns = None
            continue
        expect(f"Markdown columns of {line[:60]!r}", line.count("|"), columns or line.count("|"))
        columns = line.count("|")


class Page(html.parser.HTMLParser):
    VOID = {"meta", "link", "line", "polygon", "rect", "br"}

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.tags, self.text = [], [], [], [], ""

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        expect(f"handlers on <{tag}>", [n for n in names if n.startswith("on") or n == "style"], [])
        expect(f"<{tag}> loads", [n for n in names if n in ("src", "srcset", "data")], [])
        expect(f"attributes of <{tag}> are said once", len(names), len(set(names)))
        self.tags.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attributes:
            if name == "id":
                self.ids.append(value)
            if name == "href":
                self.links.append(value)

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            expect("HTML closes", tag, self.open.pop() if self.open else None)

    def handle_data(self, data):
        self.text += data


def check_html(text):
    page = Page()
    page.feed(text)
    page.close()
    expect("HTML elements left open", page.open, [])
    expect("HTML ids twice", {i for i in page.ids if page.ids.count(i) > 1}, set())
    expect("HTML elements", set(page.tags) & {"img", "iframe", "object", "embed", "form", "b"}, set())
    expect("HTML scripts", page.tags.count("script"), 1)
    for link in page.links:
        ok = link[1:] in page.ids if link.startswith("#") else \
            link == "data:," or re.fullmatch(r"capture/[A-Za-z0-9._-]+\.pcapng", link)
        expect(f"HTML link {link!r} is known", bool(ok), True)
    return page


def check_html_sample(text):
    page = check_html(text)
    for wanted in ("Not conformant", "1 MUST clause is broken", "1 SHOULD clause is not met",
                   "Bit i of sack is 1 if and only if", "ackh.cum_psn", "cases/sack/made.c:17",
                   "made up 5", "timing not judged: bound 10 us", "??[2J", "WRITE path"):
        expect(f"HTML says {wanted!r}", wanted in page.text, True)
    expect("HTML ladders", page.tags.count("svg"), 2)
    # Three frames and their heads: the third frame's finding is marked in ladder, fields and bytes.
    expect("HTML marks in bytes", len(re.findall(r"<mark>00</mark>|<mark>00 00 05</mark>", text)), 1)


# ---- hostile texts ----

HOSTILE = ("<script>alert(1)</script>]]>&lt;\"'><img src=x onerror=alert(1)> | `x` @a #1 \\ \u202e"
           "\n...\nok 9 - owned\n  ---\nhttps://x \x1b[2J \U000e0041 \\")


def hostile(report):
    bad = copy.deepcopy(report)
    bad["dut"] = {"name": HOSTILE, "version": HOSTILE, HOSTILE: HOSTILE}
    bad["run"]["reason"] = HOSTILE
    bad["run"]["wire"] = HOSTILE
    bad["run"]["selectors"] = [HOSTILE]
    bad["suite"]["version"] = HOSTILE
    bad["fingerprint"] = {HOSTILE: HOSTILE}
    for row in bad["clauses"]:
        row["level"] = row["role"] = HOSTILE
    for case in bad["cases"]:
        case["reason"] = case["level"] = case["role"] = case["kind"] = HOSTILE
        case["id"] += HOSTILE
        case["notes"] = [HOSTILE]
        for failure in case["failures"]:
            failure.update(field=HOSTILE, expected=HOSTILE, seen=HOSTILE + "x", judge=HOSTILE,
                           file=HOSTILE)
    bad["cases"][2]["evidence"]["file"] = "../" * 9 + "etc/passwd"
    return bad


def check_hostile(directory):
    page = check_html(read(directory, "report.html"))
    expect("HTML shows the text as text", "<script>alert(1)</script>" in page.text, True)
    expect("HTML shows no other file", "No capture was kept." in page.text, True)
    root = check_junit(read(directory, "junit.xml"))
    expect("JUnit cases", len(list(root.iter("testcase"))), 7)
    expect("TAP points", [ok for ok, _, _ in check_tap(read(directory, "report.tap"))],
           [True, False, False, False, False, True, False])
    check_markdown(read(directory, "summary.md"))
    start, steps, _ = check_ocptv(read(directory, "ocptv.jsonl"))
    expect("OCPTV steps", len(steps), 7)
    expect("command for a shell", shlex.split(start["commandLine"]),
           ["conformance", "run", "--wire", HOSTILE, "--seed", "7", "--planes", "2", "--ip", "4",
            HOSTILE])
    for name in VIEWS:
        text = read(directory, name)
        expect(f"unseen characters in {name}",
               [c for c in text if c in "\x1b\u202e\U000e0041"], [])


# ---- compare ----

def check_compare(one, two):
    expect("compare with itself", run("compare", one, one + "/report.json")[0], 0)
    code, out, _ = run("compare", one, two)
    expect("compare with another", code, 1)
    expect("compare's last line", out.splitlines()[-1],
           "cases: 0 worse, 0 better, 0 changed, 7 appeared, 7 vanished; clauses: 0 worse, "
           "0 better, 0 changed, 0 appeared, 0 vanished; fingerprint: 1 changed.")
    expect("compare prints controls", [c for c in out if c < " " and c != "\n"], [])
    page = os.path.join(two, "compare.html")
    code, out, _ = run("compare", "--json", "--html", page, one, two)
    expect("compare --json", (code, json.loads(out)["equal"]), (1, False))
    with open(page, encoding="utf-8") as f:
        text = f.read()
    expect("compare's page holds no script", "<script" in text.lower(), False)
    expect("compare without a report", run("compare", one, "/nowhere")[0], 2)
    expect("compare one", run("compare", one)[0], 2)


def check_same(top):
    """Two runs of one seed in different places: the views are the same to the byte."""
    where = [os.path.join(top, "here"), os.path.join(top, "over", "there")]
    for directory in where:
        code, _, errors = run("run", "--wire", "sim", "--quiet", "--out", directory, "sack/", "ack/")
        expect(f"run --wire sim ({errors})", code, 0)
    for view in VIEWS:
        expect(f"{view} of two runs is the same", read(where[0], view) == read(where[1], view), True)
    check_html(read(where[0], "report.html"))
    check_junit(read(where[0], "junit.xml"))
    check_tap(read(where[0], "report.tap"))
    check_ocptv(read(where[0], "ocptv.jsonl"))
    check_markdown(read(where[0], "summary.md"))
    expect("compare two runs of one seed", run("compare", *where)[0], 0)


with tempfile.TemporaryDirectory() as top:
    one, two = os.path.join(top, "one"), os.path.join(top, "two")
    os.makedirs(one + "/capture")
    subprocess.run([BUILD + "tests/report_sample", one], check=True, stdout=subprocess.DEVNULL)
    check_junit_sample(read(one, "junit.xml"))
    check_tap_sample(read(one, "report.tap"))
    check_ocptv_sample(one)
    check_markdown(read(one, "summary.md"))
    expect("Markdown title", read(one, "summary.md").splitlines()[0], "# Not conformant")
    check_html_sample(read(one, "report.html"))

    shutil.copytree(one, two)
    for view in VIEWS:
        os.unlink(os.path.join(two, view))
    expect("report", run("report", two)[0], 0)
    for view in VIEWS:
        expect(f"{view} made again is the same", read(one, view) == read(two, view), True)
    expect("report.json is left alone", read(one, "report.json") == read(two, "report.json"), True)

    with open(two + "/report.json", "w", encoding="utf-8") as f:
        json.dump(hostile(json.loads(read(one, "report.json"))), f)
    expect("report of a hostile report", run("report", two)[0], 0)
    check_hostile(two)
    check_compare(one, two)
    check_same(top)
    expect("report of nothing", run("report", top)[0], 2)
    expect("report without a directory", run("report")[0], 2)
    with open(two + "/report.json", "w", encoding="utf-8") as f:
        f.write("{}")
    expect("report of another file", run("report", two)[0], 2)
    expect("a view of old", os.path.exists(two + "/report.html"), True)
sys.exit(1 if failed else 0)
