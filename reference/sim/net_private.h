/* The simulated network's state.  Private to reference/sim. */
#ifndef REFERENCE_SIM_NET_PRIVATE_H
#define REFERENCE_SIM_NET_PRIVATE_H

#include "reference/sim/heap.h"
#include "reference/sim/net.h"
#include "reference/sim/random.h"

enum { SIM_GUARD = 64, SIM_NO_LINK = UINT32_MAX }; /* bytes around each endpoint */

struct sim_link {
	uint8_t kind; /* enum sim_link_kind */
	uint8_t plane;
	bool is_down;
	uint16_t to;            /* host, leaf or spine */
	uint32_t falls;         /* how often it went down */
	uint64_t free_ns;       /* when what it has taken will have been sent */
	uint64_t entered, left; /* serial numbers: the next one, the highest that has arrived */
	struct sim_odds odds;
};

struct sim_frame {
	uint32_t link; /* it is on, SIM_NO_LINK: injected */
	uint32_t len, falls;
	uint32_t next_free;
	uint64_t serial;
	uint16_t host; /* injected ones: where to */
	uint8_t plane;
};

struct sim_host {
	struct ref_endpoint *e;
	uint8_t *mem;
};

struct sim_net {
	struct sim_config config;
	struct sim_watch watch;
	uint64_t now_ns, random;
	uint32_t leaves, link_count, first_link[SIM_LINK_KINDS];
	struct sim_link *links;
	struct sim_frame *frames;
	uint8_t *bytes; /* config.frame_bytes of each frame */
	uint32_t free_frame, used_frames;
	struct sim_host *hosts;
	size_t host_bytes;
	struct sim_heap heap; /* items: frames, then hosts */
	bool is_plane_down[REF_PLANES_MAX];
	uint32_t conn_ids;
	struct sim_counts counts;
	uint8_t out[WIRE_FRAME_MAX];
};

static inline uint8_t *sim_bytes(const struct sim_net *n, uint32_t frame)
{
	return n->bytes + (size_t)frame * n->config.frame_bytes;
}

/* frame.c: a copy of the bytes on its way, UINT32_MAX if there is no room; and its end. */
uint32_t sim_frame_new(struct sim_net *n, const uint8_t *bytes, size_t len);
void sim_frame_free(struct sim_net *n, uint32_t frame);
/* Damage, marks and cuts; true if it has happened. */
void sim_frame_damage(struct sim_net *n, uint32_t frame);
bool sim_frame_mark(struct sim_net *n, uint32_t frame);
bool sim_frame_trim(struct sim_net *n, uint32_t frame);

/* link.c: the frame enters a link / has come to the end of its link (false: it is no more). */
void sim_link_take(struct sim_net *n, uint32_t link, uint32_t frame);
bool sim_link_leave(struct sim_net *n, uint32_t frame);

/* route.c: the link a frame takes from where its link has led, UINT32_MAX if none. */
uint32_t sim_route(const struct sim_net *n, uint32_t frame);
/* The host an address in a frame names, UINT32_MAX if none. */
uint32_t sim_route_host(const struct sim_net *n, const uint8_t *frame, size_t len);

/* host.c: hands a frame to a host; lets it send and complete what it can.  False: no rest. */
void sim_host_input(struct sim_net *n, unsigned host, unsigned plane, const uint8_t *frame,
		    size_t len);
bool sim_host_pump(struct sim_net *n, unsigned host);

#endif
