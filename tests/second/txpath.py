"""Paths of the second device's sending side: PSNs, repair, timers, windows and round trips of each
(PROFILE.md sections 4, 5 and 11).  What goes out when is sender.py's.  Knows no message.  Time is
an argument, in seconds."""
from packet import PSN

STAMPS = 1 << 12  # transmissions of a path whose time is remembered


class Packet:
    """A packet of a message, whatever PSNs it goes out under.  item offers name, flags, body(),
    is_void (may no longer be sent: RTX-12) and acknowledged()."""

    def __init__(self, item, home):
        self.item = item
        self.home = self.newest = home  # (path, PSN) first and last sent under
        self.is_done = False            # accepted by the receiver


class Slot:
    """A PSN that was used and is not acknowledged."""

    def __init__(self, packet, psn):
        self.packet, self.psn = packet, psn
        self.count = 0       # transmissions
        self.order = 0       # which transmission of the path the last one was
        self.time = 0
        self.is_lost = False
        self.was_nop = False
        self.port = None     # the source port of the last transmission


class TxPath:
    def __init__(self, number, initial_psn, params):
        self.number, self.params = number, params
        self.cum = (initial_psn - 1) % PSN
        self.done = 0        # PSNs up to cum, as many as could still be spoken of
        self.next_psn = initial_psn
        self.unacked = {}    # PSN -> Slot, oldest PSN first
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
        self.silent = 0        # timeouts in a row without any ACK (PATH-5)
        self.is_failed = False
        self.probe_stamp = None  # of the PROBE under the present port
        self.next_probe = None
        self.patience = 0      # probe_intervals between PROBEs while failed
        self.turns = []      # (when, order): transmissions up to order count as lost then

    def in_flight(self):
        return sum(not s.is_lost for s in self.unacked.values())

    def is_open(self):
        """PSN-2, CC-4."""
        return (not self.is_failed and self.in_flight() < self.window and
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
        is_on = oldest and not self.is_failed
        self.expires = oldest.time + self.rto() if is_on else None

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
        """Takes the path half of an ACK; the Slots it newly acknowledges."""
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
        self.silent = 0
        if done:
            self.backoff = self.patience = 0
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
