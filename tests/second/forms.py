"""The form of requests to the second device (CONTROL.md): which parameters a method takes and what
they may be.  Knows no device."""
import params
from packet import PSN

PARSE, REQUEST, METHOD, PARAMS = -32700, -32600, -32601, -32602
UNSUPPORTED, RANGE, RESOURCES, HANDLE, STATE, ADDRESS = range(-32001, -32007, -1)
PIECE = 1 << 18  # most bytes of one region.read or region.write
RIGHTS = ("remote_write", "remote_read", "remote_atomic")
REASONS = ("NORMAL", "RETRY_LIMIT", "LOCAL_ERROR", "ADMINISTRATIVE")


class Refused(Exception):
    def __init__(self, code, message, parameter=None):
        super().__init__(message)
        self.code, self.parameter = code, parameter


def number(most):
    return lambda v: type(v) is int and 0 <= v <= most


def numbers(most):
    return lambda v: (type(v) is list and 1 <= len(v) <= 256 and all(map(number(most), v)))


def is_hex64(v):
    return (type(v) is str and v[:2] == "0x" and 3 <= len(v) <= 18 and
            set(v[2:]) <= set("0123456789abcdef"))


def is_bytes(v):
    return (type(v) is str and len(v) % 2 == 0 and len(v) <= 2 * PIECE and
            set(v) <= set("0123456789abcdef"))


def is_rights(v):
    return type(v) is list and all(x in RIGHTS for x in v)


def is_ranges(v):
    return type(v) is list and all(type(r) is list and len(r) == 2 and
                                   all(map(number(1 << 53), r)) for r in v)


def is_params(v):
    return type(v) is dict and all(n in params.TABLE and number(1 << 53)(x) for n, x in v.items())


def is_planes(v):
    return type(v) is list and 1 <= len(v) <= 16 and all(
        type(x) is dict and list(x) == ["ip"] and type(x["ip"]) is str for x in v)


def is_peer(v):
    return (type(v) is dict and sorted(v) == ["conn_id", "initial_psn", "planes"] and
            number(PSN - 1)(v["conn_id"]) and numbers(PSN - 1)(v["initial_psn"]) and
            is_planes(v["planes"]))


BIG, U32, U16 = number(1 << 53), number((1 << 32) - 1), number(65535)
PARAMETERS = {  # method: needed, may be left out
    "hello": ({}, {}),
    "reset": ({}, {"seed": BIG}),
    "region.register": ({"length": BIG, "rights": is_rights},
                        {"domain": U32, "address": is_hex64, "rkey": U32}),
    "region.deregister": ({"region": U32}, {}),
    "region.read": ({"region": U32, "offset": BIG, "length": number(PIECE)}, {}),
    "region.write": ({"region": U32, "offset": BIG, "data": is_bytes}, {}),
    "region.fill": ({"region": U32, "seed": BIG, "offset": BIG, "length": BIG}, {}),
    "region.digest": ({"region": U32, "ranges": is_ranges}, {}),
    "connection.open": ({}, {"params": is_params, "family": lambda v: v in (4, 6),
                             "plane_count": lambda v: number(16)(v) and v > 0,
                             "path_plane": numbers(15), "domain": U32,
                             "conn_id": number(PSN - 1), "initial_psn": numbers(PSN - 1),
                             "source_port": numbers(65535)}),
    "connection.connect": ({"connection": U32, "peer": is_peer}, {}),
    "connection.close": ({"connection": U32}, {"reason": lambda v: v in REASONS}),
    "receive.post": ({"connection": U32, "stream": U16, "id": BIG, "length": U32},
                     {"region": U32, "offset": BIG}),
    "work.post": ({"connection": U32, "stream": U16, "id": BIG,
                   "kind": lambda v: v in ("SEND", "WRITE", "READ", "FADD", "CSWAP")},
                  {"region": U32, "offset": BIG, "length": U32, "immediate": U32,
                   "solicited": lambda v: type(v) is bool, "fence": lambda v: type(v) is bool,
                   "address": is_hex64, "rkey": U32, "swap_or_add": is_hex64,
                   "compare": is_hex64}),
    "completion.poll": ({}, {"max": number(1024)}),
    "path.repath": ({"connection": U32, "path": number(255)}, {}),
    "path.fail": ({"connection": U32, "path": number(255)}, {}),
    "counters": ({}, {}),
}
NOT_DONE = ("path.query",)


def check(method, given):
    if method in NOT_DONE:
        raise Refused(UNSUPPORTED, f"{method}: not done by this device")
    if method not in PARAMETERS:
        raise Refused(METHOD, "no such method")
    needed, optional = PARAMETERS[method]
    for name in needed:
        if name not in given:
            raise Refused(PARAMS, f"{name} is missing", name)
    for name, value in given.items():
        form = needed.get(name) or optional.get(name)
        if form is None or not form(value):
            raise Refused(PARAMS, f"{name} is unknown or malformed", name)
