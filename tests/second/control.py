"""The control protocol of the second device (CONTROL.md): one line in, one line out.  Checks every
request against forms.py before the device hears of it."""
import ipaddress
import json

import params
from connection import Connection
from forms import (ADDRESS, HANDLE, PARAMETERS, PARAMS, PARSE, RANGE, REASONS, REQUEST, RESOURCES,
                   STATE, UNSUPPORTED, Refused, check)
from packet import PSN
from stream import Receive, Region

REGIONS, REGION_LENGTH, CONNECTIONS = 256, 1 << 26, 64
DEPTH = params.TABLE["recv_depth"][0]


def hello(device):
    return {"name": "second-device", "version": "1", "protocol": 1, "single_process": True,
            "ics": params.ics(len(device.ports), REGIONS, REGION_LENGTH, CONNECTIONS),
            "ixit": params.ixit(), "planes": [plane(p, p.ips) for p in device.ports]}


def plane(port, ips):
    return {"mac": port.mac.hex(":"), "ip": [str(ip) for ip in ips], "vlan": 0}


def reset(device, seed=None):
    device.reset(seed)
    return {}


def region_register(device, length, rights, domain=0, address=None, rkey=None):
    if len(device.handles) >= REGIONS:
        raise Refused(RESOURCES, "no more regions")
    if length > REGION_LENGTH:
        raise Refused(RANGE, "longer than region_length", "length")
    if address is None:
        at = device.next_address
        device.next_address += (length + 0x1FFFF) & ~0xFFFF  # never side by side
    else:
        at = int(address, 16)
    if at + length > 1 << 64:
        raise Refused(RANGE, "the region wraps", "address")
    if rkey is None:
        rkey = device.random.choice([k for k in (device.random.getrandbits(32) for _ in range(8))
                                     if k not in device.regions])
    if rkey in device.regions:
        raise Refused(RESOURCES, "the key is in use", "rkey")
    handle = device.handle()
    device.regions[rkey] = device.handles[handle] = Region(at, length, rights, domain, rkey)
    return {"region": handle, "address": hex(at), "rkey": rkey}


def find_region(device, handle):
    if handle not in device.handles:
        raise Refused(HANDLE, "no such region", "region")
    return device.handles[handle]


def span(device, handle, offset, length):
    region = find_region(device, handle)
    if offset + length > len(region.bytes):
        raise Refused(ADDRESS, "outside the region", "offset")
    return region


def region_deregister(device, region):
    """PLACE-9: gone for all packets at once, done when no response reads from it."""
    r = find_region(device, region)
    if device.regions.get(r.rkey) is r:
        del device.regions[r.rkey]
    if any(c.is_reading(r.bytes) for c in device.by_id.values()):
        return {"done": False}
    del device.handles[region]
    return {"done": True}


def region_read(device, region, offset, length):
    return {"data": span(device, region, offset, length).bytes[offset:offset + length].hex()}


def region_write(device, region, offset, data):
    data = bytes.fromhex(data)
    span(device, region, offset, len(data)).bytes[offset:offset + len(data)] = data
    return {}


def pattern(seed, offset):
    x = ((seed + 1) * 0x9E3779B97F4A7C15 + offset) % (1 << 64)
    for _ in range(2):
        x = (x ^ x >> 32) * 0xD6E8FEB86659FD93 % (1 << 64)
    return x >> 56


def region_fill(device, region, seed, offset, length):
    memory = span(device, region, offset, length).bytes
    memory[offset:offset + length] = bytes(pattern(seed, o) for o in range(offset, offset + length))
    return {}


def region_digest(device, region, ranges):
    d = 0xCBF29CE484222325
    for offset, length in ranges:
        for b in span(device, region, offset, length).bytes[offset:offset + length]:
            d = (d ^ b) * 0x100000001B3 % (1 << 64)
    return {"fnv1a64": hex(d)}


def choose_planes(device, paths, plane_count, path_plane):
    count = len(device.ports) if plane_count is None else plane_count
    if count > len(device.ports):
        raise Refused(RANGE, "more planes than there are", "plane_count")
    if path_plane is None:
        return count, [p % count for p in range(paths)]
    if len(path_plane) != paths or max(path_plane) >= count:
        raise Refused(RANGE, "one of the used planes for each path", "path_plane")
    return count, path_plane


def choose_conn_id(device, wish):
    if wish is None:
        while wish is None or wish in device.by_id or wish in device.resting:
            wish = device.random.randrange(PSN)
    if wish in device.by_id or device.resting.get(wish, 0) > device.now():
        raise Refused(RESOURCES, "in use or resting", "conn_id")
    device.resting.pop(wish, None)
    return wish


def choose_numbers(device, paths, initial_psn, source_port):
    if initial_psn is None:
        initial_psn = [device.random.randrange(PSN) for _ in range(paths)]
    if source_port is None:
        source_port = device.random.sample(range(49152, 65536), paths)
    if len(initial_psn) != paths:
        raise Refused(RANGE, "one for each path", "initial_psn")
    if len(source_port) != paths or len(set(source_port)) != paths:
        raise Refused(RANGE, "one for each path, all different", "source_port")
    return initial_psn, source_port


def connection_open(device, family=4, plane_count=None, path_plane=None, domain=0, conn_id=None,
                    initial_psn=None, source_port=None, **more):
    try:
        values = params.agree(more.get("params", {}))
    except ValueError as e:
        raise Refused(RANGE, str(e), e.args[0].split()[0]) from e
    if len(device.connections) >= CONNECTIONS:
        raise Refused(RESOURCES, "no more connections")
    paths = values["paths"]
    count, path_plane = choose_planes(device, paths, plane_count, path_plane)
    psns, sports = choose_numbers(device, paths, initial_psn, source_port)
    conn_id = choose_conn_id(device, conn_id)
    ports = device.ports[:count]
    c = Connection(device, device.handle(), conn_id, values, domain,
                   [port.address(family) for port in ports], path_plane)
    c.own_psns, c.own_sports = psns, sports
    device.connections[c.handle] = device.by_id[conn_id] = c
    return {"connection": c.handle, "conn_id": conn_id, "initial_psn": psns,
            "source_port": sports, "params": values,
            "planes": [plane(port, [ip]) for port, ip in zip(ports, c.planes)]}


def find_connection(device, handle):
    if handle not in device.connections:
        raise Refused(HANDLE, "no such connection", "connection")
    return device.connections[handle]


def connection_connect(device, connection, peer):
    c = find_connection(device, connection)
    if c.peer_conn is not None or c.is_closed:
        raise Refused(STATE, "already connected", "connection")
    try:
        ips = [ipaddress.ip_address(x["ip"]) for x in peer["planes"]]
    except ValueError as e:
        raise Refused(PARAMS, "no IP address", "peer") from e
    if (len(peer["initial_psn"]) != c.params["paths"] or len(ips) != len(c.planes) or
            any(ip.version != c.planes[0].version for ip in ips)):
        raise Refused(RANGE, "paths, planes or family do not fit the connection", "peer")
    for port, own, ip in zip(device.ports, c.planes, ips):
        port.resolve(own, ip, device.now())
    c.connect(peer["conn_id"], peer["initial_psn"], ips, c.own_psns, c.own_sports)
    return {}


def connection_close(device, connection, reason="NORMAL"):
    c = find_connection(device, connection)
    if c.peer_conn is None:
        del device.connections[connection], device.by_id[c.conn_id]
    elif not c.is_closed:
        c.close(REASONS.index(reason))
    return {}


def local(device, region, offset, length):
    if region is None and length:
        raise Refused(PARAMS, "region is missing", "region")
    return Region(0, 0, (), 0, 0) if region is None else span(device, region, offset, length)


def receive_post(device, connection, stream, length, region=None, offset=0, **more):
    c = find_connection(device, connection)
    if c.is_closed or c.peer_conn is None:
        raise Refused(STATE, "the connection is not open", "connection")
    if stream >= c.params["streams"]:
        raise Refused(RANGE, "no such stream", "stream")
    memory = local(device, region, offset, length)
    s = c.stream(stream)
    if len(s.receives) >= DEPTH:
        raise Refused(RESOURCES, "recv_depth receives are posted", "stream")
    s.post(Receive(more["id"], memory, offset, length))
    return {}


WORK = {"SEND": (), "WRITE": ("address", "rkey"), "READ": ("address", "rkey"),
        "FADD": ("address", "rkey", "swap_or_add"),
        "CSWAP": ("address", "rkey", "swap_or_add", "compare")}


def work_post(device, connection, stream, kind, length=None, region=None, offset=0, **more):
    for name in WORK["CSWAP"]:
        if (name in more) != (name in WORK[kind]):
            raise Refused(PARAMS, f"{name} does not fit the kind", name)
    if kind in ("FADD", "CSWAP"):
        length = 8 if length is None else length
    if length is None or (kind in ("FADD", "CSWAP") and length != 8):
        raise Refused(PARAMS, "length is missing or not 8", "length")
    if "immediate" in more and kind not in ("SEND", "WRITE"):
        raise Refused(PARAMS, "immediate does not fit the kind", "immediate")
    c = find_connection(device, connection)
    if c.is_closed or c.peer_conn is None:
        raise Refused(STATE, "the connection is not open", "connection")
    if stream >= c.params["streams"] or length > c.params["msg_max"]:
        raise Refused(RANGE, "no such stream, or longer than msg_max")
    memory = local(device, region, offset, length)
    out = c.outbox.stream(stream)
    if out.error:
        raise Refused(STATE, "the stream is in error", "stream")
    if len(out.works) >= DEPTH:
        raise Refused(RESOURCES, "send_depth requests are posted", "stream")
    remote = (int(more["address"], 16), more["rkey"]) if WORK[kind] else None
    more["operands"] = [int(more.get(n, "0x0"), 16) for n in ("swap_or_add", "compare")]
    out.post(kind, more["id"], remote, more, memory.bytes, offset, length)
    return {}


def completion_poll(device, **more):
    count = more.get("max", 1024)
    out, device.completions = device.completions[:count], device.completions[count:]
    for c in out:
        if c["kind"] == "closed":
            del device.connections[c["connection"]]
    return {"completions": out}


def find_path(device, connection, path):
    c = find_connection(device, connection)
    if c.is_closed or c.peer_conn is None:
        raise Refused(STATE, "the connection is not open", "connection")
    if path >= len(c.paths):
        raise Refused(RANGE, "no such path", "path")
    return c.sender, c.sender.paths[path]


def path_repath(device, connection, path):
    sender, path = find_path(device, connection, path)
    sender.repath(path, device.now())
    return {}


def path_fail(device, connection, path):
    sender, path = find_path(device, connection, path)
    if not path.is_failed:
        sender.fail(path, device.now())
    return {}


def counters(device):
    return {"counters": device.counters}


METHODS = {name: globals()[name.replace(".", "_")] for name in PARAMETERS}


def answer(device, line):
    """The answer, a whole line, to a request line."""
    ident = None
    try:
        try:
            request = json.loads(line)
        except ValueError as e:
            raise Refused(PARSE, "not JSON") from e
        if (type(request) is not dict or request.get("jsonrpc") != "2.0" or
                type(request.get("id")) not in (int, str) or
                type(request.get("method")) is not str or
                type(request.get("params", {})) is not dict):
            raise Refused(REQUEST, "not a JSON-RPC 2.0 request")
        ident, method, given = request["id"], request["method"], request.get("params", {})
        check(method, given)
        result = {"result": METHODS[method](device, **given)}
    except Refused as e:
        error = {"code": e.code, "message": str(e)}
        if e.parameter:
            error["data"] = {"parameter": e.parameter}
        result = {"error": error}
    return json.dumps({"jsonrpc": "2.0", "id": ident, **result}).encode() + b"\n"
