#!/usr/bin/python3
"""`conformance soft` on a veth pair, against bytes that no code of ours made: the profile's WRITE
vector goes in, its bytes must be in memory and an ACK must come out, whose CRC is computed here by
zlib.  Runs itself in a network namespace of its own."""
import json
import os
import select
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import zlib

BUILD = os.environ.get("BUILD", "build")
PROGRAM = os.path.join(BUILD, "plain/conformance")
# conformance/spec/PROFILE.md, section 2: WRITE over IPv4
VECTOR = bytes.fromhex(
    "4502005800004000401126910a0000010a000002c00012b70044cb5be231ffff000000118000000502000000"
    "010203040003800000000007000000000000000500007f00123456780000beef616263646500000027e06cae")
DEVICE_MAC, OWN_MAC = bytes.fromhex("020000000002"), bytes.fromhex("020000000001")
OPTIONS = {"seed": 1, "planes": [{"mac": "02:00:00:00:00:02", "ip": ["10.0.0.2"]}]}
TIMEOUT = 10


def expect(good, what):
    if not good:
        sys.exit(f"soft_veth: {what}")


def enter_namespace():
    if os.environ.get("SOFT_VETH_INSIDE"):
        return
    os.environ["SOFT_VETH_INSIDE"] = "1"
    flags = "-n" if os.geteuid() == 0 else "-Urn"
    os.execvp("unshare", ["unshare", flags, sys.executable, os.path.abspath(__file__)])


def sh(command):
    subprocess.run(command, shell=True, check=True)


class Control:
    def __init__(self, read, write):
        self.read, self.write, self.id, self.buffer = read, write, 0, b""

    def call(self, method, params=None):
        self.id += 1
        request = {"jsonrpc": "2.0", "id": self.id, "method": method, "params": params or {}}
        os.write(self.write, json.dumps(request).encode() + b"\n")
        while b"\n" not in self.buffer:
            expect(select.select([self.read], [], [], TIMEOUT)[0], f"no answer to {method}")
            got = os.read(self.read, 1 << 16)
            expect(got, "the device has gone")
            self.buffer += got
        line, self.buffer = self.buffer.split(b"\n", 1)
        answer = json.loads(line)
        expect(answer.get("id") == self.id and "result" in answer, f"{method}: {answer}")
        return answer["result"]


def receive(sock, wanted, what):
    """The next frame for which wanted() holds; answers ARP on the way."""
    end = time.monotonic() + TIMEOUT
    while True:
        left = end - time.monotonic()
        expect(left > 0 and select.select([sock], [], [], left)[0], f"no {what}")
        frame, address = sock.recvfrom(1 << 16)
        if address[2] == socket.PACKET_OUTGOING:
            continue
        if frame[12:22] == bytes.fromhex("08060001080006040001") and frame[38:42] == b"\x0a\0\0\1":
            sock.send(frame[6:12] + OWN_MAC + bytes.fromhex("08060001080006040002") + OWN_MAC +
                      b"\x0a\0\0\1" + frame[22:32])
        if wanted(frame):
            return frame


def crc(ip):
    """CRC-1, over the datagram without its last four bytes."""
    b = bytearray(ip[:-4])
    b[1] = b[8] = b[10] = b[11] = b[26] = b[27] = b[32] = 0xFF
    return struct.pack("<I", zlib.crc32(b"\xff" * 8 + bytes(b)))


def set_up(control):
    hello = control.call("hello")
    expect(hello["planes"] == [{"mac": "02:00:00:00:00:02", "ip": ["10.0.0.2"], "vlan": 0}],
           f"planes are {hello['planes']}")
    for name in ("ack_reaction", "rtx_reaction", "timer_tick"):
        expect(1000 <= hello["ixit"][name] <= 1000000, f"{name} is {hello['ixit'][name]}")
    control.call("reset")
    region = control.call("region.register", {"length": 16, "rights": ["remote_write"],
                                              "address": "0x7f0012345670", "rkey": 0xBEEF})
    opened = control.call("connection.open", {"params": {"initial_msn": 7}, "conn_id": 0x11})
    expect(opened["conn_id"] == 0x11, "conn_id is not the one asked for")
    control.call("connection.connect", {"connection": opened["connection"], "peer": {
        "conn_id": 0x22, "initial_psn": [0, 0, 5, 0], "planes": [{"ip": "10.0.0.1"}]}})
    return hello, region


def exchange(sock, control, region):
    receive(sock, lambda f: f[12:14] == b"\x08\x06", "ARP question")
    began = time.monotonic()
    sock.send(DEVICE_MAC + OWN_MAC + b"\x08\x00" + VECTOR)
    frame = receive(sock, lambda f: f[12:14] == b"\x08\x00" and f[42] == 0xF0, "ACK")
    took = time.monotonic() - began
    ip, ackh = frame[14:130], frame[62:126]
    expect(frame[:12] == OWN_MAC + DEVICE_MAC, "MAC addresses of the ACK")
    expect(ip[12:20] == b"\x0a\0\0\2\x0a\0\0\1", "IP addresses of the ACK")
    expect(ip[-4:] == crc(ip), f"CRC of the ACK is {ip[-4:].hex()}, expected {crc(ip).hex()}")
    expect(frame[47:50] == b"\0\0\x22" and frame[54] == 2, "connection and path of the ACK")
    expect(ackh[1:4] == b"\0\0\5" and ackh[4:8] == b"\1\2\3\4", "cum_psn and ts_echo of the ACK")
    expect(ackh[16:19] == b"\0\3\0" and ackh[20:24] == b"\0\0\0\x08", "stream half of the ACK")
    data = control.call("region.read", {"region": region["region"], "offset": 0, "length": 16})
    expect(data["data"] == "0000000000000000" "6162636465000000", f"memory holds {data['data']}")
    return took


def exits(arguments, status, text):
    got = subprocess.run([PROGRAM, "soft", *arguments], capture_output=True, text=True,
                         stdin=subprocess.DEVNULL, timeout=TIMEOUT)
    expect(got.returncode == status, f"soft {arguments}: status {got.returncode}, not {status}")
    expect(text in got.stdout + got.stderr, f"soft {arguments} says {got.stdout}{got.stderr}")


def main():
    enter_namespace()
    sh("ip link add own type veth peer name dut && ip link set own address 02:00:00:00:00:01 && "
       "sysctl -qw net.ipv6.conf.own.disable_ipv6=1 net.ipv6.conf.dut.disable_ipv6=1 && "
       "ip link set own up && ip link set dut up && ip link set lo up")
    exits(["--help"], 0, "--port")
    exits([], 2, "--port")
    exits(["--port", "dut", "--vlan", "4095"], 2, "--port")
    exits(["--port", "none"], 2, "no such port")
    exits(["--port", "dut", "--options", "{\"planes\":5}"], 2, "planes")
    exits(["--port", "dut", "--control", "carrier pigeon"], 3, "write stdio")
    exits(["--port", "dut", "--image", "/dev/null"], 3, "image /dev/null")
    exits(["--port", "dut"], 0, "")
    sock = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
    sock.bind(("own", 0))

    child = subprocess.Popen([PROGRAM, "soft", "--port", "dut", "--options", json.dumps(OPTIONS)],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    control = Control(child.stdout.fileno(), child.stdin.fileno())
    hello, region = set_up(control)
    took = exchange(sock, control, region)
    used = time.process_time(), open(f"/proc/{child.pid}/stat").read().split()[13:15]
    time.sleep(0.3)
    after = open(f"/proc/{child.pid}/stat").read().split()[13:15]
    expect(sum(map(int, after)) - sum(map(int, used[1])) <= 5, "it is busy while nothing happens")
    child.stdin.close()
    expect(child.wait(TIMEOUT) == 0, "it did not end well with its input")

    folder = tempfile.mkdtemp()
    for spec, family, address in (("unix:" + folder + "/s", socket.AF_UNIX, folder + "/s"),
                                  ("tcp:4711", socket.AF_INET, ("127.0.0.1", 4711))):
        child = subprocess.Popen([PROGRAM, "soft", "--port", "dut", "--vlan", "7",
                                  "--control", spec])
        try:
            for _ in range(2):  # one client after another
                client = socket.socket(family, socket.SOCK_STREAM)
                end = time.monotonic() + TIMEOUT
                while client.connect_ex(address) != 0:
                    expect(time.monotonic() < end, f"no {spec}")
                    time.sleep(0.02)
                other = Control(client.fileno(), client.fileno())
                plane = other.call("hello")["planes"][0]
                expect(plane["ip"] == ["192.0.2.101", "2001:db8::65"] and plane["vlan"] == 7,
                       f"without options the plane is {plane}")
                client.close()
        finally:
            child.kill()
            child.wait()
    shutil.rmtree(folder)
    print(f"soft_veth: WRITE acknowledged after {took * 1e6:.0f} us, declared ack_reaction "
          f"{hello['ixit']['ack_reaction']} us")


main()
