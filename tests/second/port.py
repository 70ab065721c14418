"""A port of the second device: raw Ethernet frames in and out, VLAN tags, ARP and Neighbor
Discovery.  Hands on IP datagrams; knows nothing of MetaRoCE."""
import ipaddress
import socket
import struct

from packet import (ADVERTISE, ETH_ARP, ETH_IPV4, ETH_IPV6, SOLICIT, arp, neighbor, read_arp,
                    read_neighbor, solicited_node)

SOL_PACKET, PACKET_AUXDATA, PACKET_IGNORE_OUTGOING = 263, 8, 23
VLAN_VALID = 1 << 4
ASK_AGAIN = 0.2  # seconds
ASK_TIMES = 25
WAITING_MAX = 512
BROADCAST = b"\xff" * 6


class Port:
    def __init__(self, name, number):
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
        self.socket.bind((name, 0))
        self.socket.setblocking(False)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 24)
        self.socket.setsockopt(SOL_PACKET, PACKET_AUXDATA, 1)
        self.socket.setsockopt(SOL_PACKET, PACKET_IGNORE_OUTGOING, 1)
        self.mac = self.socket.getsockname()[4]
        self.ips = [ipaddress.ip_address(f"192.0.2.{101 + number}"),
                    ipaddress.ip_address(f"2001:db8::{101 + number:x}")]
        self.macs = {}     # IP -> MAC
        self.wanted = {}   # IP -> [our IP, frames that wait, when to ask again, times left]

    def address(self, family):
        return self.ips[0 if family == 4 else 1]

    def receive(self):
        """The next IP datagram (with what trails it) that is addressed to us, or None where the
        frame was something else; BlockingIOError when there is no frame."""
        frame, extra, _, _ = self.socket.recvmsg(1 << 16, 256)
        tag = 0
        for level, kind, data in extra:
            if level == SOL_PACKET and kind == PACKET_AUXDATA:
                status, _, _, _, _, tci, _ = struct.unpack("=IIIHHHH", data[:20])
                tag = tci & 0xFFF if status & VLAN_VALID else 0
        if len(frame) < 14 or tag:
            return None  # ENC-11: no VLAN is configured here
        ethertype, = struct.unpack(">H", frame[12:14])
        body = frame[14:]
        if ethertype == ETH_ARP:
            self.take_arp(body)
        elif ethertype == ETH_IPV6 and len(body) > 6 and body[6] == 58:
            self.take_neighbor(body)
        elif ethertype in (ETH_IPV4, ETH_IPV6) and frame[:6] == self.mac and body:
            return body
        return None

    def take_arp(self, body):
        m = read_arp(body)
        if m is None or m[3] not in self.ips:
            return
        operation, mac, ip, target = m
        self.learn(ip, mac)
        if operation == 1:
            self.put(mac, ETH_ARP, arp(2, self.mac, target, mac, ip))

    def take_neighbor(self, body):
        m = read_neighbor(body)
        if m is None:
            return
        kind, src, target, mac = m
        if kind == ADVERTISE:
            self.learn(target, mac)
        elif target in self.ips and not src.is_unspecified:
            self.learn(src, mac)
            if src in self.macs:
                self.put(self.macs[src], ETH_IPV6,
                         neighbor(ADVERTISE, self.mac, target, target, src))

    def learn(self, ip, mac):
        if mac is None or mac[0] & 1:
            return
        self.macs[ip] = mac
        _, frames, _, _ = self.wanted.pop(ip, (None, (), None, None))
        for datagram in frames:
            self.send(None, ip, datagram)

    def put(self, mac, ethertype, body):
        try:
            self.socket.send(mac + self.mac + struct.pack(">H", ethertype) + body)
        except OSError:
            pass  # full or down: lost, as on any wire

    def resolve(self, own, ip, now):
        if ip not in self.macs and ip not in self.wanted:
            self.wanted[ip] = [own, [], now, ASK_TIMES]

    def send(self, own, ip, datagram, now=0):
        """To ip, once its MAC is known."""
        if ip in self.macs:
            self.put(self.macs[ip], ETH_IPV4 if ip.version == 4 else ETH_IPV6, datagram)
            return
        self.resolve(own, ip, now)
        if len(self.wanted[ip][1]) < WAITING_MAX:
            self.wanted[ip][1].append(datagram)

    def deadline(self):
        return min((w[2] for w in self.wanted.values()), default=None)

    def serve(self, now):
        for ip, w in list(self.wanted.items()):
            if w[2] > now:
                continue
            if w[3] == 0:
                del self.wanted[ip]
                continue
            w[2], w[3] = now + ASK_AGAIN, w[3] - 1
            if ip.version == 4:
                self.put(BROADCAST, ETH_ARP, arp(1, self.mac, w[0], b"\0" * 6, ip))
            else:
                group, mac = solicited_node(ip)
                self.put(mac, ETH_IPV6, neighbor(SOLICIT, self.mac, w[0], ip, group))

    def forget(self):
        self.macs.clear()
        self.wanted.clear()
