#!/usr/bin/python3
"""conformance/CONTROL.md against what it describes: its table of errors is the device's list, its
methods are the schema's, its session obeys the schema, its example of region.fill follows from its
formula."""
import json
import pathlib
import re
import sys

import jsonschema

root = pathlib.Path(__file__).resolve().parents[2]
text = (root / "conformance/CONTROL.md").read_text()
schema = json.loads((root / "conformance/control.schema.json").read_text())
header = (root / "reference/soft/errors.h").read_text()
wrong = []


def check(good, what):
    if not good:
        wrong.append(what)


def validator(name):
    return jsonschema.Draft202012Validator({**schema, "oneOf": [{"$ref": "#/$defs/" + name}]})


def invalid(name, value):
    return "; ".join(e.message[:200] for e in validator(name).iter_errors(value))


listed = re.findall(r'X\((\w+), (-\d+), "([^"]*)"\)', header)
told = [(n, c, t) for c, n, t in re.findall(r"^\| (-\d+) \| (\w+) \| (.*) \|$", text, re.M)]
check(listed and listed == told, "the table of errors is not reference/soft/errors.h")
check(sorted(int(c) for _, c, _ in listed) == sorted(schema["$defs"]["error"]["properties"]["code"]["enum"]),
      "the schema's error codes are not reference/soft/errors.h")

methods = re.findall(r"^\| `([a-z.]+)` \|", text, re.M)
check(sorted(methods) == sorted(schema["$defs"]["params"]), "methods of text and schema differ")
check(sorted(methods) == sorted(schema["$defs"]["results"]), "results of the schema are incomplete")
used = re.findall(r'"([a-z.]+)"\)', (root / "reference/soft/device_private.h").read_text())
check(sorted(methods) == sorted(used), "methods of text and device differ")

lines = re.findall(r"^([<>]) (\{.*\})$", text, re.M)
check(len(lines) > 10 and len(lines) % 2 == 0, "the session is too short or not in pairs")
for (a, request), (b, answer) in zip(lines[::2], lines[1::2]):
    request, answer = json.loads(request), json.loads(answer)
    check((a, b) == (">", "<") and request["id"] == answer["id"], f"pair {request['id']}")
    check(not invalid("request", request), f"{request}: {invalid('request', request)}")
    check(not invalid("answer", answer), f"{answer}: {invalid('answer', answer)}")
    if "result" in answer:
        name = "results/" + request["method"]
        check(not invalid(name, answer["result"]), f"{answer}: {invalid(name, answer['result'])}")

BAD = [
    {"jsonrpc": "2.0", "id": 1, "method": "goodbye"},
    {"jsonrpc": "2.0", "method": "hello"},
    {"jsonrpc": "2.0", "id": 1, "method": "region.fill"},
    {"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {"x": 1}},
    {"jsonrpc": "2.0", "id": 1, "method": "region.register",
     "params": {"length": 1, "rights": [], "address": 5}},
    {"jsonrpc": "2.0", "id": 1, "method": "work.post",
     "params": {"connection": 1, "stream": 0, "id": 1, "kind": "SEND", "length": 0, "rkey": 1}},
]
for request in BAD:
    check(invalid("request", request), f"the schema takes {request}")

MASK = (1 << 64) - 1


def fill(seed, offset):
    x = ((seed + 1) * 0x9E3779B97F4A7C15 + offset) & MASK
    for _ in range(2):
        x = ((x ^ (x >> 32)) * 0xD6E8FEB86659FD93) & MASK
    return x >> 56


example = re.search(r"With seed 1 a region begins `([0-9a-f]+)`", text).group(1)
check(example == bytes(fill(1, o) for o in range(8)).hex(), "the example of region.fill")

for w in wrong:
    print("control_doc:", w)
print(f"control_doc: {len(lines)} lines of the session, {len(methods)} methods, {len(wrong)} wrong")
sys.exit(1 if wrong else 0)
