#!/usr/bin/env python3
"""Reads every capture of a run directory by itself (own pcapng reader, CRC by zlib, decoding by
tshark) and says which frames are wrong though no case made them so: all frames of the device, and
the tester's in positive cases.  Usage: check_captures.py RUN_DIR...   Exit status 1 if any is."""
import json
import os
import struct
import subprocess
import sys
import tempfile
import zlib

EPB, COMMENT, FLAGS, INBOUND = 6, 1, 2, 1


def blocks(data):
    at = 0
    while at + 12 <= len(data):
        kind, length = struct.unpack_from("<II", data, at)
        yield kind, data[at + 8:at + length - 4]
        at += length


def frames(path):
    """(number, is_from_device, bytes) of each packet block."""
    number = 0
    for kind, body in blocks(open(path, "rb").read()):
        if kind != EPB:
            continue
        number += 1
        captured = struct.unpack_from("<I", body, 12)[0]
        options = body[20 + (captured + 3) // 4 * 4:]
        flags = 0
        while len(options) >= 4:
            code, length = struct.unpack_from("<HH", options)
            if code == FLAGS:
                flags = struct.unpack_from("<I", options, 4)[0]
            options = options[4 + (length + 3) // 4 * 4:]
        yield number, flags & 3 == INBOUND, body[20:20 + captured]


def crc_fault(frame):
    """What is wrong with a frame of the transport, "" if nothing, None if it is none."""
    at, kind = 14, frame[12:14]
    if kind == b"\x81\x00":
        at, kind = 18, frame[16:18]
    if kind == b"\x08\x00":
        ip = bytearray(frame[at:at + struct.unpack_from(">H", frame, at + 2)[0]])
        if ip[9] != 17:
            return None
        udp, masked = 20, [1, 8, 10, 11]
    elif kind == b"\x86\xdd":
        ip = bytearray(frame[at:at + 40 + struct.unpack_from(">H", frame, at + 4)[0]])
        if ip[6] != 17:
            return None
        udp, masked = 40, [1, 2, 3, 7]
        ip[0] |= 0x0F
    else:
        return None
    if ip[udp + 2:udp + 4] != struct.pack(">H", 4791):
        return None
    for i in masked + [udp + 6, udp + 7, udp + 8 + 4]:
        ip[i] = 0xFF
    want = zlib.crc32(b"\xff" * 8 + bytes(ip[:-4]))
    seen = struct.unpack("<I", bytes(ip[-4:]))[0]
    return "" if want == seen else f"CRC {seen:#010x}, expected {want:#010x}"


def malformed(paths):
    """Frames tshark finds malformed in captures laid end to end (pcapng takes many sections)."""
    with tempfile.NamedTemporaryFile(suffix=".pcapng") as joined:
        for path in paths:
            joined.write(open(path, "rb").read())
        joined.flush()
        out = subprocess.run(["tshark", "-r", joined.name, "-Y", "_ws.malformed", "-T", "fields", "-e",
                              "frame.number", "--disable-protocol", "rpcordma"], capture_output=True,
                             text=True)
    return f"tshark: {out.stderr.strip()}" if out.returncode else out.stdout.split()


def check_run(run, bad):
    report = json.load(open(os.path.join(run, "report.json")))
    positive, seen = [], 0
    for case in report["cases"]:
        if not case["evidence"]["file"]:
            continue
        path = os.path.join(run, case["evidence"]["file"])
        if case["kind"] == "positive":
            positive.append(path)
        for number, is_from_device, frame in frames(path):
            if not is_from_device and case["kind"] == "negative":
                continue
            fault = crc_fault(frame)
            seen += fault is not None
            if fault:
                bad.append(f"{path} frame {number}: {fault}")
    wrong = malformed(positive)
    if wrong:
        bad.append(f"{run}: malformed in the positive cases: {wrong}")
    return seen


def main():
    bad = []
    seen = sum(check_run(run, bad) for run in sys.argv[1:])
    print(f"{seen} frames checked")
    if not seen:
        bad.append("nothing to check")
    for line in bad[:20]:
        print(line)
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
