"""Path layer of the second device, receiving side: which packets are taken, once each, and which
ACK is due when (PROFILE.md sections 3, 4, 6, 11, 12).  Time is an argument, in seconds; frames
leave through the function given.  Places and orders nothing itself (stream.py)."""
import packet
import work
from packet import BAD_STREAM, Discard, PSN
from sender import Sender
from stream import Stream

NEW, DUPLICATE, OUTSIDE = range(3)


class Path:
    """One direction of one path, as its receiver sees it."""

    def __init__(self, number, peer_initial_psn, initial_psn, sport):
        self.number, self.initial_psn, self.sport = number, initial_psn, sport
        self.peer_initial_psn = peer_initial_psn
        self.cum = (peer_initial_psn - 1) % PSN
        self.beyond = set()       # accepted PSNs in the window, all > cum
        self.ce_count = 0
        self.ts_echo = 0
        self.ack_number = 0
        self.unacknowledged = 0   # sequenced packets since the last ACK
        self.is_marked = False    # a CE mark since the last ACK
        self.due = None           # when the next ACK must leave (ACK-3)
        self.about = 0            # stream of the last accepted packet with MSG (ACK-6)
        self.port_changed = None  # when a PROBE last changed our source port (PATH-11)

    def place_of(self, psn):
        """PSN-3."""
        ahead = (psn - self.cum) % PSN
        if 1 <= ahead <= 256:
            return DUPLICATE if psn in self.beyond else NEW
        return DUPLICATE if (self.cum - psn) % PSN < PSN // 2 else OUTSIDE

    def touches_gap(self, psn):
        """Whether a new PSN opens or fills a gap (ACK-2)."""
        before = (psn - 1) % PSN
        opens = before != self.cum and before not in self.beyond
        fills = any((x - psn) % PSN <= 256 for x in self.beyond)
        return opens or fills

    def accept(self, psn):
        if self.place_of(psn) == NEW:  # a copy may name itself as its original
            self.beyond.add(psn)
        while (self.cum + 1) % PSN in self.beyond:
            self.cum = (self.cum + 1) % PSN
            self.beyond.remove(self.cum)

    def sack(self):
        """SACK-2, as an integer."""
        return sum(1 << (psn - self.cum - 1) % PSN for psn in self.beyond)


class Connection:
    """One connection, from its opening to its end.  params: all parameters by name; device offers
    regions, now(), hint(), emit() and completion()."""

    def __init__(self, device, handle, conn_id, params, domain, planes, path_plane):
        self.device, self.handle, self.conn_id = device, handle, conn_id
        self.params, self.domain = params, domain
        self.planes, self.path_plane = planes, path_plane
        self.peer_conn = None     # not connected
        self.is_closed = False
        self.paths = []
        self.streams = {}
        self.changed = {}         # stream -> (path, when an ACK about it is due) (ACK-6)
        self.active_until = None  # HINT-5
        self.hint = 0             # the newest
        self.ops, self.mtu, self.msg_window = params["ops"], params["mtu"], params["msg_window"]
        self.initial_msn, self.msg_max = params["initial_msn"], params["msg_max"]
        self.read_depth = params["read_depth"]
        self.regions = device.regions
        self.responses = []       # sent at least in part and not wholly acknowledged

    def connect(self, conn_id, psns, planes, own_psns, sports):
        self.peer_conn, self.peer_planes = conn_id, planes
        self.paths = [Path(i, psns[i], own_psns[i], sports[i])
                      for i in range(self.params["paths"])]
        self.outbox = work.Outbox(self.params)
        self.sender = Sender(self.params, own_psns, self.outbox, self)
        self.progress = None      # when work under way last made some (RTX-9)

    def stream(self, number):
        if number not in self.streams:
            self.streams[number] = Stream(self, number)
        return self.streams[number]

    def complete(self, stream, msn, last, receive):
        self.device.completion(self, "receive", "SUCCESS", id=receive.ident, stream=stream,
                               msn=msn, length=last.length, solicited=bool(last.solicited),
                               **({"immediate": last.immediate} if hasattr(last, "immediate")
                                  else {}))

    # ---- arrival ----

    def check(self, p):
        """HDR-3, as far as it needs the connection."""
        if p.version != self.params["version"]:
            raise Discard("version")
        if p.src not in self.peer_planes:
            raise Discard("address")
        if p.partition != self.params["partition"]:
            raise Discard("partition")
        if len(p.payload) > self.mtu:
            raise Discard("length")
        if p.path >= len(self.paths):
            raise Discard("path")
        if p.rerouted and (p.name == "NOP" or not p.is_sequenced or
                           p.orig_path >= len(self.paths)):
            raise Discard("path")

    def arrive(self, p):
        """A packet with a good CRC for this connection."""
        self.check(p)
        path = self.paths[p.path]
        if p.name == "PROBE":
            self.take_probe(p, path)
        elif p.name == "CLOSE":
            if p.psn != path.peer_initial_psn:
                raise Discard("psn")
            self.end("PEER_CLOSED")
        elif p.is_sequenced:
            self.take_sequenced(p, path)
        else:
            self.take_ack(p)
        if not self.is_closed:
            self.sender.pump(self.device.now())

    def take_probe(self, p, path):
        path.ts_echo = p.timestamp
        now = self.device.now()
        interval = self.params["probe_interval"] / 1e6
        if p.rtx and (path.port_changed is None or now - path.port_changed >= interval):
            path.port_changed = now
            self.change_port(path.number)
        self.acknowledge(path, (p.stream, 0))

    def port(self, number):
        return self.paths[number].sport

    def change_port(self, number):
        used = {path.sport for path in self.paths}
        free = [s for s in range(49152, 65536) if s not in used]
        self.paths[number].sport = self.device.random.choice(free)

    def take_sequenced(self, p, path):
        now = self.device.now()
        path.ts_echo = p.timestamp
        self.make_active(now)
        is_first_mark = p.is_ce and not path.is_marked
        if p.is_ce:
            path.ce_count = (path.ce_count + 1) % PSN
            path.is_marked = True
        place = path.place_of(p.psn)
        origin = None
        if place == NEW and p.rerouted:
            origin = self.paths[p.orig_path].place_of(p.orig_psn)
            if origin == OUTSIDE:
                place = OUTSIDE  # PATH-7
        at_once = (p.ack_req or is_first_mark or place != NEW or path.touches_gap(p.psn))
        path.unacknowledged += 1
        about = self.accept(p, path, origin) if place == NEW else None
        if about or at_once or path.unacknowledged >= self.params["ack_every"]:
            self.acknowledge(path, about)
        elif path.due is None:
            path.due = now + self.delay()

    def accept(self, p, path, origin):
        """A new packet; what an ACK about a stream that does not exist must speak of."""
        path.accept(p.psn)
        exists = p.has_msg and p.stream < self.params["streams"]
        if exists:
            path.about = p.stream
        if origin == DUPLICATE:
            return None  # PATH-7
        if origin == NEW:
            self.paths[p.orig_path].accept(p.orig_psn)
        if not p.has_msg:
            return None
        if not exists:
            return p.stream, p.msn  # STRM-8
        if p.name.endswith("_RESP"):
            out = self.outbox.streams.get(p.stream)
            if out:
                out.answer(p, self.done)
            return None
        stream = self.stream(p.stream)
        before = stream.report()
        stream.take(p)
        self.note(stream, before, path)
        return None

    def delay(self):
        """Half of ack_delay leaves time for this device to be slow."""
        return self.params["ack_delay"] / 2e6

    def make_active(self, now):
        size = (self.mtu + 112) * 8 / 1000
        self.active_until = now + max(self.params["hint_idle"] / 1e6,
                                      4 * size / self.hint if self.hint else 0)

    def is_active(self, now):
        return self.active_until is not None and now <= self.active_until

    # ---- ACKs ----

    def acknowledge(self, path, about=None):
        """One ACK on the path, then one for each other stream with a change (ACK-6)."""
        self.send_ack(path, about)
        while self.changed:
            stream, (path, _) = next(iter(self.changed.items()))
            self.send_ack(path, (stream, 0))

    def send_ack(self, path, about):
        if about is None and self.changed:
            about = next(iter(self.changed)), 0
        stream, msn = about or (path.about, 0)
        if stream >= self.params["streams"]:
            report = msn, BAD_STREAM, msn, 0
        else:
            report = self.stream(stream).report()
        self.changed.pop(stream, None)
        self.hint = self.device.hint(self)
        rnr_delay = self.params["rnr_delay"] if report[1] == packet.RNR else 0
        body = packet.ackh(path.cum, path.sack(), path.ts_echo, self.hint, path.ce_count, stream,
                           report, rnr_delay)
        self.send(path, "ACK", path.ack_number, body)
        path.ack_number = (path.ack_number + 1) % PSN
        path.unacknowledged, path.is_marked, path.due = 0, False, None

    def send(self, path, name, psn, body):
        head = packet.base(name, self.params["version"], self.params["partition"],
                           self.peer_conn, psn, path.number, self.device.timestamp())
        self.emit(path, self.params["dscp_ack"] << 2, head + body)

    def transmit(self, number, name, flags, psn, stamp, body, rerouted):
        """For the sender: a packet of ours; its IP bytes."""
        head = packet.base(name, self.params["version"], self.params["partition"],
                           self.peer_conn, psn, number, stamp, flags, rerouted)
        return self.emit(self.paths[number], self.params["dscp_data"] << 2 | 2, head + body)

    def emit(self, path, tos, body):
        plane = self.path_plane[path.number]
        src, dst = self.planes[plane], self.peer_planes[plane]
        datagram = packet.datagram(src, dst, path.sport, self.params["udp_port"], tos, body)
        self.device.emit(plane, src, dst, datagram)
        return len(datagram)

    # ---- what we send ----

    def respond_read(self, stream, m, memory, at):
        r = work.ReadResponse(stream.number, m.last.msn, memory, at, m.last.length)

        def sent():
            m.is_answered = True
            self.advance(stream)
        self.queue(r, sent)

    def respond_atomic(self, stream, p, original):
        def sent():
            stream.unsent -= 1
        self.queue(work.AtomicResponse(stream.number, p.msn, original), sent)

    def queue(self, response, sent):
        response.on_sent = sent
        self.responses = [r for r in self.responses if not r.is_sent or r.unacked] + [response]
        self.outbox.responses.append(response)

    def advance(self, stream):
        """A response has left: the READ is complete, and what comes after it may be (STRM-2)."""
        before = stream.report()
        stream.advance()
        self.note(stream, before, self.paths[0])

    def note(self, stream, before, path):
        if stream.report() != before:
            self.changed.setdefault(stream.number, (path, self.device.now() + self.delay()))

    def is_reading(self, memory):
        """PLACE-9."""
        return not self.is_closed and any(r.memory is memory and (not r.is_sent or r.unacked)
                                          for r in self.responses)

    def take_ack(self, p):
        exists = p.stream < self.params["streams"]
        out = self.outbox.streams.get(p.stream) if exists else None
        cmsn, status = p.report[:2]
        known = out.knows(cmsn) if out else cmsn == self.initial_msn
        if not self.sender.paths[p.path].is_possible(p) or (status != BAD_STREAM and not known):
            return  # SACK-4
        now = self.device.now()
        if out:  # first: what is in error is not repaired but filled (RTX-12)
            before = out.cmsn
            out.take(p.report, p.rnr_delay, now, self.done)
            if out.cmsn != before:
                self.progress = now
        if self.sender.acknowledge(p, now):
            self.progress = now

    def done(self, w, status):
        more = {} if w.immediate is None else {"immediate": w.immediate}
        self.device.completion(self, "work", status, id=w.ident, stream=w.stream, msn=w.msn,
                               length=w.length, solicited=w.solicited, **more)

    def serve_work(self, now):
        self.sender.expire(now)
        for out in self.outbox.streams.values():
            out.resume(now)
            if out.is_stalled() and out.quiet_since is None:
                out.quiet_since = now
            path = self.sender.live()[0]
            if out.is_stalled() and out.probe_due(path.rto()) <= now:
                out.probes, out.quiet_since = out.probes + 1, now
                self.sender.probe(path, work.msg(out.number, 0, 0, 0, 0, 0), now)
        if not self.outbox.is_busy() and not any(t.unacked for t in self.sender.paths):
            self.progress = None
        elif self.progress is None:
            self.progress = now
        elif now >= self.progress + self.patience():
            return self.give_up()
        return self.sender.pump(now)

    def patience(self):
        """RTX-9."""
        first, most = self.params["rto_init"], self.params["rto_max"]
        return sum(min(first << k, most) for k in range(self.params["retry_limit"] + 1)) / 1e6

    def give_up(self):
        for path in self.paths:
            self.send(path, "CLOSE", path.initial_psn, bytes((1, 0, 0, 0)))
        self.end("RETRY_EXCEEDED")

    # ---- time ----

    def deadline(self):
        """When serve() has something to do next, None if never."""
        if self.peer_conn is None or self.is_closed:
            return None
        now = self.device.now()
        times = [path.due for path in self.paths if path.due is not None]
        times += [due for _, due in self.changed.values()]
        times += [t for t in (self.sender.deadline(),) if t is not None]
        for out in self.outbox.streams.values():
            if out.hold is not None:
                times.append(max(out.hold, now + 0.001))
            if out.is_stalled() and out.quiet_since is not None:
                times.append(out.probe_due(self.sender.live()[0].rto()))
        if self.progress is not None:
            times.append(self.progress + self.patience())
        return min(times, default=None)

    def serve(self, now):
        if self.peer_conn is None:
            return
        self.serve_work(now)
        for path in self.paths:
            if path.due is not None and path.due <= now:
                self.acknowledge(path)
        for path, due in list(self.changed.values()):
            if due <= now and self.changed:
                self.acknowledge(path)

    # ---- end ----

    def close(self, reason):
        """LIFE-2: what is owed, then CLOSE on each path."""
        for path in self.paths:
            if path.unacknowledged or path.due is not None:
                self.acknowledge(path)
        if self.changed:
            self.acknowledge(next(iter(self.changed.values()))[0])
        for path in self.sender.live():
            path = self.paths[path.number]
            self.send(path, "CLOSE", path.initial_psn, bytes((reason, 0, 0, 0)))
        self.end("SUCCESS")

    def end(self, status):
        self.is_closed = True
        self.changed.clear()
        for path in self.paths:
            path.due = None
        for out in self.outbox.streams.values():
            for w in out.works:
                self.done(w, "FLUSHED" if status == "SUCCESS" else status)
            out.works.clear()
        self.device.completion(self, "closed", status)
