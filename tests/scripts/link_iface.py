#!/usr/bin/python3
"""The if: link on a veth pair made by hand, with iproute2, in a namespace of its own: the unit
suite link_iface runs on it, and what it leaves behind is looked at from outside.  Exit status 0
passed, 1 failed; passes with a word where namespaces are forbidden."""
import ctypes
import fcntl
import os
import socket
import struct
import subprocess
import sys
import tempfile
import time

SIOCETHTOOL = 0x8946
GETS = {"rx-checksum": 0x14, "tx-checksum": 0x16, "tso": 0x1E, "gso": 0x23, "gro": 0x2B}
SET_GRO = 0x2C


def ethtool(name, command, value=0):
    """One legacy ethtool request of linux/ethtool.h, with its 32-bit value."""
    data = (ctypes.c_uint32 * 2)(command, value)
    request = struct.pack("16sP16x", name.encode(), ctypes.addressof(data))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        fcntl.ioctl(s, SIOCETHTOOL, request)
    return data[1]


def settings(name):
    state = {what: ethtool(name, command) for what, command in GETS.items()}
    shown = subprocess.run(["ip", "-d", "link", "show", name], check=True, capture_output=True,
                           text=True).stdout.split()
    state["promiscuity"] = shown[shown.index("promiscuity") + 1]
    return state


def wait_for(name, word):
    for _ in range(100):
        shown = subprocess.run(["ip", "link", "show", name], check=True, capture_output=True,
                               text=True).stdout
        if word in shown:
            return
        time.sleep(0.02)
    sys.exit(f"{name} never came to {word}")


def inside(unit):
    ip = "ip link"
    for command in (f"{ip} add lab0 mtu 9216 type veth peer name lab1 mtu 9216",
                    f"{ip} set lab0 addrgenmode none", f"{ip} set lab1 addrgenmode none",
                    f"{ip} set lab0 up", f"{ip} set lab1 up"):
        subprocess.run(command.split(), check=True)
    wait_for("lab0", "state UP")
    ethtool("lab0", SET_GRO, 1)
    before = settings("lab0")
    if before["gro"] != 1 or before["tso"] != 1:
        sys.exit(f"the port is not as it was made: {before}")
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, XDG_RUNTIME_DIR=folder, LINK_TEST_PORT="lab0",
                           LINK_TEST_FAR="lab1")
        run = subprocess.run([unit, "link_iface"], env=environment, timeout=60,
                             capture_output=True, text=True)
    if run.returncode != 0 or "skipped" in run.stdout:
        sys.exit(run.stdout + run.stderr)
    after = settings("lab0")
    if after != before:
        sys.exit(f"settings were {before} and are {after}")


def main():
    if len(sys.argv) == 2:
        return inside(sys.argv[1])
    build = os.environ.get("BUILD", "build")
    unit = os.path.abspath(f"{build}/plain/tests/unit")
    enter = ["unshare", "-n"] if os.geteuid() == 0 else ["unshare", "-Urn"]
    if subprocess.run([*enter, "true"], capture_output=True).returncode != 0:
        enter = ["unshare", "-Urn"]
    if subprocess.run([*enter, "true"], capture_output=True).returncode != 0:
        print("link_iface: skipped, this system forbids namespaces")
        return 0
    return subprocess.run([*enter, sys.executable, os.path.abspath(__file__), unit]).returncode


if __name__ == "__main__":
    sys.exit(main())
