"""Bytes on the wire of the second device: MetaRoCE packets (PROFILE.md sections 2 and 3), ARP and
Neighbor Discovery.  Knows no connection, no state and no socket.  Written from the profile alone:
it may not share anything with the suite's own codec."""
import ipaddress
import struct
import zlib

ETH_IPV4, ETH_IPV6, ETH_ARP, ETH_VLAN = 0x0800, 0x86DD, 0x0806, 0x8100
SHORTEST = 12 + 8 + 4  # BASE + PATH + CRC (HDR-3)

MSG, RECV, REMOTE, IMM, OPERAND, RESULT, ACKH, CLOSEH = range(8)
SIZE = {MSG: 16, RECV: 4, REMOTE: 12, IMM: 4, OPERAND: 16, RESULT: 8, ACKH: 64, CLOSEH: 4}
OPCODES = {
    0xE0: ("SEND", (MSG, RECV)),
    0xE1: ("SEND_IMM", (MSG, RECV, IMM)),
    0xE2: ("WRITE", (MSG, REMOTE)),
    0xE3: ("WRITE_IMM", (MSG, RECV, REMOTE, IMM)),
    0xE4: ("READ_REQ", (MSG, REMOTE)),
    0xE5: ("READ_RESP", (MSG,)),
    0xE6: ("ATOMIC_FADD", (MSG, REMOTE, OPERAND)),
    0xE7: ("ATOMIC_CSWAP", (MSG, REMOTE, OPERAND)),
    0xE8: ("ATOMIC_RESP", (MSG, RESULT)),
    0xE9: ("NOP", ()),
    0xF0: ("ACK", (ACKH,)),
    0xF1: ("PROBE", (MSG,)),
    0xF2: ("CLOSE", (CLOSEH,)),
}
CODE = {name: code for code, (name, _) in OPCODES.items()}
WITH_PAYLOAD = ("SEND", "SEND_IMM", "WRITE", "WRITE_IMM", "READ_RESP")
UNSEQUENCED = ("ACK", "PROBE", "CLOSE")
OK, RNR, ACCESS, LENGTH, INVALID, BAD_STREAM, UNSUPPORTED, INTERNAL = range(8)
PSN, MSN = 1 << 24, 1 << 32


class Discard(Exception):
    """The packet is as if it had never arrived; the text is the reason that is counted."""


class Packet:
    """What one packet says.  Fields of headers it does not have are absent."""

    is_sequenced = property(lambda self: self.name not in UNSEQUENCED)
    has_msg = property(lambda self: MSG in OPCODES[CODE[self.name]][1])


def icrc(ip):
    """CRC-1, of the datagram from the IP header on, without the CRC."""
    b = bytearray(ip)
    if b[0] >> 4 == 4:
        masked, udp = (1, 8, 10, 11), 20
    else:
        b[0] |= 0x0F
        masked, udp = (1, 2, 3, 7), 40
    for i in masked + (udp + 6, udp + 7, udp + 8 + 4):
        b[i] = 0xFF
    return struct.pack("<I", zlib.crc32(b"\xff" * 8 + bytes(b)))


def checksum(data):
    """The Internet checksum."""
    if len(data) % 2:
        data += b"\0"
    total = sum(struct.unpack(f">{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return total ^ 0xFFFF


def open_ip(frame):
    """The IP datagram of an Ethernet payload without any trailer, its UDP part, and whether the
    packet arrived CE-marked, with the two addresses."""
    if frame[0] >> 4 == 4:
        if len(frame) < 28 or frame[0] != 0x45 or frame[9] != 17:
            raise Discard("foreign")  # options: ENC-14
        total = struct.unpack(">H", frame[2:4])[0]
        if checksum(frame[:20]) != 0 or frame[8] == 0:
            raise Discard("foreign")  # CRC-3, ENC-11
        if struct.unpack(">H", frame[6:8])[0] & 0x3FFF:
            raise Discard("foreign")  # ENC-6
        udp, src, dst, ecn = 20, frame[12:16], frame[16:20], frame[1] & 3
    else:
        if len(frame) < 48 or frame[0] >> 4 != 6 or frame[6] != 17 or frame[7] == 0:
            raise Discard("foreign")
        total = 40 + struct.unpack(">H", frame[4:6])[0]
        udp, src, dst, ecn = 40, frame[8:24], frame[24:40], (frame[1] >> 4) & 3
    if total > len(frame) or total < udp + 8:
        raise Discard("length")
    return frame[:total], udp, ipaddress.ip_address(src), ipaddress.ip_address(dst), ecn == 3


def parse(frame):
    """The Packet of an Ethernet payload, checked as far as that is possible without knowing the
    connection: lengths, CRC, opcode (ENC-10, CRC-2, HDR-1, HDR-3)."""
    ip, udp, src, dst, is_ce = open_ip(bytes(frame))
    sport, dport, udp_length = struct.unpack(">HHH", ip[udp:udp + 6])
    if udp_length != len(ip) - udp or udp_length < 8 + SHORTEST:
        raise Discard("length")
    if icrc(ip[:-4]) != ip[-4:]:
        raise Discard("crc")
    p = Packet()
    p.src, p.dst, p.is_ce, p.sport, p.dport = src, dst, is_ce, sport, dport
    b = ip[udp + 8:-4]
    opcode, bits, p.partition, conn, psn = struct.unpack(">BBHII", b[:12])
    p.solicited, p.rtx, pad, p.version = bits >> 7, bits >> 6 & 1, bits >> 4 & 3, bits & 15
    p.dst_conn, p.ack_req, p.psn = conn % PSN, psn >> 31, psn % PSN
    p.path, bits, p.timestamp = struct.unpack(">BBxxI", b[12:20])
    p.rerouted = bits >> 7
    if opcode not in OPCODES:
        raise Discard("opcode")
    p.name, headers = OPCODES[opcode]
    at = 20 + 4 * p.rerouted
    body = len(b) - at - sum(SIZE[h] for h in headers)
    if body < pad or body % 4 or (body and p.name not in WITH_PAYLOAD):
        raise Discard("length")
    if p.rerouted:
        origin, = struct.unpack(">I", b[20:24])
        p.orig_path, p.orig_psn = origin >> 24, origin % PSN
    read_headers(p, headers, b, at)
    p.payload = b[len(b) - body:len(b) - pad]
    return p


def read_headers(p, headers, b, at):
    for h in headers:
        part = b[at:at + SIZE[h]]
        at += SIZE[h]
        if h == MSG:
            p.stream, last, p.attempt, p.msn, p.offset, p.length = struct.unpack(">HBBIII", part)
            p.last = last >> 7
        elif h == RECV:
            p.recv_index, = struct.unpack(">I", part)
        elif h == REMOTE:
            p.address, p.rkey = struct.unpack(">QI", part)
        elif h == IMM:
            p.immediate, = struct.unpack(">I", part)
        elif h == OPERAND:
            p.operand, p.compare = struct.unpack(">QQ", part)
        elif h == RESULT:
            p.original, = struct.unpack(">Q", part)
        elif h == CLOSEH:
            p.reason = part[0]
        elif h == ACKH:
            read_ackh(p, part)


def read_ackh(p, part):
    (cum, p.ts_echo, p.rate_hint, p.ce_count, p.stream, status, status_attempt, cmsn, status_msn,
     p.rnr_delay) = struct.unpack(">IIIIHBBIII", part[:32])
    p.cum_psn, p.ce_count = cum % PSN, p.ce_count % PSN
    p.report = cmsn, status, status_msn, status_attempt
    p.sack = int.from_bytes(part[32:], "little")  # bit i: byte i / 8, mask 1 << (i % 8)


def base(name, version, partition, dst_conn, psn, path, timestamp, flags=0,
         rerouted=False):
    """BASE and PATH; flags as in byte 1 without the version; ack_req is 0."""
    return struct.pack(">BBHIIBBHI", CODE[name], flags | version, partition, dst_conn,
                       psn, path, rerouted << 7, 0, timestamp)


def ackh(cum_psn, sack, ts_echo, hint, ce_count, stream, report, rnr_delay):
    """report = (cmsn, status, status_msn, status_attempt); sack an integer, bit i = bit i."""
    cmsn, status, status_msn, status_attempt = report
    return struct.pack(">IIIIHBBIII", cum_psn, ts_echo, hint, ce_count, stream, status,
                       status_attempt, cmsn, status_msn, rnr_delay) + sack.to_bytes(32, "little")


def datagram(src, dst, sport, dport, tos, body):
    """The IP datagram, CRC and all, of a packet from BASE on; UDP checksum 0 (ENC-12)."""
    length = 8 + len(body) + 4
    if src.version == 4:
        head = struct.pack(">BBHHHBBH4s4s", 0x45, tos, 20 + length, 0, 0x4000, 64, 17, 0,
                           src.packed, dst.packed)
        head = head[:10] + struct.pack(">H", checksum(head)) + head[12:]
    else:
        # ENC-16: the flow label follows from the source port
        head = struct.pack(">IHBB16s16s", 6 << 28 | tos << 20 | sport, length, 17, 64,
                           src.packed, dst.packed)
    ip = head + struct.pack(">HHHH", sport, dport, length, 0) + body
    return ip + icrc(ip)


# ---- ARP and Neighbor Discovery ----

def arp(operation, own_mac, own_ip, mac, ip):
    return struct.pack(">HHBBH6s4s6s4s", 1, ETH_IPV4, 6, 4, operation, own_mac, own_ip.packed,
                       mac, ip.packed)


def read_arp(b):
    """(operation, sender MAC, sender IP, target IP), None if it is none of ours."""
    if len(b) < 28 or b[:6] != bytes.fromhex("000108000604"):
        return None
    return (struct.unpack(">H", b[6:8])[0], b[8:14], ipaddress.ip_address(b[14:18]),
            ipaddress.ip_address(b[24:28]))


SOLICIT, ADVERTISE = 135, 136


def neighbor(kind, own_mac, own_ip, target, dst):
    """A neighbor solicitation or advertisement with our link-layer address as its option."""
    flags, option = (0, 1) if kind == SOLICIT else (0x60000000, 2)
    body = struct.pack(">BBHI16sBB6s", kind, 0, 0, flags, target.packed, option, 1, own_mac)
    pseudo = own_ip.packed + dst.packed + struct.pack(">II", len(body), 58)
    body = body[:2] + struct.pack(">H", checksum(pseudo + body)) + body[4:]
    return struct.pack(">IHBB16s16s", 6 << 28, len(body), 58, 255, own_ip.packed,
                       dst.packed) + body


def read_neighbor(b):
    """(kind, source IP, target IP, the MAC given or None), None if it is no such message."""
    if len(b) < 64 or b[0] >> 4 != 6 or b[6] != 58 or b[7] != 255:
        return None
    if b[40] not in (SOLICIT, ADVERTISE) or b[41] != 0:
        return None
    length = struct.unpack(">H", b[4:6])[0]
    body = b[40:40 + length]
    if length < 24 or checksum(b[8:40] + struct.pack(">II", length, 58) + body) != 0:
        return None
    mac, wanted = None, 1 if body[0] == SOLICIT else 2
    if len(body) >= 32 and body[24:26] == bytes((wanted, 1)):
        mac = body[26:32]
    return body[0], ipaddress.ip_address(b[8:24]), ipaddress.ip_address(body[8:24]), mac


def solicited_node(ip):
    """The multicast IP and MAC that a question about `ip` goes to."""
    group = ipaddress.ip_address(b"\xff\x02" + b"\0" * 9 + b"\x01\xff" + ip.packed[13:])
    return group, b"\x33\x33" + group.packed[12:]
