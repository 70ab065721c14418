"""A device image (device.so) driven from Python: frames, control lines and time are arguments.

Every line in and out is kept in `exchanges` as (request, answer).
"""
import ctypes
import json

CONTROL_MAX = 1 << 20
FRAME_MAX = 8192 + 112 + 18 + 64
NEVER = (1 << 64) - 1
P, U, Z, L = ctypes.c_void_p, ctypes.c_uint, ctypes.c_size_t, ctypes.c_uint64


class Image(ctypes.Structure):
    _fields_ = [
        ("abi", ctypes.c_uint32),
        ("create", ctypes.CFUNCTYPE(P, ctypes.c_char_p, ctypes.c_char_p, Z)),
        ("destroy", ctypes.CFUNCTYPE(None, P)),
        ("input", ctypes.CFUNCTYPE(None, P, U, ctypes.c_char_p, Z, L)),
        ("output", ctypes.CFUNCTYPE(Z, P, L, ctypes.POINTER(U), ctypes.c_char_p, Z)),
        ("deadline", ctypes.CFUNCTYPE(L, P)),
        ("control", ctypes.CFUNCTYPE(Z, P, ctypes.c_char_p, Z, L, ctypes.c_char_p, Z)),
    ]


class Device:
    def __init__(self, path, options):
        self.library = ctypes.CDLL(path)
        self.image = Image.in_dll(self.library, "conformance_device")
        assert self.image.abi == 1
        error = ctypes.create_string_buffer(200)
        self.device = self.image.create(json.dumps(options).encode(), error, len(error))
        if not self.device:
            raise ValueError(error.value.decode())
        self.exchanges = []
        self.id = 0

    def line(self, line, now=0):
        out = ctypes.create_string_buffer(CONTROL_MAX)
        data = line.encode()
        n = self.image.control(self.device, data, len(data), now, out, CONTROL_MAX)
        assert n > 0, line
        return json.loads(out.raw[:n])

    def ask(self, method, params=None, now=0):
        """The whole answer."""
        self.id += 1
        request = {"jsonrpc": "2.0", "id": self.id, "method": method}
        if params is not None:
            request["params"] = params
        answer = self.line(json.dumps(request), now)
        self.exchanges.append((request, answer))
        return answer

    def call(self, method, params=None, now=0):
        """The result, which must be there."""
        answer = self.ask(method, params, now)
        assert "result" in answer, (method, params, answer)
        return answer["result"]

    def input(self, port, frame, now):
        self.image.input(self.device, port, frame, len(frame), now)

    def output(self, now):
        """(port, frame), or None."""
        port, out = U(), ctypes.create_string_buffer(FRAME_MAX)
        n = self.image.output(self.device, now, ctypes.byref(port), out, FRAME_MAX)
        return (port.value, out.raw[:n]) if n else None

    def deadline(self):
        return self.image.deadline(self.device)


def run(a, b, now, until, frames=None):
    """Lets two devices talk over a perfect wire; returns the time it is then.  What was sent is
    appended to frames."""
    while now < until:
        got = False
        for x, y in ((a, b), (b, a)):
            frame = x.output(now)
            if frame:
                y.input(frame[0], frame[1], now)
                if frames is not None:
                    frames.append(frame)
                got = True
        now = now + 1 if got else max(now + 1, min(a.deadline(), b.deadline(), until))
    return now
