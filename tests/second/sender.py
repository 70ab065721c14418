"""Sending side of the second device: it sprays, repairs what SACKs or its timers show lost, keeps to
windows and hints, gives up paths and takes them back (PROFILE.md sections 4, 5, 6 and 11).  Gets
packets from a source (work.py) and tells it what was acknowledged; knows no message.  Time is an
argument, in seconds."""
import struct
from collections import deque

from packet import PSN
from txpath import Packet, Slot, TxPath

RTX = 0x40
EMPTY_MSG = bytes(16)  # a PROBE about stream 0


class Sender:
    """All paths of a connection.  source.next() gives the next new item, or None; wire offers
    transmit(path, name, flags, psn, stamp, body, rerouted), which puts a packet on the wire and
    gives its IP bytes, port(path), the source port in use, and change_port(path)."""

    def __init__(self, params, psns, source, wire):
        self.params, self.source, self.wire = params, source, wire
        self.paths = [TxPath(i, psn, params) for i, psn in enumerate(psns)]
        self.turn = 0
        self.rerouted = deque()  # packets of failed paths that wait for another (PATH-6)
        self.hint = 0
        self.clear_at = 0        # when the hint lets the next packet go
        self.is_held = False     # the hint kept something back

    def live(self):
        return [p for p in self.paths if not p.is_failed]

    # ---- out ----

    def is_nop(self, path, slot):
        """RTX-12, PATH-8, PATH-13; PATH-12: never the home of a packet that still matters."""
        here, packet = (path.number, slot.psn), slot.packet
        is_idle_copy = here != packet.home and (packet.is_done or packet.newest != here)
        return slot.was_nop or packet.item.is_void or is_idle_copy

    def put(self, path, slot, now):
        slot.was_nop = self.is_nop(path, slot)
        slot.count, slot.is_lost, slot.time = slot.count + 1, False, now
        slot.port = self.wire.port(path.number)
        stamp = path.stamp(now, slot.port)
        slot.order = path.order
        item, home = slot.packet.item, slot.packet.home
        flags = RTX if slot.count > 1 else 0
        if slot.was_nop:
            size = self.wire.transmit(path.number, "NOP", flags, slot.psn, stamp, b"", False)
        else:
            is_copy = home != (path.number, slot.psn)
            origin = struct.pack(">I", home[0] << 24 | home[1]) if is_copy else b""
            size = self.wire.transmit(path.number, item.name, flags | item.flags, slot.psn, stamp,
                                      origin + item.body(), is_copy)
        if self.hint:
            earliest = now - 8 * size * 8 / self.hint / 1000
            self.clear_at = max(self.clear_at, earliest) + size * 8 / self.hint / 1000
        if path.expires is None or slot is next(iter(path.unacked.values())):
            path.restart()

    def is_allowed(self, now):
        """HINT-3."""
        self.is_held = bool(self.hint) and self.clear_at > now
        return not self.is_held

    def repair(self, path, now):
        """True while nothing lost is left: repairs go before new packets (RTX-1)."""
        for slot in list(path.unacked.values()):
            if path.is_failed:
                return False
            if not slot.is_lost:
                continue
            if path.in_flight() >= path.window or not self.is_allowed(now):
                return False
            if not self.is_hopeless(path, slot, now):
                self.put(path, slot, now)
        return not path.is_failed

    def is_hopeless(self, path, slot, now):
        """PATH-5: sent too often; True if the path was given up for it."""
        return slot.count >= 2 * self.params["path_fail_rtos"] + 2 and self.fail(path, now)

    def use(self, path, packet, now):
        """Sends a packet under the path's next PSN."""
        slot = Slot(packet, path.next_psn)
        path.next_psn = (path.next_psn + 1) % PSN
        path.unacked[slot.psn] = slot
        self.put(path, slot, now)

    def next_packet(self, path):
        while self.rerouted:
            packet = self.rerouted.popleft()
            if not packet.is_done and not packet.item.is_void:
                packet.newest = path.number, path.next_psn
                return packet
        item = self.source.next()
        return item and Packet(item, (path.number, path.next_psn))

    def pump(self, now):
        """Sends what may be sent now."""
        open_paths = [p for p in self.paths if self.repair(p, now) and p.is_open()]
        while open_paths and self.is_allowed(now):
            path = min(open_paths, key=lambda p: (p.number - self.turn) % len(self.paths))
            packet = self.next_packet(path)
            if packet is None:
                return
            self.turn = (path.number + 1) % len(self.paths)
            self.use(path, packet, now)
            if not path.is_open():
                open_paths.remove(path)

    def probe(self, path, msg, now):
        """PROBE-2; rtx says that the one before had no answer."""
        if path.is_asked:
            path.silent += 1
        flags, psn = RTX * (path.is_asked or path.is_failed), path.probe_number
        path.is_asked = True
        path.probe_number = (psn + 1) % PSN
        path.probe_stamp = path.stamp(now, self.wire.port(path.number))
        self.wire.transmit(path.number, "PROBE", flags, psn, path.probe_stamp, msg, False)

    # ---- ACKs ----

    def acknowledge(self, p, now):
        """The path half of an ACK; whether anything was newly acknowledged."""
        path = self.paths[p.path]
        done, is_newer = path.acknowledge(p, now)
        path.is_asked = False
        if is_newer and p.rate_hint:
            least = (self.params["mtu"] + 112) * 8000 / self.params["probe_interval"]
            self.hint = max(p.rate_hint, least)  # HINT-3
        for slot in done:
            self.finish(slot)
        if path.is_failed and p.ts_echo == path.probe_stamp:
            self.take_back(path)
        lost = next((s for s in path.unacked.values() if s.is_lost), None)
        if lost and done and not path.is_failed and not self.is_hopeless(path, lost, now):
            self.put(path, lost, now)  # RTX-1: the first at once, whatever the window
        return bool(done)

    def finish(self, slot):
        packet = slot.packet
        if packet.is_done or (slot.was_nop and not packet.item.is_void):
            return
        packet.is_done = True
        packet.item.acknowledged()
        home = self.paths[packet.home[0]]
        if not slot.was_nop and home.unacked.pop(packet.home[1], None):  # PATH-13
            home.restart()

    # ---- failure ----

    def fail(self, path, now):
        """PATH-5, PATH-6; False for the last live path, which goes on under another port."""
        path.silent = 0
        if self.live() == [path]:
            self.repath(path, now)
            return False
        path.is_failed, path.expires = True, None
        path.turns.clear()
        path.next_probe, path.patience = now, min(16, path.patience * 2 or 1)
        for slot in path.unacked.values():
            packet = slot.packet
            if not slot.was_nop and not packet.is_done and                     packet.newest == (path.number, slot.psn):
                self.rerouted.append(packet)
        return True

    def take_back(self, path):
        """PATH-8."""
        path.is_failed, path.next_probe = False, None
        path.window, path.backoff = self.params["cwnd_min"], 0
        for slot in path.unacked.values():
            slot.is_lost = True

    def repath(self, path, now):
        """PATH-3, PATH-4: what went out under the old port counts as lost one RTO after the last
        of it."""
        last = max([s.time for s in path.unacked.values()], default=now)
        path.turns.append((last + path.rto(), path.order))
        self.wire.change_port(path.number)

    def turn_over(self, path, now):
        while path.turns and path.turns[0][0] <= now:
            _, order = path.turns.pop(0)
            for s in path.unacked.values():
                s.is_lost = s.is_lost or s.order <= order

    # ---- time ----

    def expire(self, now):
        for path in self.paths:
            self.turn_over(path, now)
            if path.is_failed and path.next_probe <= now:
                path.next_probe = now + path.patience * self.params["probe_interval"] / 1e6
                self.wire.change_port(path.number)
                self.probe(path, EMPTY_MSG, now)
            if path.expires is not None and path.expires <= now:
                self.time_out(path, now)

    def time_out(self, path, now):
        """RTX-5, RTX-11."""
        path.backoff += 1
        path.silent += 1
        path.window, path.grown = self.params["cwnd_min"], 0
        slot = next(iter(path.unacked.values()))
        if path.silent >= self.params["path_fail_rtos"] and self.fail(path, now):
            return
        if not self.is_hopeless(path, slot, now):
            self.put(path, slot, now)

    def deadline(self):
        times = [p.expires for p in self.paths if p.expires is not None]
        times += [p.next_probe for p in self.paths if p.next_probe is not None]
        times += [turn[0] for p in self.paths for turn in p.turns]
        if self.is_held:
            times.append(self.clear_at)
        return min(times, default=None)
