#!/usr/bin/python3
"""A second device, to be tested like any vendor's: slow, small, written from PROFILE.md alone, so
that a rule misread once by engine, shadow and cases alike is not right three times.  Made to be
the receiver and target; what it sends itself is the least that delivers (sender.py).  Serves CONTROL.md on stdio, on all ports of its network namespace."""
import os
import random
import select
import socket
import sys
import time

sys.dont_write_bytecode = True  # the source tree stays as it is

import control  # noqa: E402
import packet  # noqa: E402
from packet import Discard  # noqa: E402
from port import Port  # noqa: E402

LINK_RATE = 1000000  # kb/s
BURST = 64           # frames of a port taken in a row


class Device:
    def __init__(self, ports):
        self.ports = ports
        self.reset(None)

    def reset(self, seed):
        self.random = random.Random(seed)
        self.connections = {}  # handle -> Connection, until `closed` has been polled
        self.by_id = {}        # conn_id -> Connection, open ones
        self.resting = {}      # conn_id -> when it may be used again
        self.regions = {}      # rkey -> Region that packets may name
        self.handles = {}      # handle -> Region
        self.completions = []
        self.counters = {}
        self.next_handle = 1
        self.next_address = 0x100000000
        for port in self.ports:
            port.forget()

    def handle(self):
        self.next_handle += 1
        return self.next_handle - 1

    # ---- what connections use ----

    def now(self):
        return time.monotonic()

    def timestamp(self):
        return int(time.monotonic() * 1e6) % (1 << 32)

    def emit(self, plane, src, dst, datagram):
        self.ports[plane].send(src, dst, datagram, self.now())

    def hint(self, connection):
        """HINT-1."""
        now = self.now()
        active = sum(c.is_active(now) for c in self.by_id.values())
        sharers = active if connection.is_active(now) else active + 1
        return max(1, connection.params["link_rate"] // sharers)

    def completion(self, connection, kind, status, **more):
        self.completions.append({"connection": connection.handle, "kind": kind, "status": status,
                                 **more})
        if kind == "closed" and self.by_id.get(connection.conn_id) is connection:
            del self.by_id[connection.conn_id]
            self.resting[connection.conn_id] = (self.now() +
                                                connection.params["id_quarantine"] / 1e6)

    # ---- frames and time ----

    def take(self, number, datagram):
        try:
            p = packet.parse(datagram)
            connection = self.by_id.get(p.dst_conn)
            if connection is None or connection.peer_conn is None:
                raise Discard("connection")
            if p.dport != connection.params["udp_port"] or p.dst not in self.ports[number].ips:
                raise Discard("foreign")
            connection.arrive(p)
        except Discard as reason:
            name = f"discard_{reason}"
            self.counters[name] = self.counters.get(name, 0) + 1

    def drain(self, number, most):
        try:
            for _ in range(most):
                datagram = self.ports[number].receive()
                if datagram:
                    self.take(number, datagram)
        except BlockingIOError:
            pass

    def serve(self):
        now = self.now()
        for port in self.ports:
            port.serve(now)
        for connection in list(self.by_id.values()):
            connection.serve(now)

    def wait(self):
        times = [x.deadline() for x in self.ports + list(self.by_id.values())]
        left = min((t for t in times if t is not None), default=None)
        return None if left is None else max(0, left - self.now())


def run(device):
    """Until standard input ends.  Frames that came before a request are served before it."""
    text = b""
    fds = {port.socket.fileno(): n for n, port in enumerate(device.ports)}
    while True:
        ready, _, _ = select.select([0] + list(fds), [], [], device.wait())
        for fd in ready:
            if fd:
                device.drain(fds[fd], BURST)
        if 0 in ready:
            got = os.read(0, 1 << 20)
            if not got:
                return
            for n in fds.values():
                device.drain(n, 1 << 12)
            text += got
            while b"\n" in text:
                line, text = text.split(b"\n", 1)
                answer = control.answer(device, line)
                os.write(1, answer)
        device.serve()


def main():
    names = sorted((name for _, name in socket.if_nameindex() if name != "lo"),
                   key=lambda name: (len(name), name))
    if not names:
        sys.exit("second device: there is no port in this network namespace")
    run(Device([Port(name, n) for n, name in enumerate(names)]))


if __name__ == "__main__":
    main()
