#!/usr/bin/python3
"""Real exchanges with the bundled device, every method, good calls and refused ones, each checked
against conformance/control.schema.json; and the session of conformance/CONTROL.md, whose answers
must have the members the text shows."""
import json
import os
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "tests/tools"))

import jsonschema
from image import Device, run

IMAGE = os.path.abspath(os.path.join(os.environ.get("BUILD", "build"), "plain/device.so"))
SCHEMA = json.loads((root / "conformance/control.schema.json").read_text())
RIGHTS = ["remote_write", "remote_read", "remote_atomic"]
wrong = []


def validator(name):
    return jsonschema.Draft202012Validator({**SCHEMA, "oneOf": [{"$ref": "#/$defs/" + name}]})


def errors(name, value):
    return [e.message[:300] for e in validator(name).iter_errors(value)]


def check(device):
    for request, answer in device.exchanges:
        found = errors("request", request) + errors("answer", answer)
        if "result" in answer:
            found += errors("results/" + request["method"], answer["result"])
        wrong.extend(f"{request}: {e}" for e in found)


def address(family, last, plane):
    return f"192.0.{plane}.{last}" if family == 4 else f"2001:db8:{plane}::{last}"


def device(last, seed, planes):
    """Plane 1 is in VLAN 5."""
    return Device(IMAGE, {"seed": seed, "planes": [
        {"mac": f"02:00:00:00:0{p}:0{last}", "ip": [address(4, last, p), address(6, last, p)],
         "vlan": 5 * p} for p in range(planes)]})


def connect(a, b, family, planes):
    sides = [(d, d.call("connection.open", {"params": {"paths": 3, "mtu": 512}, "family": family}))
             for d in (a, b)]
    for (d, own), (_, peer), last in zip(sides, reversed(sides), (2, 1)):
        d.call("connection.connect", {"connection": own["connection"], "peer": {
            "conn_id": peer["conn_id"], "initial_psn": peer["initial_psn"],
            "planes": [{"ip": address(family, last, p)} for p in range(planes)]}})
    return [s[1]["connection"] for s in sides]


def check_ports(family, planes, frames):
    """Every frame is on the port of its plane: MAC addresses, tag, EtherType, addresses."""
    kind = b"\x08\0" if family == 4 else b"\x86\xdd"
    seen = {port for port, frame in frames}
    if seen != set(range(planes)):
        wrong.append(f"family {family}: frames on ports {seen}")
    for port, frame in frames:
        head = frame[12:16] == b"\x81\0\0\5" and frame[16:18] or frame[12:14]
        if head == b"\x08\x06":
            continue
        tagged = frame[12:14] == b"\x81\0"
        if frame[10] != port or tagged != (port == 1) or head != kind:
            wrong.append(f"family {family}: port {port} carries {frame[:18].hex()}")
            return


def talk(family, planes):
    a, b = device(1, 1, planes), device(2, 2, planes)
    for d in (a, b):
        d.call("hello")
        d.call("reset", {"seed": 5})
    target = a.call("region.register", {"length": 1 << 16, "rights": RIGHTS})
    source = b.call("region.register", {"length": 1 << 16, "rights": RIGHTS, "domain": 0,
                                        "address": "0xffff800000000000", "rkey": 5})
    ca, cb = connect(a, b, family, planes)
    b.call("region.fill", {"region": source["region"], "seed": 3, "offset": 0, "length": 40000})
    a.call("region.write", {"region": target["region"], "offset": 4, "data": "00ff"})
    got = a.call("region.read", {"region": target["region"], "offset": 3, "length": 4})
    if got != {"data": "0000ff00"}:
        wrong.append(f"read after write: {got}")
    for i in range(3):
        a.call("receive.post", {"connection": ca, "stream": 1, "id": i, "region": target["region"],
                                "offset": 50000 + 100 * i, "length": 100})
    remote = {"address": target["address"], "rkey": target["rkey"]}
    local = {"connection": cb, "region": source["region"]}
    b.call("work.post", {**local, **remote, "stream": 0, "id": 1, "kind": "WRITE", "offset": 0,
                         "length": 40000})
    b.call("work.post", {**local, **remote, "stream": 1, "id": 2, "kind": "WRITE", "length": 0,
                         "immediate": 7, "solicited": True})
    b.call("work.post", {**local, "stream": 1, "id": 3, "kind": "SEND", "offset": 9, "length": 90})
    count = 3
    extra = [
        ("READ", {"offset": 41000, "length": 9000, "fence": True}),
        ("FADD", {"offset": 60000, "swap_or_add": "0x1"}),
        ("CSWAP", {"offset": 60008, "swap_or_add": "0x1", "compare": "0xffffffffffffffff"}),
    ]
    ops = b.call("hello")["ics"]["ops"]
    for kind, members in extra:
        answer = b.ask("work.post", {**local, **remote, "stream": 0, "id": count + 1, "kind": kind,
                                     **members})
        has = ("READ" if kind == "READ" else "ATOMIC") in ops
        if has != ("result" in answer) or (not has and answer["error"]["code"] != -32001):
            wrong.append(f"{kind} with ops {ops}: {answer}")
        count += has
    frames = []
    now = run(a, b, 0, 500_000_000, frames)
    check_ports(family, planes, frames)
    got = b.call("completion.poll", {"max": 100}, now)["completions"]
    if sorted((c["id"], c["status"]) for c in got) != [(i + 1, "SUCCESS") for i in range(count)]:
        wrong.append(f"family {family}: work completed as {got}")
    got = a.call("completion.poll", {}, now)["completions"]
    if [(c["id"], c.get("immediate"), c["length"]) for c in got] != [(0, 7, 0), (1, None, 90)]:
        wrong.append(f"family {family}: receives completed as {got}")
    ranges = {"ranges": [[8, 39992]]}
    seen = a.call("region.digest", {"region": target["region"], **ranges})
    if seen != b.call("region.digest", {"region": source["region"], **ranges}):
        wrong.append(f"family {family}: the WRITE's bytes differ")
    paths = b.call("path.query", {"connection": cb}, now)["paths"]
    if len(paths) != 3 or not all(p["sent"] > 0 and p["state"] == "live" for p in paths):
        wrong.append(f"family {family}: paths are {paths}")
    b.call("path.repath", {"connection": cb, "path": 0}, now)
    b.call("path.fail", {"connection": cb, "path": 1}, now)
    if b.call("path.query", {"connection": cb}, now)["paths"][1]["state"] != "failed":
        wrong.append(f"family {family}: the failed path is not failed")
    if a.call("counters")["counters"]["rx_accepted"] < 80:
        wrong.append(f"family {family}: counters {a.call('counters')}")
    b.call("connection.close", {"connection": cb, "reason": "ADMINISTRATIVE"}, now)
    now = run(a, b, now, now + 100_000_000)
    for d in (a, b):
        kinds = [c["kind"] for c in d.call("completion.poll", {}, now)["completions"]]
        if kinds[-1:] != ["closed"]:
            wrong.append(f"family {family}: the close completed as {kinds}")
    a.call("region.deregister", {"region": target["region"]}, now)
    for method, params in (("region.read", {"region": 99, "offset": 0, "length": 1}),
                           ("connection.open", {"params": {"paths": 257}}),
                           ("path.fail", {"connection": 99, "path": 0})):
        if "error" not in a.ask(method, params):
            wrong.append(f"{method} {params} was not refused")
    check(a)
    check(b)
    return {r["method"] for d in (a, b) for r, _ in d.exchanges}


def shape(value):
    """Members, and whether there are any elements, but no values."""
    if isinstance(value, dict):
        return {k: shape(v) for k, v in value.items() if k not in ("ranges", "params", "data")}
    return type(value).__name__


def session_of_the_text():
    text = (root / "conformance/CONTROL.md").read_text()
    lines = [json.loads(line) for line in re.findall(r"^[<>] (\{.*\})$", text, re.M)]
    d = device(2, 1, 1)
    for request, told in zip(lines[::2], lines[1::2]):
        seen = d.line(json.dumps(request))
        told.get("result", {}).pop("completions", None)
        seen.get("result", {}).pop("completions", None)
        if shape(seen) != shape(told) and request["method"] != "region.read":
            hello = request["method"] == "hello"
            if not hello or set(told["result"]["ics"]) - set(seen["result"]["ics"]):
                wrong.append(f"CONTROL.md, request {request['id']}: {seen}")


used = talk(4, 1) | talk(6, 1) | talk(4, 2) | talk(6, 2)
missing = set(SCHEMA["$defs"]["params"]) - used
if missing:
    wrong.append(f"methods never called: {missing}")
session_of_the_text()
for w in wrong:
    print("soft_exchanges:", w)
print(f"soft_exchanges: {len(used)} methods over IPv4 and IPv6, {len(wrong)} wrong")
sys.exit(1 if wrong else 0)
