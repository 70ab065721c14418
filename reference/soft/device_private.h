/* The inside of the bundled device: its state and what its files share.  Only reference/soft's
 * device*.c include this; nothing here knows a clock or a socket. */
#ifndef REFERENCE_SOFT_DEVICE_PRIVATE_H
#define REFERENCE_SOFT_DEVICE_PRIVATE_H

#include "reference/engine/ref.h"
#include "reference/soft/device.h"
#include "reference/soft/errors.h"

#include <jansson.h>

enum {
	DEVICE_PORTS_MAX = REF_PLANES_MAX,
	DEVICE_REPLIES = 64,       /* ARP and ND answers waiting to leave */
	DEVICE_HELD = 64,          /* frames waiting for their peer's MAC */
	DEVICE_ASKS = 64,          /* peers being asked for */
	DEVICE_ASK_TRIES = 30,     /* then the frames held for the peer are dropped */
	DEVICE_READ_MAX = 1 << 18, /* bytes one region.read or region.write may move */
	DEVICE_POLL_MAX = 1024     /* completions one completion.poll may return */
};
#define DEVICE_OPS \
	(REF_OP_READ | REF_OP_ATOMIC | REF_OP_SEND | REF_OP_WRITE) /* what the engine can do */
#define DEVICE_ASK_INTERVAL_NS 100000000u
#define DEVICE_REGION_MAX      ((uint64_t)1 << 32) /* bytes of one region */
#define DEVICE_JSON_MAX        ((uint64_t)1 << 53) /* integers above go as hex strings */

/* The members of "limits" in the options, as in struct ref_limits, with their defaults. */
#define DEVICE_LIMITS(X)    \
	X(connections, 64)  \
	X(regions, 256)     \
	X(cq_depth, 4096)   \
	X(paths, 256)       \
	X(streams, 1024)    \
	X(msg_window, 1024) \
	X(msg_state, 65536) \
	X(send_depth, 1024) \
	X(recv_depth, 1024)

enum device_family { DEVICE_V4, DEVICE_V6, DEVICE_FAMILIES };

struct device_plane {
	uint8_t mac[6];
	uint16_t vlan;
	struct net_addr address[DEVICE_FAMILIES];
};

/* The options, understood.  The engine gets one plane for each (family, port). */
struct device_config {
	uint64_t seed;
	unsigned ports;
	bool has_family[DEVICE_FAMILIES]; /* all ports alike */
	struct device_plane planes[DEVICE_PORTS_MAX];
	struct ref_params params;
	struct ref_limits limits;
	bool udp_checksum;
};

struct device_region {
	struct device_region *next;
	struct ref_region ref;
	uint32_t handle;
	uint32_t pins;      /* posts that still use the memory */
	bool is_registered; /* false: only pins keep it */
};

/* A posted work request or receive: keeps its region's memory until it has completed. */
struct device_post {
	struct device_post *next;
	struct device_region *region; /* NULL: zero length */
	uint64_t id;
	uint32_t stream;
	bool is_receive;
};

struct device_conn {
	struct device_conn *next;
	struct device_post *posts, **posts_end;
	uint32_t handle;
	int ref; /* the engine's handle, REF_CONN_NONE until connected */
	enum device_family family;
	unsigned plane_count;
	struct ref_conn_config config;
};

struct device_frame {
	unsigned port;
	size_t len;
	uint8_t bytes[WIRE_FRAME_MAX];
};
struct device_reply {
	unsigned port;
	size_t len;
	uint8_t bytes[NEIGHBOR_FRAME];
};
struct device_ask {
	unsigned port, tries; /* tries 0: free */
	struct net_addr target;
	uint64_t next_ns;
};

struct device {
	struct device_config config;
	void *memory; /* the engine's */
	size_t memory_size;
	struct ref_endpoint *engine;
	uint64_t random;
	struct neighbor neighbors[DEVICE_PORTS_MAX];
	struct device_reply replies[DEVICE_REPLIES];
	struct device_frame held[DEVICE_HELD];
	struct device_ask asks[DEVICE_ASKS];
	unsigned replies_count, held_count;
	struct device_region *regions;
	struct device_conn *conns;
	uint32_t next_handle, next_conn_id;
	uint64_t next_address;
};

/* ---- device.c ---- */
/* Puts everything back to the state right after creation (but with this seed). */
enum result device_restart(struct device *d, uint64_t seed) MUST_USE;
uint64_t device_random(struct device *d); /* splitmix64 */
/* The engine's plane of a port and family. */
unsigned device_engine_plane(const struct device_config *c, unsigned port, enum device_family f);

/* ---- device_options.c ---- */
/* E_SYNTAX or E_RANGE, with a line for a person in error. */
enum result device_options(const char *text, struct device_config *out, char *error,
			   size_t cap) MUST_USE;

/* ---- device_resolve.c: addresses of the link layer ---- */
enum result device_resolve_start(struct device *d) MUST_USE;
/* Whether the frame was ARP or ND and needs no other reader. */
bool device_resolve_input(struct device *d, unsigned port, const uint8_t *frame, size_t len);
/* Begins to ask for a peer, unless its MAC is known or asked for. */
void device_resolve(struct device *d, unsigned port, const struct net_addr *target,
		    uint64_t now_ns);
/* The next frame that waits here (answers, questions, held frames whose peer is now known); 0. */
size_t device_resolve_output(struct device *d, uint64_t now_ns, unsigned *port, uint8_t *out,
			     size_t cap);
/* Writes the peer's MAC into a frame of the engine; if it is not known the frame is held (a copy;
 * dropped when no room is left) and false returned. */
bool device_resolve_frame(struct device *d, unsigned port, uint8_t *frame, size_t len,
			  uint64_t now_ns);
uint64_t device_resolve_deadline(const struct device *d);

/* ---- device_args.c: a strict reader of a params object ---- */
/* The first fault sticks; later reads return 0 / NULL.  Integers are 0 .. max. */
struct args {
	json_t *object; /* borrowed; NULL: no params */
	size_t taken;
	uint64_t now_ns;
	enum device_error error;
	const char *parameter; /* at fault; "" if none in particular; literal or object's key */
};
void args_fail(struct args *a, enum device_error error, const char *parameter);
bool args_has(const struct args *a, const char *name);
uint64_t args_uint(struct args *a, const char *name, uint64_t max);
uint64_t args_uint_or(struct args *a, const char *name, uint64_t max, uint64_t otherwise);
uint64_t args_hex(struct args *a, const char *name);
uint64_t args_hex_or(struct args *a, const char *name, uint64_t otherwise);
bool args_bool(struct args *a, const char *name); /* left out: false */
const char *args_string(struct args *a, const char *name);
json_t *args_array(struct args *a, const char *name);                    /* required */
json_t *args_optional(struct args *a, const char *name, json_type type); /* NULL if left out */
/* An element of an array parameter: an integer 0 .. max. */
uint64_t args_element(struct args *a, const char *name, const json_t *value, uint64_t max);
/* Whether all was well so far and every member was taken. */
bool args_done(struct args *a);
/* Turns a result of the engine into the fault. */
void args_result(struct args *a, enum result r, const char *parameter);
json_t *device_json_hex(uint64_t value);       /* "0x1f" */
json_t *device_json_mac(const uint8_t mac[6]); /* "02:00:00:00:00:01" */
json_t *device_json_planes(const struct device_config *c, unsigned count, int family); /* -1: all */

/* ---- device_query.c ---- */
/* The most the device takes of a parameter: the profile's maximum or its own limit. */
uint32_t device_param_max(const struct device_config *c, const struct ref_param *p);

/* ---- device_rpc.c ---- */
size_t device_control(struct device *d, const char *line, size_t len, uint64_t now_ns, char *out,
		      size_t cap);

/* ---- the methods: a new result object, or NULL with a->error set ---- */
#define DEVICE_METHODS(X)                           \
	X(hello, "hello")                           \
	X(reset, "reset")                           \
	X(region_register, "region.register")       \
	X(region_deregister, "region.deregister")   \
	X(region_read, "region.read")               \
	X(region_write, "region.write")             \
	X(region_fill, "region.fill")               \
	X(region_digest, "region.digest")           \
	X(connection_open, "connection.open")       \
	X(connection_connect, "connection.connect") \
	X(connection_close, "connection.close")     \
	X(receive_post, "receive.post")             \
	X(work_post, "work.post")                   \
	X(completion_poll, "completion.poll")       \
	X(path_query, "path.query")                 \
	X(path_repath, "path.repath")               \
	X(path_fail, "path.fail")                   \
	X(counters, "counters")
#define X(function, name) json_t *device_##function(struct device *d, struct args *a);
DEVICE_METHODS(X)
#undef X

/* ---- shared by the methods ---- */
/* Takes "region"; NULL with the fault set. */
struct device_region *device_region_arg(struct device *d, struct args *a);
/* Takes "connection"; is_connected demands one that has been connected. */
struct device_conn *device_conn_arg(struct device *d, struct args *a, bool is_connected);
struct device_conn *device_conn_by_ref(struct device *d, int ref);
void device_conn_drop(struct device *d, struct device_conn *c); /* frees it and its posts */
void device_region_unpin(struct device *d, struct device_region *r);
void device_regions_clear(struct device *d);
void device_conns_clear(struct device *d);

#endif
