#!/usr/bin/python3
"""The encoder's CRC and UDP checksum against others': over IPv4 scapy's RoCEv2 code, over IPv6, which
scapy cannot do, zlib and the masks of CRC-1 written out here.  Exit status 0: all agree."""
import logging
import os
import struct
import subprocess
import sys
import zlib

logging.getLogger("scapy").setLevel(logging.ERROR)
from scapy.contrib.roce import BTH  # noqa: E402
from scapy.layers.inet import IP, UDP  # noqa: E402
from scapy.layers.inet6 import IPv6  # noqa: E402
from scapy.packet import Raw  # noqa: E402

TOOL = os.path.join(os.environ.get("BUILD", "build"), "plain/tests/wire_dump")


def scapy_ipv4(ip):
    """The datagram built anew by scapy from the values in ours: CRC and UDP checksum its own."""
    old = IP(ip)
    body = ip[28:-4]
    first, = struct.unpack(">B", body[1:2])
    bth = BTH(opcode=body[0], solicited=first >> 7, migreq=first >> 6 & 1, padcount=first >> 4 & 3,
              version=first & 15, pkey=int.from_bytes(body[2:4], "big"), fecn=body[4] >> 7,
              becn=body[4] >> 6 & 1, resv6=body[4] & 63, dqpn=int.from_bytes(body[5:8], "big"),
              ackreq=body[8] >> 7, resv7=body[8] & 127, psn=int.from_bytes(body[9:12], "big"))
    udp = UDP(sport=old[UDP].sport, dport=old[UDP].dport)
    if old[UDP].chksum == 0:
        udp.chksum = 0
    return bytes(IP(tos=old.tos, id=old.id, flags=old.flags, ttl=old.ttl, src=old.src, dst=old.dst)
                 / udp / bth / Raw(body[12:]))


def scapy_ipv6(ip):
    old = IPv6(ip)
    body = ip[48:-4]
    head = bytearray(ip[:48] + body)
    head[0] |= 0x0F                                # traffic class, flow label
    for masked in (1, 2, 3, 7, 46, 47, 48 + 4):    # and hop limit, UDP checksum, BASE byte 4
        head[masked] = 0xFF
    crc = struct.pack("<I", zlib.crc32(b"\xff" * 8 + bytes(head)))
    udp = UDP(sport=old[UDP].sport, dport=4791)
    if old[UDP].chksum == 0:
        udp.chksum = 0
    return bytes(IPv6(tc=old.tc, fl=old.fl, hlim=old.hlim, src=old.src, dst=old.dst)
                 / udp / Raw(body + crc))


def main():
    lines = subprocess.run([TOOL, "11", "400"], check=True, capture_output=True,
                           text=True).stdout.splitlines()
    seen = {4: 0, 6: 0}
    for line in lines:
        frame = bytes.fromhex(line.split()[0])
        ip = frame[18:] if frame[12:14] == b"\x81\x00" else frame[14:]
        version = ip[0] >> 4
        other = scapy_ipv4(ip) if version == 4 else scapy_ipv6(ip)
        seen[version] += 1
        if other != ip:
            print("differ:\n  ours ", ip.hex(), "\n  other", other.hex())
            return 1
    print(f"{seen[4]} packets over IPv4, {seen[6]} over IPv6: same bytes")
    return 0 if len(lines) == 400 and min(seen.values()) > 100 else 1


sys.exit(main())
