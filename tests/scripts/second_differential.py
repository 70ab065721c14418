#!/usr/bin/python3
"""The same random packets, right and wrong ones, go to the bundled device (device.so, through
ctypes) and to tests/second, both in this process and in virtual time; after each packet both must
answer a PROBE alike, complete alike and hold the same bytes.  Where the profile leaves a choice
(when a READ is judged, whether a refused SEND still names its receive) nothing wrong is sent.  Arguments: first seed, last seed."""
import ctypes as c
import ipaddress
import json
import os
import random
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, "tests/second")
import control  # noqa: E402
import device  # noqa: E402
import packet  # noqa: E402

IMAGE = os.path.abspath(os.path.join(os.environ.get("BUILD", "build"), "plain/device.so"))
OWN, PEER = ipaddress.ip_address("192.0.2.101"), ipaddress.ip_address("192.0.2.1")
MAC, PEER_MAC = bytes.fromhex("020000000002"), bytes.fromhex("020000000001")
MTU, WINDOW, STREAMS, PATHS, STEPS, WRONG = 256, 4, 3, 2, 120, 0.08
PARAMS = {"paths": PATHS, "streams": STREAMS, "mtu": MTU, "msg_window": WINDOW, "read_depth": 2,
          "rto_min": 60000000, "rto_init": 60000000, "rto_max": 60000000, "ack_delay": 1000,
          "msg_max": 4096}


class Image(c.Structure):  # struct device_image, reference/soft/device.h
    _fields_ = [
        ("abi", c.c_uint32),
        ("create", c.CFUNCTYPE(c.c_void_p, c.c_char_p, c.c_char_p, c.c_size_t)),
        ("destroy", c.CFUNCTYPE(None, c.c_void_p)),
        ("input", c.CFUNCTYPE(None, c.c_void_p, c.c_uint, c.c_char_p, c.c_size_t, c.c_uint64)),
        ("output", c.CFUNCTYPE(c.c_size_t, c.c_void_p, c.c_uint64, c.POINTER(c.c_uint),
                               c.c_char_p, c.c_size_t)),
        ("deadline", c.CFUNCTYPE(c.c_uint64, c.c_void_p)),
        ("control", c.CFUNCTYPE(c.c_size_t, c.c_void_p, c.c_char_p, c.c_size_t, c.c_uint64,
                                c.c_char_p, c.c_size_t))]


class Side:
    def call(self, method, **params):
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        answer = json.loads(self.line(line.encode()))
        if "result" not in answer:
            sys.exit(f"second_differential: {method}: {answer}")
        return answer["result"]


class Bundled(Side):
    def __init__(self):
        self.image = Image.in_dll(c.CDLL(IMAGE), "conformance_device")
        if self.image.abi != 1:
            sys.exit("second_differential: device.so has another ABI")
        options = {"planes": [{"mac": MAC.hex(":"), "ip": [str(OWN)]}]}
        self.it = self.image.create(json.dumps(options).encode(), c.create_string_buffer(256), 256)
        self.now, self.buffer = 10 ** 9, c.create_string_buffer(1 << 20)

    def line(self, line):
        n = self.image.control(self.it, line, len(line), self.now, self.buffer, 1 << 20)
        return self.buffer.raw[:n]

    def meet(self):
        self.frame(packet.ETH_ARP, packet.arp(1, PEER_MAC, PEER, bytes(6), OWN))
        self.sent(1000)

    def frame(self, ethertype, body):
        frame = MAC + PEER_MAC + struct.pack(">H", ethertype) + body
        self.image.input(self.it, 0, frame, len(frame), self.now)

    def take(self, datagram):
        self.frame(packet.ETH_IPV4, datagram)

    def sent(self, ns):
        """What it sends within so long."""
        self.now, out, port = self.now + ns, [], c.c_uint()
        while n := self.image.output(self.it, self.now, port, self.buffer, 9000):
            frame = self.buffer.raw[:n]
            if frame[12:14] == b"\x08\x00":
                out.append(packet.parse(frame[14:]))
        return out

    def end(self):
        self.image.destroy(self.it)


class Second(Side):
    mac, ips = MAC, [OWN]  # it is its own port as well

    def __init__(self):
        self.out, self.time = [], 1.0
        self.it = device.Device([self])
        self.it.now = lambda: self.time

    def line(self, line):
        return control.answer(self.it, line)

    def take(self, datagram):
        self.it.take(0, datagram)

    def sent(self, ns):
        self.time += ns / 1e9
        self.it.serve()
        out, self.out = self.out, []
        return out

    def address(self, family):
        return OWN

    def send(self, own, ip, datagram, now):
        self.out.append(packet.parse(datagram))

    def nothing(self, *_):
        pass

    meet = end = forget = resolve = serve = nothing


def build(name, path, psn, fields=(), origin=None, payload=b"", ce=False, stamp=0):
    pad = -len(payload) % 4
    body = packet.base(name, 1, 0xFFFF, 0x11, psn, path, stamp, pad << 4, origin is not None)
    if origin is not None:
        body += struct.pack(">I", origin[0] << 24 | origin[1])
    body += b"".join(fields) + payload + bytes(pad)
    return packet.datagram(PEER, OWN, 50000 + path, 4791, 3 if ce else 2, body)


def msg(stream, last, attempt, msn, offset, length):
    return struct.pack(">HBBIII", stream, last << 7, attempt, msn, offset, length)


class Play:
    """One run: messages, their packets, PSNs and what is wrong with them, from one seed."""

    def __init__(self, seed):
        self.random = r = random.Random(seed)
        self.initial = [r.choice((5, 0xFFFFFE)), r.choice((0, 0xFFFF80))]
        self.next_psn = list(self.initial)
        self.msn = [r.choice((0, 0xFFFFFFFE))] * STREAMS
        self.first_msn = self.msn[0]
        self.receives = [0] * STREAMS
        self.gaps, self.messages, self.packets, self.sent = [], [], [], []

    def wrong(self, p=WRONG):
        return self.random.random() < p

    def new_message(self):
        r, stream = self.random, self.random.randrange(STREAMS)
        kind = r.choice(("SEND", "SEND_IMM", "WRITE", "WRITE", "WRITE_IMM", "READ_REQ",
                         "ATOMIC_FADD"))
        is_request = kind in ("READ_REQ", "ATOMIC_FADD")
        m = {"kind": kind, "stream": stream, "msn": self.msn[stream], "attempt": 0,
             "length": 8 if kind == "ATOMIC_FADD" else r.choice((0, 5, 256, 257, 600)),
             "address": 0x10000 + 8 * r.randrange(900), "index": self.receives[stream]}
        if self.wrong() and not is_request:
            m["msn"] = (m["msn"] + r.choice((1, 2, 4, 5, 1 << 31, -1, -2))) % packet.MSN
        else:
            self.messages += [m] if m["length"] else []  # STRM-9 leaves a choice
            self.msn[stream] = (self.msn[stream] + 1) % packet.MSN
        if kind in ("SEND", "SEND_IMM", "WRITE_IMM"):
            self.receives[stream] += 1
        if self.wrong() and not is_request:
            m["address"] = r.choice((0x10000 + 8190, 0x20000, 0xFFF0, (1 << 64) - 3))
        if self.wrong(0.02):
            m["stream"] = STREAMS + r.randrange(2)
        self.cut(m)

    def again(self):
        m = dict(self.random.choice(self.messages))
        m["attempt"] = (m["attempt"] + self.random.choice((1, 1, 2, 127, 128, 200))) % 256
        self.cut(m)

    def cut(self, m):
        """Into packets, as (name, fields, payload)."""
        r, kind = self.random, m["kind"]
        is_request = kind in ("READ_REQ", "ATOMIC_FADD")
        for offset in [0] if is_request else range(0, m["length"] or 1, MTU):
            left = m["length"] - offset
            last = is_request or left <= MTU
            size = 0 if is_request else min(MTU, left)
            said = [m["stream"], last, m["attempt"], m["msn"], offset, m["length"]]
            if self.wrong(WRONG / 3) and not is_request:
                i = r.randrange(1, 6)
                said[i] = r.choice({1: (not last,), 2: (1, 255, 128), 3: (m["msn"] + 1,),
                                    4: (1, MTU, (1 << 32) - 4),
                                    5: (0, m["length"] + 1, 4096, 4097)}[i]) % packet.MSN
            if self.wrong(WRONG / 6) and not is_request:
                size = r.choice((0, 1, MTU))
            name = kind if last or not kind.endswith("_IMM") else kind[:-4]
            fields = [msg(*said)]
            if name in ("SEND", "SEND_IMM", "WRITE_IMM"):
                fields.append(struct.pack(">I", m["index"]))
            if not name.startswith("SEND"):
                fields.append(struct.pack(">QI", (m["address"] + offset) % (1 << 64), 77))
            if name.endswith("_IMM"):
                fields.append(struct.pack(">I", r.getrandbits(32)))
            if name == "ATOMIC_FADD":
                fields.append(struct.pack(">QQ", r.randrange(100), 0))
            self.packets.append((name, fields, r.randbytes(size)))

    def new_psn(self, path):
        psn = self.next_psn[path]
        self.next_psn[path] = (psn + 1) % packet.PSN
        return psn

    def choose_psn(self):
        r, path, k = self.random, self.random.randrange(PATHS), self.random.random()
        if k < 0.1 and self.gaps:
            return self.gaps.pop(r.randrange(len(self.gaps)))
        if k < 0.2:
            self.gaps.append((path, self.new_psn(path)))
        elif k < 0.24:
            far = r.choice((-1, 0, 1, 256, 300, (1 << 23) - 1, 1 << 23))
            return path, (self.initial[path] + far) % packet.PSN
        return path, self.new_psn(path)

    def choose_origin(self):
        r, path = self.random, self.random.randrange(PATHS)
        if not self.wrong(0.15):
            return None
        if self.gaps and r.random() < 0.6:
            return self.gaps.pop(r.randrange(len(self.gaps)))
        near = r.randrange(-5, 3) + r.choice((0, 0, 0, 400))
        return path, (self.next_psn[path] + near) % packet.PSN

    def datagram(self, stamp):
        while len(self.packets) < 6:
            self.new_message()
        if self.messages and self.wrong(0.1):
            self.again()
        name, fields, payload = self.packets.pop(self.random.choice((0, 0, 0, 1, 3, 5)))
        path, psn = self.choose_psn()
        d = build(name, path, psn, fields, self.choose_origin(), payload, self.wrong(0.1), stamp)
        self.sent.append(d)
        return self.random.choice(self.sent) if self.wrong(0.05) else d


def set_up(side, play):
    side.call("reset", seed=1)
    rights = ["remote_write", "remote_read", "remote_atomic"]
    side.regions = [side.call("region.register", length=8192, rights=given, address=address,
                              rkey=rkey)["region"]
                    for given, address, rkey in ((rights, "0x10000", 77), ([], "0x20000", 78))]
    side.connection = side.call(
        "connection.open", params={**PARAMS, "initial_msn": play.first_msn}, conn_id=0x11,
        initial_psn=[1, 2])["connection"]
    side.call("connection.connect", connection=side.connection, peer={
        "conn_id": 0x22, "initial_psn": play.initial, "planes": [{"ip": str(PEER)}]})
    side.meet()


def probe(side, path, stream, number):
    side.take(build("PROBE", path, number, [msg(stream, 0, 0, 0, 0, 0)], stamp=1000000 + number))
    acks = [p for p in side.sent(1000000) if (p.name, p.path) == ("ACK", path)]
    return [(p.cum_psn, p.sack, p.ts_echo, p.ce_count, p.report) for p in acks
            if p.stream == stream][-1:]


def compare(seed):
    play, sides = Play(seed), (Bundled(), Second())
    for side in sides:
        set_up(side, play)
    for step in range(STEPS):
        r = play.random
        receive = {"stream": r.randrange(STREAMS), "id": step, "offset": r.randrange(7000),
                   "length": r.choice((0, 100, 256, 600, 1024))}
        is_posted, d = r.random() < 0.25, play.datagram(step)
        path, stream, seen = r.randrange(PATHS), r.randrange(STREAMS), []
        for side in sides:
            if is_posted:
                side.call("receive.post", connection=side.connection, region=side.regions[1],
                          **receive)
            side.take(d)
            side.sent(2000000)
            done = [{k: v for k, v in x.items() if k != "connection"}
                    for x in side.call("completion.poll")["completions"]]
            memory = [side.call("region.read", region=g, offset=0, length=8192)
                      for g in side.regions] if step % 20 == 19 else None
            seen.append((probe(side, path, stream, step), done, memory))
        if seen[0] != seen[1] or not seen[0][0]:
            sys.exit(f"second_differential: seed {seed}, step {step}, packet {d.hex()}; path "
                     f"{path}, stream {stream}:\nbundled {seen[0][:2]}\nsecond  {seen[1][:2]}")
    for side in sides:
        side.end()


first, last = (int(a) for a in sys.argv[1:3]) if len(sys.argv) > 2 else (1, 40)
for n in range(first, last + 1):
    compare(n)
print(f"second_differential: {last - first + 1} runs of {STEPS} packets, no difference")
