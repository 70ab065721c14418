"""Sending side of the second device, the least that delivers: it numbers, sprays, repairs what
SACKs or its timer show lost, cuts windows on marks and keeps to hints (PROFILE.md sections 4, 5
and 11).  No path ever fails here.  Gets packets from a source (work.py, respond.py) and tells it
what was acknowledged; knows no message.  Time is an argument, in seconds."""
from packet import PSN

STAMPS = 1 << 12  # transmissions of a path whose time is remembered


class Sent:
    """A packet that was sent and is not acknowledged.  item offers name, flags, body() and
    acknowledged()."""

    def __init__(self, item):
        self.item = item
        self.count = 0       # transmissions
        self.order = 0       # which transmission of the path the last one was
        self.time = 0
        self.is_lost = False
        self.port = None     # the source port of the last transmission


class TxPath:
    def __init__(self, number, initial_psn, params):
        self.number, self.params = number, params
        self.cum = (initial_psn - 1) % PSN
        self.done = 0        # PSNs up to cum, as many as could still be spoken of
        self.next_psn = initial_psn
        self.unacked = {}    # PSN -> Sent, oldest PSN first
        self.order = 0       # transmissions so far, PROBEs included
        self.stamps = {}     # timestamp -> (order, time, source port)
        self.last_stamp = 0
        self.probe_number = 0
        self.is_asked = False  # a PROBE has had no answer yet
        self.newest_ack = None
        self.window = params["cwnd_init"]
        self.ce_count = 0
        self.cut_until = None  # marks echoed before this time belong to the last cut
        self.grown = 0         # acknowledged since the window last grew
        self.srtt = self.rttvar = self.rtt = None
        self.backoff = 0
        self.expires = None
        self.turns = []      # (when, order): transmissions up to order count as lost then

    def in_flight(self):
        return sum(not s.is_lost for s in self.unacked.values())

    def is_open(self):
        """PSN-2, CC-4."""
        return (self.in_flight() < self.window and
                (self.next_psn - self.cum) % PSN <= 256)

    def stamp(self, now, port):
        """A timestamp no other transmission of the path has; it names this one."""
        stamp = max(int(now * 1e6) % (1 << 32), (self.last_stamp + 1) % (1 << 32))
        self.last_stamp = stamp
        self.order += 1
        self.stamps[stamp] = self.order, now, port
        if len(self.stamps) > STAMPS:
            del self.stamps[next(iter(self.stamps))]
        return stamp

    def rto(self):
        """RTX-5."""
        low, high = self.params["rto_min"] / 1e6, self.params["rto_max"] / 1e6
        if self.srtt is None:
            base = self.params["rto_init"] / 1e6
        else:
            base = max(low, min(high, self.srtt + 4 * self.rttvar), self.rtt)
        return min(base * 2 ** self.backoff, max(high, base))

    def restart(self):
        oldest = next(iter(self.unacked.values()), None)
        self.expires = oldest.time + self.rto() if oldest else None

    def sample(self, rtt):
        self.rtt = rtt
        if self.srtt is None:
            self.srtt, self.rttvar = rtt, rtt / 2
        else:
            self.rttvar += (abs(self.srtt - rtt) - self.rttvar) / 4
            self.srtt += (rtt - self.srtt) / 8

    def is_possible(self, p):
        """SACK-4: whether the ACK speaks of PSNs sent only."""
        highest = (p.cum_psn + p.sack.bit_length()) % PSN
        if (self.cum - p.cum_psn) % PSN > self.done:
            return (p.cum_psn - self.cum) % PSN + p.sack.bit_length() <= self.sent_beyond()
        return (highest - self.cum) % PSN <= self.sent_beyond() or \
            (self.cum - highest) % PSN <= self.done

    def sent_beyond(self):
        return (self.next_psn - 1 - self.cum) % PSN

    def acknowledge(self, p, now):
        """Takes the path half of an ACK; the Sents it newly acknowledges."""
        is_newer = self.newest_ack is None or 0 < (p.psn - self.newest_ack) % PSN < PSN // 2
        news = [psn for psn in self.unacked
                if (p.cum_psn - psn) % PSN < PSN // 2 or
                p.sack >> (psn - p.cum_psn - 1) % PSN & 1]
        done = [self.unacked.pop(psn) for psn in news]
        if (p.cum_psn - self.cum) % PSN < PSN // 2:
            self.done = min(PSN // 2 - 1, self.done + (p.cum_psn - self.cum) % PSN)
            self.cum = p.cum_psn
        order, sent_at, port = self.stamps.get(p.ts_echo, (0, None, None))
        proofs = [(s.order, s.port) for s in done if s.count == 1] + [(order, port)]
        for s in self.unacked.values():  # RTX-1, RTX-13, PATH-4
            s.is_lost = s.is_lost or any(s.order < o and s.port == at for o, at in proofs)
        if done:
            self.backoff = 0
        if is_newer:
            self.newest_ack = p.psn
            if done and sent_at is not None:
                self.sample(now - sent_at)
            self.adjust(p, now, len(done))
        if done:
            self.restart()
        return done, is_newer

    def adjust(self, p, now, count):
        """CC-1, CC-2."""
        marks = (p.ce_count - self.ce_count) % PSN
        self.ce_count = p.ce_count
        trip = self.srtt or self.params["rto_min"] / 1e6
        if marks and (self.cut_until is None or now >= self.cut_until):
            self.window = max(self.params["cwnd_min"],
                              self.window * self.params["md_factor"] // 1000)
            self.cut_until = now + trip
            self.grown = 0
        elif not marks and self.in_flight() + count >= self.window and self.window < 256:
            self.grown += count
            if self.grown >= self.window:
                self.window, self.grown = self.window + 1, 0


class Sender:
    """All paths of a connection.  source.next() gives the next new item, or None;
    transmit(path, name, flags, psn, stamp, body) puts a packet on the wire and gives its IP
    bytes; port(path) is the source port in use."""

    def __init__(self, params, psns, source, transmit, port):
        self.params, self.source, self.transmit, self.port = params, source, transmit, port
        self.paths = [TxPath(i, psn, params) for i, psn in enumerate(psns)]
        self.turn = 0
        self.hint = 0
        self.clear_at = 0     # when the hint lets the next packet go
        self.is_held = False  # the hint kept something back

    def put(self, path, psn, s, now):
        s.count, s.is_lost, s.time = s.count + 1, False, now
        flags = s.item.flags | (0x40 if s.count > 1 else 0)
        s.port = self.port(path.number)
        stamp = path.stamp(now, s.port)
        s.order = path.order
        size = self.transmit(path.number, s.item.name, flags, psn, stamp, s.item.body())
        if self.hint:
            earliest = now - 8 * size * 8 / self.hint / 1000
            self.clear_at = max(self.clear_at, earliest) + size * 8 / self.hint / 1000
        if path.expires is None or s is next(iter(path.unacked.values())):
            path.restart()

    def is_allowed(self, now):
        """HINT-3."""
        self.is_held = bool(self.hint) and self.clear_at > now
        return not self.is_held

    def repair(self, path, now):
        """True while nothing lost is left: repairs go before new packets (RTX-1)."""
        for psn, s in path.unacked.items():
            if not s.is_lost:
                continue
            if path.in_flight() >= path.window or not self.is_allowed(now):
                return False
            self.put(path, psn, s, now)
        return True

    def pump(self, now):
        """Sends what may be sent now."""
        open_paths = [p for p in self.paths if self.repair(p, now) and p.is_open()]
        while open_paths and self.is_allowed(now):
            item = self.source.next()
            if item is None:
                return
            path = min(open_paths, key=lambda p: (p.number - self.turn) % len(self.paths))
            self.turn = (path.number + 1) % len(self.paths)
            psn, s = path.next_psn, Sent(item)
            path.next_psn = (psn + 1) % PSN
            path.unacked[psn] = s
            self.put(path, psn, s, now)
            if not path.is_open():
                open_paths.remove(path)

    def probe(self, path, msg, now):
        """PROBE-2; rtx says that the one before had no answer."""
        flags, psn = 0x40 * path.is_asked, path.probe_number
        path.is_asked = True
        path.probe_number = (psn + 1) % PSN
        self.transmit(path.number, "PROBE", flags, psn, path.stamp(now, self.port(path.number)),
                      msg)

    def acknowledge(self, p, now):
        """The path half of an ACK; whether anything was newly acknowledged."""
        path = self.paths[p.path]
        done, is_newer = path.acknowledge(p, now)
        path.is_asked = False
        if is_newer and p.rate_hint:
            self.hint = p.rate_hint
        for s in done:
            s.item.acknowledged()
        lost = next(((n, s) for n, s in path.unacked.items() if s.is_lost), None)
        if lost and done:
            self.put(path, *lost, now)  # RTX-1: the first at once, whatever the window
        return bool(done)

    def repath(self, path, now):
        """PATH-4: what went out under another port counts as lost one RTO after the last of it."""
        last = max([s.time for s in path.unacked.values()], default=now)
        path.turns.append((last + path.rto(), path.order))

    def turn_over(self, path, now):
        while path.turns and path.turns[0][0] <= now:
            _, order = path.turns.pop(0)
            for s in path.unacked.values():
                s.is_lost = s.is_lost or s.order <= order

    def expire(self, now):
        for path in self.paths:
            self.turn_over(path, now)
            if path.expires is None or path.expires > now:
                continue
            path.backoff += 1
            path.window, path.grown = self.params["cwnd_min"], 0
            psn, s = next(iter(path.unacked.items()))
            self.put(path, psn, s, now)

    def deadline(self):
        times = [p.expires for p in self.paths if p.expires is not None]
        times += [turn[0] for p in self.paths for turn in p.turns]
        if self.is_held:
            times.append(self.clear_at)
        return min(times, default=None)
