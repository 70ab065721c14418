"""Message layer of the second device: one stream's messages are placed, ordered, completed and
refused (PROFILE.md sections 7, 8 and 10).  Knows no path, packet number or clock."""
import sys

from packet import ACCESS, INVALID, LENGTH, MSN, OK, RNR, UNSUPPORTED

OPERATION = {"SEND": "SEND", "SEND_IMM": "SEND", "WRITE": "WRITE", "WRITE_IMM": "WRITE",
             "READ_REQ": "READ", "ATOMIC_FADD": "ATOMIC", "ATOMIC_CSWAP": "ATOMIC"}
OP_BIT = {"READ": 1, "ATOMIC": 2, "SEND": 4, "WRITE": 8}


class Region:
    """Registered memory."""

    def __init__(self, address, length, rights, domain, rkey):
        self.address, self.rights, self.domain, self.rkey = address, rights, domain, rkey
        self.bytes = bytearray(length)

    def allows(self, right, domain, address, length):
        """PLACE-4."""
        return (right in self.rights and domain == self.domain and address >= self.address and
                address + length <= self.address + len(self.bytes) and address + length <= 1 << 64)


class Receive:
    def __init__(self, ident, region, offset, length):
        self.ident, self.region, self.offset, self.length = ident, region, offset, length


class Message:
    """What is known of one incomplete message, of its newest attempt (RNR-3)."""

    def __init__(self, attempt):
        self.attempt = attempt
        self.is_refused = False  # RNR
        self.first = None        # the packet all others must agree with
        self.last = None         # the packet with `last`
        self.index = None        # recv_index, once a packet said it
        self.parts = {}          # offset -> length of the payloads placed
        self.bytes = 0           # their sum
        self.is_executed = False
        self.is_answered = False  # READ: its whole response has been sent once

    def is_complete(self):
        if self.last is None or self.is_refused:
            return False
        if self.is_request():
            return self.is_answered
        at = 0
        while self.parts.get(at):
            at += self.parts[at]
        return at == self.last.length

    def is_request(self):
        return self.last is not None and OPERATION[self.last.name] in ("READ", "ATOMIC")

    def disagrees(self, p):
        """PLACE-11."""
        if self.index is not None and hasattr(p, "recv_index") and p.recv_index != self.index:
            return True
        f = self.first
        if f is None:
            return False
        return (p.length != f.length or OPERATION[p.name] != OPERATION[f.name] or
                (hasattr(p, "rkey") and p.length and
                 (p.rkey != f.rkey or (p.address - p.offset - f.address + f.offset) % (1 << 64))))


class Stream:
    """The incoming direction of a stream.  host offers ops, domain, mtu, msg_window, regions (by
    rkey), complete() and respond()."""

    def __init__(self, host, number):
        self.host, self.number = host, number
        self.cmsn = host.initial_msn
        self.messages = {}   # msn -> Message, incomplete ones of the window
        self.error = None    # (msn, status): the lowest (ERR-1)
        self.consumed = 0    # receives consumed by complete messages
        self.receives = {}   # recv_index -> Receive, posted and not consumed
        self.posted = 0      # index of the next receive posted
        self.named = {}      # recv_index -> msn of the incomplete message that named it
        self.unsent = 0      # responses to complete ATOMICs that still have to be sent once

    def ahead(self, msn):
        return (msn - self.cmsn) % MSN

    def report(self):
        """(cmsn, status, status_msn, status_attempt): the lowest refused message; at one msn an
        error beats RNR, an error above an RNR waits (ERR-1)."""
        refused = [(self.ahead(n), 1, n, RNR, m.attempt) for n, m in self.messages.items()
                   if m.is_refused]
        if self.error:
            refused.append((self.ahead(self.error[0]), 0, self.error[0], self.error[1], 0))
        if not refused:
            return self.cmsn, OK, 0, 0
        _, _, msn, status, attempt = min(refused)
        return self.cmsn, status, msn, attempt

    def post(self, receive):
        self.receives[self.posted] = receive
        self.posted = (self.posted + 1) % MSN

    def fail(self, msn, status):
        """ERR-1: this message and all later ones never complete."""
        self.error = msn, status
        limit = self.ahead(msn)
        for n in [n for n in self.messages if self.ahead(n) >= limit]:
            self.forget(n)

    def forget(self, msn):
        m = self.messages.pop(msn)
        if m.index is not None and self.named.get(m.index) == msn:
            del self.named[m.index]

    def take(self, p):
        """A packet that the path layer has accepted for the first time."""
        ahead = self.ahead(p.msn)
        if ahead >= MSN // 2:
            return  # complete: STRM-2
        if self.error and ahead >= self.ahead(self.error[0]):
            return
        if ahead >= self.host.msg_window:
            return self.fail(p.msn, INVALID)  # STRM-6
        m = self.messages.get(p.msn) or Message(0)
        newer = (p.attempt - m.attempt) % 256
        if newer and OPERATION[p.name] in ("READ", "ATOMIC"):
            return  # RNR-3
        if newer > 127 or (newer == 0 and m.is_refused):
            return  # RNR-3, RNR-1
        if newer:
            if p.msn in self.messages:
                self.forget(p.msn)
            m = Message(p.attempt)
        status = self.judge(p, m)
        if status not in (OK, RNR):
            return self.fail(p.msn, status)
        self.messages[p.msn] = m
        if hasattr(p, "recv_index"):
            m.index = p.recv_index
            self.named[p.recv_index] = p.msn
        if status == RNR:
            m.is_refused = True
            return
        self.place(p, m)
        self.advance()

    def judge(self, p, m):
        """The status this packet deserves."""
        operation = OPERATION[p.name]
        if not self.host.ops & OP_BIT[operation]:
            return UNSUPPORTED  # ERR-6
        if operation in ("READ", "ATOMIC"):
            return INVALID if m.disagrees(p) else self.judge_request(p, m)
        end = p.offset + len(p.payload)
        if (end > p.length or (not p.last and len(p.payload) != self.host.mtu) or
                bool(p.last) != (end == p.length) or (p.length and not p.payload) or
                (p.name.endswith("_IMM") and not p.last) or p.length > self.host.msg_max):
            return INVALID  # PLACE-6
        if m.disagrees(p) or m.bytes + len(p.payload) > p.length:
            return INVALID  # PLACE-11, STRM-9
        if operation == "WRITE" and p.length:
            region = self.host.regions.get(p.rkey)
            if not region or not region.allows("remote_write", self.host.domain, p.address,
                                               len(p.payload)):
                return ACCESS  # PLACE-4
        return self.judge_receive(p) if hasattr(p, "recv_index") else OK

    def judge_request(self, p, m):
        """PLACE-6, READ-5, ATOM-1, PLACE-4."""
        is_atomic = OPERATION[p.name] == "ATOMIC"
        if self.host.read_depth == 0:
            return UNSUPPORTED
        if p.offset or not p.last or (is_atomic and (p.length != 8 or p.address % 8)):
            return INVALID
        if p.length > self.host.msg_max:
            return INVALID
        outstanding = self.unsent + sum(x.is_request() for x in self.messages.values())
        if outstanding >= self.host.read_depth and m.last is None:
            return INVALID
        return self.judge_access(p)

    def judge_access(self, p):
        right = "remote_read" if OPERATION[p.name] == "READ" else "remote_atomic"
        region = self.host.regions.get(p.rkey)
        is_good = region and region.allows(right, self.host.domain, p.address, p.length)
        return OK if is_good or not p.length else ACCESS

    def judge_receive(self, p):
        """SEND-2, SEND-4, RNR-1."""
        if ((p.recv_index - self.consumed) % MSN >= self.host.msg_window or
                self.named.get(p.recv_index, p.msn) != p.msn):
            return INVALID
        receive = self.receives.get(p.recv_index)
        if receive is None:
            return RNR
        if OPERATION[p.name] == "SEND" and p.length > receive.length:
            return LENGTH
        return OK

    def place(self, p, m):
        """PLACE-1, PLACE-2, PLACE-3."""
        if m.first is None:
            m.first = p
        if p.last:
            m.last = p
        if not p.payload:
            return
        if OPERATION[p.name] == "SEND":
            receive = self.receives[p.recv_index]
            memory, at = receive.region.bytes, receive.offset + p.offset
        else:
            region = self.host.regions[p.rkey]
            memory, at = region.bytes, p.address - region.address
        memory[at:at + len(p.payload)] = p.payload
        m.parts[p.offset] = len(p.payload)
        m.bytes += len(p.payload)

    def advance(self):
        """STRM-2."""
        while self.execute() and self.messages[self.cmsn].is_complete():
            msn, m = self.cmsn, self.messages[self.cmsn]
            if m.index is not None and m.index != self.consumed:
                return self.fail(msn, INVALID)  # SEND-4
            self.forget(msn)
            self.cmsn = (msn + 1) % MSN
            if m.index is not None:
                receive = self.receives.pop(self.consumed)
                self.consumed = (self.consumed + 1) % MSN
                self.host.complete(self.number, msn, m.last, receive)

    def execute(self):
        """READ-1: whether there is a first incomplete message; a READ or ATOMIC is executed."""
        m = self.messages.get(self.cmsn)
        if m is None or not m.is_request() or m.is_executed:
            return m is not None
        p = m.last
        status = self.judge_access(p)
        if status != OK:
            self.fail(p.msn, status)
            return False
        m.is_executed = True
        region = self.host.regions.get(p.rkey)
        if OPERATION[p.name] == "READ":
            at = p.address - region.address if p.length else 0
            self.host.respond_read(self, m, region.bytes if p.length else b"", at)
        else:
            m.is_answered = True
            self.unsent += 1
            self.host.respond_atomic(self, p, self.operate(p, region))
        return True

    def operate(self, p, region):
        """ATOM-1: the value before."""
        at = p.address - region.address
        old = int.from_bytes(region.bytes[at:at + 8], sys.byteorder)
        new = old
        if p.name == "ATOMIC_FADD":
            new = (old + p.operand) % (1 << 64)
        elif old == p.compare:
            new = p.operand
        region.bytes[at:at + 8] = new.to_bytes(8, sys.byteorder)
        return old
