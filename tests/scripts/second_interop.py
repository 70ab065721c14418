#!/usr/bin/python3
"""Two implementations with no line in common, the bundled device and tests/second, work for each
other through a relay that loses, doubles and delays frames: every operation must end well and all
bytes arrive.  No tester is involved.  Runs itself in network namespaces of its own."""
import json
import os
import random
import select
import socket
import struct
import subprocess
import sys
import threading
import time

BUILD = os.environ.get("BUILD", "build")
SOFT = [os.path.join(BUILD, "plain/conformance"), "soft", "--port", "a1"]
SECOND = ["unshare", "-n", "sh", "-c", "read go && ip link set b1 up && exec /usr/bin/python3 "
          "tests/second/device.py"]
SEED = int(os.environ.get("SEED", "1"))
ROUNDS, STREAMS, TIMEOUT = 40, 4, 45
PARAMS = {"paths": 4, "streams": STREAMS, "mtu": 1024, "rto_min": 60000, "rto_init": 60000,
          "rto_max": 500000, "ack_delay": 5000, "retry_limit": 15}
MOST = 3000            # bytes of a message; those of one side lie apart
OTHERS = 0x20000       # where in a region the messages of the other side begin
SIZE = 0x40000


def expect(good, what):
    if not good:
        sys.exit(f"second_interop (SEED={SEED}): {what}")


def enter_namespace():
    if os.environ.get("SECOND_INTEROP_INSIDE"):
        return
    flags = "-n" if os.geteuid() == 0 else "-Urn"
    if subprocess.run(["unshare", flags, "true"], stderr=subprocess.DEVNULL).returncode:
        print("second_interop: skipped, this host forbids network namespaces")
        sys.exit(0)
    os.environ["SECOND_INTEROP_INSIDE"] = "1"
    os.execvp("unshare", ["unshare", flags, sys.executable, os.path.abspath(__file__)])


class Side:
    """One device and its control."""

    def __init__(self, child):
        self.child, self.id, self.done = child, 0, []

    def call(self, method, **params):
        self.id += 1
        line = json.dumps({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params})
        self.child.stdin.write(line.encode() + b"\n")
        self.child.stdin.flush()
        answer = json.loads(self.child.stdout.readline() or b"{}")
        expect("result" in answer, f"{method}: {answer}")
        return answer["result"]

    def set_up(self, initial):
        self.ip = self.call("hello")["planes"][0]["ip"][0]
        self.region = self.call("region.register", length=SIZE, rights=[
            "remote_write", "remote_read", "remote_atomic"])
        self.expected = bytearray(SIZE)
        self.opened = self.call("connection.open", params=PARAMS, initial_psn=initial)

    def connect(self, other):
        self.call("connection.connect", connection=self.opened["connection"], peer={
            "conn_id": other.opened["conn_id"], "initial_psn": other.opened["initial_psn"],
            "planes": [{"ip": other.ip}]})

    def poll(self):
        self.done += self.call("completion.poll")["completions"]
        return self.done

    def fill(self, at, data):
        self.expected[at:at + len(data)] = data
        self.call("region.write", region=self.region["region"], offset=at, data=data.hex())

    def memory(self):
        return bytes.fromhex(self.call("region.read", region=self.region["region"], offset=0,
                                       length=SIZE)["data"])


class Relay(threading.Thread):
    """Between a0 and b0; 3 of 100 IP frames are lost, 2 doubled, 5 held back."""

    def __init__(self):
        super().__init__(daemon=True)
        self.random = random.Random(SEED)
        self.sockets = [socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
                        for _ in range(2)]
        for s, name in zip(self.sockets, ("a0", "b0")):
            s.bind((name, 0))
            s.setsockopt(263, 23, 1)  # PACKET_IGNORE_OUTGOING
        self.held, self.frames, self.lost = [], 0, 0

    def take(self, frame, out):
        fate = self.random.randrange(100) if frame[12:14] == b"\x08\x00" else 99
        self.frames += 1
        if fate < 3:
            self.lost += 1
        elif fate < 8:
            self.held.append((time.monotonic() + 0.004, frame, out))
        else:
            out.send(frame)
            if fate < 10:
                out.send(frame)

    def run(self):
        try:
            self.relay()
        except OSError:
            pass  # a device has ended, its port with it

    def relay(self):
        while True:
            ready, _, _ = select.select(self.sockets, [], [], 0.002 if self.held else None)
            for s in ready:
                self.take(s.recv(1 << 14), self.sockets[1 - self.sockets.index(s)])
            while self.held and self.held[0][0] <= time.monotonic():
                _, frame, out = self.held.pop(0)
                out.send(frame)


def message(draw):
    return draw.randbytes(draw.choice((0, 1, 7, 1023, 1024, 1025, draw.randrange(MOST))))


def post(own, other, kind, number, stream, draw, base):
    """One piece of work; the bytes it must leave on either side go into `expected`."""
    at = base + number * MOST
    data = message(draw)
    work = {"connection": own.opened["connection"], "stream": stream, "id": number, "kind": kind,
            "region": own.region["region"], "offset": at, "length": len(data)}
    if kind == "READ":
        other.fill(at, data)
        own.expected[at:at + len(data)] = data
    else:
        own.fill(at, data)
        other.expected[at:at + len(data)] = data
    if kind == "SEND":
        other.call("receive.post", connection=other.opened["connection"], stream=stream,
                   id=number, region=other.region["region"], offset=at, length=MOST)
        if number % 2:
            work["immediate"] = number
    else:
        work["address"] = hex(int(other.region["address"], 16) + at)
        work["rkey"] = other.region["rkey"]
    own.call("work.post", **work)


def atomics(own, other, at):
    """On 8 bytes: + 5, + 2^64 - 2, 3 -> 10, 4 -> 11 (not taken); the values before go to own."""
    remote = {"address": hex(int(other.region["address"], 16) + at), "rkey": other.region["rkey"]}
    steps = (("FADD", {"swap_or_add": "0x5"}), ("FADD", {"swap_or_add": "0xfffffffffffffffe"}),
             ("CSWAP", {"swap_or_add": "0xa", "compare": "0x3"}),
             ("CSWAP", {"swap_or_add": "0xb", "compare": "0x4"}))
    for k, (kind, more) in enumerate(steps):
        own.call("work.post", connection=own.opened["connection"], stream=0, id=1000 + k,
                 kind=kind, region=own.region["region"], offset=at - 40 + 8 * k, **remote, **more)
    for k, before in enumerate((0, 5, 3, 10)):
        own.expected[at - 40 + 8 * k:at - 32 + 8 * k] = struct.pack("=Q", before)
    other.expected[at:at + 8] = struct.pack("=Q", 10)
    return len(steps)


def start():
    for pair in "ab":
        subprocess.run(["ip", "link", "add", pair + "0", "type", "veth", "peer", pair + "1"],
                       check=True)
        subprocess.run(["ip", "link", "set", pair + "0", "up"], check=True)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    second = subprocess.Popen(SECOND, **pipes)
    while os.readlink(f"/proc/{second.pid}/ns/net") == os.readlink("/proc/self/ns/net"):
        time.sleep(0.01)
    subprocess.run(["ip", "link", "set", "b1", "netns", str(second.pid)], check=True)
    subprocess.run(["ip", "link", "set", "a1", "up"], check=True)
    second.stdin.write(b"go\n")
    options = {"planes": [{"mac": "02:00:00:00:00:01", "ip": ["192.0.2.1"]}]}
    soft = subprocess.Popen(SOFT + ["--options", json.dumps(options)], **pipes)
    return Side(soft), Side(second)


def main():
    enter_namespace()
    soft, second = start()
    relay, draw = Relay(), random.Random(SEED)
    relay.start()
    soft.set_up([5, 0xFFFFFF, 0, 0xFFFFF0])  # some PSNs wrap
    second.set_up([0xFFFFFE, 1, 2, 0xFFFFF8])
    soft.connect(second)
    second.connect(soft)
    wanted, received = [ROUNDS, ROUNDS], [0, 0]
    for n in range(ROUNDS):
        stream = draw.randrange(STREAMS)
        kinds = [draw.choice(("SEND", "WRITE", "READ")) for _ in "12"]
        post(soft, second, kinds[0], n, stream, draw, 0)
        post(second, soft, kinds[1], n, stream, draw, OTHERS)
        received[1] += kinds[0] == "SEND"
        received[0] += kinds[1] == "SEND"
    wanted[0] += atomics(soft, second, SIZE - 104)
    wanted[1] += atomics(second, soft, SIZE - 200)
    end = time.monotonic() + TIMEOUT
    for side, works, receives in zip((soft, second), wanted, received):
        while len(side.poll()) < works + receives and time.monotonic() < end:
            time.sleep(0.02)
        bad = [c for c in side.done if c["status"] != "SUCCESS"]
        kinds = [c["kind"] for c in side.done]
        expect(not bad and kinds.count("work") == works and kinds.count("receive") == receives,
               f"{kinds.count('work')} of {works} works, {kinds.count('receive')} of {receives} "
               f"receives, bad: {bad[:2]}")
        expect(all(c.get("immediate", c["id"]) == c["id"] for c in side.done), "immediate data")
    for side, name in ((soft, "soft"), (second, "second")):
        seen = side.memory()
        at = next((i for i in range(SIZE) if seen[i] != side.expected[i]), None)
        expect(at is None, f"memory of {name} differs at {at}")
        side.child.stdin.close()
        expect(side.child.wait(TIMEOUT) == 0, f"{name} did not end well")
    print(f"second_interop: {sum(wanted)} works, {relay.lost} of {relay.frames} frames lost")


main()
