"""What the second device sends: its own SENDs and WRITEs, and the responses to READ and ATOMIC
(PROFILE.md sections 3, 8, 9 and 10).  Knows no path: sender.py asks for the next packet."""
import struct
import sys
from collections import deque

from packet import BAD_STREAM, MSN, OK, RNR

STATUS = {2: "ACCESS", 3: "LENGTH", 4: "INVALID", 5: "BAD_STREAM", 6: "UNSUPPORTED"}


def msg(stream, last, attempt, msn, offset, length):
    return struct.pack(">HBBIII", stream, last << 7, attempt, msn, offset, length)


class Item:
    """One packet's content."""

    def __init__(self, owner, offset, size, last, name):
        self.owner, self.offset, self.size, self.last = owner, offset, size, last
        self.name, self.attempt = name, owner.attempt
        owner.unacked += 1

    is_void = property(lambda self: self.owner.is_failed)
    flags = property(lambda self: (self.owner.solicited and self.last) << 7 | (-self.size % 4) << 4)

    def body(self):
        o = self.owner
        data = bytes(o.memory[o.at + self.offset:o.at + self.offset + self.size])
        head = msg(o.stream, self.last, self.attempt, o.msn, self.offset, o.length)
        return head + o.more(self) + data + b"\0" * (-self.size % 4)

    def acknowledged(self):
        self.owner.unacked -= 1


class Message:
    """A message or response under way.  memory[at:at + length] is its content."""

    attempt = 0
    is_failed = False
    solicited = False

    def __init__(self, stream, msn, memory, at, length):
        self.stream, self.msn, self.memory, self.at, self.length = stream, msn, memory, at, length
        self.sent = 0          # bytes given to packets
        self.is_sent = False   # all of them, of this attempt
        self.unacked = 0

    def next(self, mtu):
        size = min(mtu, self.length - self.sent)
        offset, self.sent = self.sent, self.sent + size
        self.is_sent = self.sent == self.length
        return Item(self, offset, size, self.is_sent, self.opcode(self.is_sent))


class Work(Message):
    """A SEND or WRITE posted here."""

    def __init__(self, kind, ident, recv_index, remote, immediate, solicited, *rest):
        super().__init__(*rest)
        self.kind, self.ident, self.recv_index, self.remote = kind, ident, recv_index, remote
        self.immediate, self.solicited = immediate, solicited
        self.is_repeated = kind == "SEND" or immediate is not None  # RNR-2

    def opcode(self, last):
        return self.kind + ("_IMM" if last and self.immediate is not None else "")

    def more(self, item):
        out = b""
        if self.kind == "SEND" or item.name == "WRITE_IMM":
            out += struct.pack(">I", self.recv_index)
        if self.kind == "WRITE":
            address, rkey = self.remote
            out += struct.pack(">QI", (address + item.offset) % (1 << 64), rkey)
        if item.name.endswith("_IMM"):
            out += struct.pack(">I", self.immediate)
        return out

    def again(self):
        self.attempt = (self.attempt + 1) % 256
        self.sent, self.is_sent = 0, False


class Request(Message):
    """A READ, FADD or CSWAP posted here.  memory[at:at + length] gets the answer."""

    immediate = None
    is_repeated = False
    OPCODE = {"READ": "READ_REQ", "FADD": "ATOMIC_FADD", "CSWAP": "ATOMIC_CSWAP"}

    def __init__(self, kind, ident, remote, operands, solicited, *rest):
        super().__init__(*rest)
        self.kind, self.ident, self.remote, self.operands = kind, ident, remote, operands
        self.solicited = solicited
        self.parts = {}           # offset -> length of the payloads placed
        self.is_answered = False  # wholly

    def next(self, mtu):
        self.is_sent = True
        return Item(self, 0, 0, True, self.OPCODE[self.kind])

    def more(self, item):
        operands = b"" if self.kind == "READ" else struct.pack(">QQ", *self.operands)
        return struct.pack(">QI", *self.remote) + operands

    def answer(self, p):
        """READ-4: placed only where the request said."""
        wanted = "READ_RESP" if self.kind == "READ" else "ATOMIC_RESP"
        if p.name != wanted or p.length != self.length or not self.is_sent or self.is_failed:
            return
        if self.kind != "READ":
            self.memory[self.at:self.at + 8] = p.original.to_bytes(8, sys.byteorder)
            self.is_answered = True
            return
        if p.offset + len(p.payload) > self.length:
            return
        at = self.at + p.offset
        self.memory[at:at + len(p.payload)] = p.payload
        self.parts[p.offset] = len(p.payload)
        at = 0
        while self.parts.get(at):
            at += self.parts[at]
        self.is_answered = at == self.length


class ReadResponse(Message):
    def opcode(self, last):
        return "READ_RESP"

    def more(self, item):
        return b""


class AtomicResponse(Message):
    """original is sent in a header, not as payload; the message's length is 8 (READ-3)."""

    def __init__(self, stream, msn, original):
        super().__init__(stream, msn, b"", 0, 8)
        self.original = original

    def next(self, mtu):
        self.sent, self.is_sent = 8, True
        return Item(self, 0, 0, True, "ATOMIC_RESP")

    def more(self, item):
        return struct.pack(">Q", self.original)


class OutStream:
    """The outgoing direction of a stream."""

    def __init__(self, number, params):
        self.number, self.params = number, params
        self.cmsn = self.next_msn = params["initial_msn"]
        self.sent_msn = params["initial_msn"]  # first msn of which nothing was sent
        self.receives = 0
        self.works = deque()  # incomplete, in order
        self.error = None     # (msn, status)
        self.hold = None      # until when SEND and WRITE_IMM rest; None: no RNR under way
        self.refused = None   # first msn to be sent again
        self.counted = None   # the last refusal counted (RNR-4)
        self.retries = 0
        self.quiet_since = None  # when an ACK last spoke of it, or we last asked
        self.probes = 0          # asked in a row

    def post(self, kind, ident, remote, more, memory, at, length):
        """more: immediate, solicited, fence, operands where the work has them."""
        place = self.number, self.next_msn, memory, at, length
        solicited = more.get("solicited", False)
        if kind in Request.OPCODE:
            w = Request(kind, ident, remote, more.get("operands"), solicited, *place)
        else:
            w = Work(kind, ident, self.receives, remote, more.get("immediate"), solicited, *place)
        w.fence = more.get("fence", False)
        self.receives = (self.receives + w.is_repeated) % MSN
        self.next_msn = (self.next_msn + 1) % MSN
        self.works.append(w)

    def must_wait(self, w):
        """STRM-6, STRM-10, READ-5."""
        requests = [x for x in self.works if isinstance(x, Request) and not x.is_answered and
                    x is not w and (w.msn - x.msn) % MSN < MSN // 2]
        return ((w.msn - self.cmsn) % MSN >= self.params["msg_window"] or
                (w.fence and requests) or
                (isinstance(w, Request) and len(requests) >= self.params["read_depth"]))

    def next(self, mtu):
        """The next packet, None if none may go."""
        for w in self.works:
            if w.is_sent or w.is_failed:
                continue
            if not w.sent and self.must_wait(w):
                return None
            if w.is_repeated and self.hold is not None:
                continue
            if (w.msn - self.sent_msn) % MSN < MSN // 2:
                self.sent_msn = (w.msn + 1) % MSN
            return w.next(mtu)
        return None

    def knows(self, cmsn):
        return (self.sent_msn - cmsn) % MSN < MSN // 2

    def take(self, report, rnr_delay, now, done):
        """The stream half of an ACK; done(work, status) completes."""
        cmsn, status, msn, attempt = report
        self.quiet_since, self.probes = now, 0
        if status != BAD_STREAM and 0 < (cmsn - self.cmsn) % MSN < MSN // 2:
            self.cmsn = cmsn
        self.complete(done)
        named = next((w for w in self.works if w.msn == msn), None)
        if named is None or (self.sent_msn - msn - 1) % MSN >= MSN // 2:
            pass  # ERR-5
        elif status == RNR:
            self.refuse(named, attempt, rnr_delay, now)
        elif status != OK and (not self.error or (msn - self.cmsn) % MSN <
                               (self.error[0] - self.cmsn) % MSN):
            self.fail(msn, STATUS.get(status, "INTERNAL"))
        self.finish(done)

    def is_complete(self, w):
        """STRM-5."""
        if isinstance(w, Request):
            return w.is_answered
        return (self.cmsn - w.msn - 1) % MSN < MSN // 2

    def complete(self, done):
        while self.works and self.is_complete(self.works[0]):
            done(self.works.popleft(), "SUCCESS")

    def answer(self, p, done):
        """A response packet; one that nobody waits for is ignored (READ-4)."""
        w = next((w for w in self.works if w.msn == p.msn and isinstance(w, Request)), None)
        if w is None or w.is_answered:
            return
        w.answer(p)
        if w.is_answered and (w.msn - self.cmsn) % MSN < MSN // 2:
            self.cmsn = (w.msn + 1) % MSN  # STRM-5
        self.complete(done)
        self.finish(done)

    def refuse(self, named, attempt, rnr_delay, now):
        if attempt != named.attempt or self.counted == (named.msn, attempt):
            return
        self.counted = named.msn, attempt
        self.retries = self.retries + 1 if self.refused == named.msn else 1
        self.refused = named.msn
        limit = self.params["rnr_retry_limit"]
        if limit != 7 and self.retries > limit:
            return self.fail(named.msn, "RNR_RETRY_EXCEEDED")
        self.hold = now + rnr_delay / 1e6

    def resume(self, now):
        """RNR-2."""
        if self.hold is None or now < self.hold:
            return
        again = [w for w in self.works if w.is_repeated and
                 (w.msn - self.refused) % MSN < MSN // 2 and (w.sent or w.is_sent)]
        if any(w.unacked for w in again):
            return
        for w in again:
            w.again()
        self.hold = None

    def fail(self, msn, status):
        """ERR-2."""
        self.error, self.hold = (msn, status), None
        for w in self.works:
            w.is_failed = w.is_failed or (w.msn - msn) % MSN < MSN // 2

    def finish(self, done):
        if self.error and self.works and self.works[0].msn == self.error[0]:
            done(self.works.popleft(), self.error[1])
            while self.works:
                done(self.works.popleft(), "FLUSHED")

    def is_stalled(self):
        """PROBE-2."""
        return (any(w.is_sent for w in self.works) and self.hold is None and
                not any(w.unacked for w in self.works))


    def probe_due(self, rto):
        return self.quiet_since + min(rto * 2 ** self.probes, self.params["rto_max"] / 1e6)


class Outbox:
    """All that waits to be sent on a connection: responses first, then streams in turn."""

    def __init__(self, params):
        self.params = params
        self.responses = deque()
        self.streams = {}
        self.order = deque()

    def stream(self, number):
        if number not in self.streams:
            self.streams[number] = OutStream(number, self.params)
            self.order.append(number)
        return self.streams[number]

    def is_busy(self):
        """Something waits for the peer, RNR apart."""
        return any(out.is_stalled() for out in self.streams.values())

    def next(self):
        mtu = self.params["mtu"]
        if self.responses:
            r = self.responses[0]
            item = r.next(mtu)
            if r.is_sent:
                self.responses.popleft()
                r.on_sent()
            return item
        for _ in range(len(self.order)):
            item = self.streams[self.order[0]].next(mtu)
            self.order.rotate(-1)
            if item:
                return item
        return None
