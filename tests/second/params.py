"""The parameters of a connection (PROFILE.md section 1) and what the second device declares."""

MTUS = [256, 512, 1024, 2048, 4096, 8192]
OPS = 15
PATHS, STREAMS, MSG_WINDOW, MSG_STATE, DEPTH = 256, 65536, 1024, 1 << 22, 1 << 16
RTO_MOST = 64000000

TABLE = {  # name: value in force unless asked for, least, most; least None: cannot be set
    "version": (1, 0, 15),
    "partition": (0xFFFF, 0, 0xFFFF),
    "udp_port": (4791, 1, 65535),
    "dscp_data": (0, 0, 63),
    "dscp_ack": (0, 0, 63),
    "mtu": (4096, 256, 8192),
    "msg_max": (1 << 31, 1, 1 << 31),
    "paths": (4, 1, PATHS),
    "streams": (16, 1, STREAMS),
    "initial_msn": (0, 0, (1 << 32) - 1),
    "msg_window": (64, 1, MSG_WINDOW),
    "read_depth": (16, 0, MSG_WINDOW),
    "ops": (15, 0, 15),
    # from here on declared, not agreed
    "ack_every": (16, 1, 64),
    "ack_delay": (20000, 1, RTO_MOST // 2),
    "ack_reaction": (30000, None, None),
    "rtx_reaction": (30000, None, None),
    "rto_init": (1000000, 1000, RTO_MOST),
    "rto_min": (1000000, 1000, RTO_MOST),
    "rto_max": (8000000, 1000, RTO_MOST),
    "timer_tick": (30000, None, None),
    "path_fail_rtos": (3, 1, 15),
    "retry_limit": (7, 1, 15),
    "rnr_delay": (1000, 0, RTO_MOST),
    "rnr_retry_limit": (7, 0, 7),
    "cwnd_init": (32, 1, 256),
    "cwnd_min": (1, 1, 256),
    "md_factor": (500, 300, 900),
    "link_rate": (1000000, 1, (1 << 32) - 1),
    "hint_idle": (1000, 1, RTO_MOST),
    "probe_interval": (10000, 1, RTO_MOST),
    "spray_run": (1, 1, 16),
    "id_quarantine": (1000000, 0, RTO_MOST),
    "msg_state": (MSG_STATE, None, None),
    "send_depth": (DEPTH, None, None),
    "recv_depth": (DEPTH, None, None),
}
DECLARED = list(TABLE)[list(TABLE).index("ack_every"):]


def ics(planes, regions, region_length, connections):
    return {"paths": PATHS, "streams": STREAMS, "msg_window": MSG_WINDOW, "msg_state": MSG_STATE,
            "send_depth": DEPTH, "recv_depth": DEPTH, "cq_depth": DEPTH,
            "connections": connections, "regions": regions, "region_length": region_length,
            "planes": planes, "ops": ["READ", "ATOMIC", "SEND", "WRITE"], "mtu": MTUS, "ipv4": True, "ipv6": True,
            "vlan": False,
            "requests": ["conn_id", "initial_psn", "source_port", "address", "rkey"],
            "ranges": {n: list(TABLE[n][1:]) for n in DECLARED if TABLE[n][1] is not None}}


def ixit():
    return {name: TABLE[name][0] for name in DECLARED}


def agree(wishes):
    """All values in force.  ValueError, its text beginning with a parameter's name: refused."""
    values = {name: row[0] for name, row in TABLE.items()}
    for name, value in wishes.items():
        default, least, most = TABLE[name]
        if value != default and (least is None or not least <= value <= most):
            raise ValueError(f"{name} is outside its range")
        values[name] = value
    values["ops"] &= OPS
    if "read_depth" not in wishes:
        values["read_depth"] = min(values["read_depth"], values["msg_window"])
    v = values
    for name, is_good in (
            ("mtu", v["mtu"] in MTUS),
            ("msg_window", v["streams"] * v["msg_window"] <= v["msg_state"]),
            ("read_depth", v["read_depth"] <= v["msg_window"]),
            ("rto_init", v["rto_min"] <= v["rto_init"] <= v["rto_max"]),
            ("ack_delay", v["ack_delay"] <= v["rto_min"] // 2),
            ("cwnd_init", v["cwnd_min"] <= v["cwnd_init"]),
            ("retry_limit", v["path_fail_rtos"] <= v["retry_limit"])):
        if not is_good:
            raise ValueError(f"{name} does not go together with another parameter")
    return values
