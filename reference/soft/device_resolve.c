/* Link-layer addresses of the bundled device: answers for its own, asks for its peers', and lets
 * frames to a peer not yet known wait.  Everything is bounded: too many waiting frames are dropped,
 * as any network may drop them. */
#include "reference/soft/device_private.h"

#include <string.h>

enum { ETH_TYPE_AT = 12, VLAN_BYTES = 4, IPV4_DST_AT = 16, IPV6_DST_AT = 24 };

enum result device_resolve_start(struct device *d)
{
	memset(d->neighbors, 0, sizeof(d->neighbors));
	memset(d->asks, 0, sizeof(d->asks));
	d->replies_count = d->held_count = 0;
	for (unsigned i = 0; i < d->config.ports; i++) {
		for (unsigned f = 0; f < DEVICE_FAMILIES; f++) {
			enum result r;

			if (!d->config.has_family[f])
				continue;
			r = neighbor_own(&d->neighbors[i], &d->config.planes[i].address[f]);
			if (r != RES_OK)
				return r;
		}
	}
	return RES_OK;
}

bool device_resolve_input(struct device *d, unsigned port, const uint8_t *frame, size_t len)
{
	uint8_t reply[NEIGHBOR_FRAME];
	size_t reply_len = 0;

	if (!neighbor_input(&d->neighbors[port], frame, len, reply, &reply_len))
		return false;
	if (reply_len > 0 && reply_len <= sizeof(reply) && d->replies_count < DEVICE_REPLIES) {
		struct device_reply *r = &d->replies[d->replies_count++];

		r->port = port;
		r->len = reply_len;
		memcpy(r->bytes, reply, reply_len);
	}
	return true;
}

static bool same_ip(const struct net_addr *a, const struct net_addr *b)
{
	return a->is_v6 == b->is_v6 && memcmp(a->ip, b->ip, a->is_v6 ? 16 : 4) == 0;
}

void device_resolve(struct device *d, unsigned port, const struct net_addr *target, uint64_t now_ns)
{
	struct device_ask *free_ask = NULL;
	uint8_t mac[6];

	if (neighbor_find(&d->neighbors[port], target, mac) == RES_OK)
		return;
	for (size_t i = 0; i < DEVICE_ASKS; i++) {
		struct device_ask *a = &d->asks[i];

		if (a->tries == 0)
			free_ask = a;
		else if (a->port == port && same_ip(&a->target, target))
			return;
	}
	if (free_ask == NULL)
		return;
	*free_ask =
		(struct device_ask){ .port = port, .tries = DEVICE_ASK_TRIES, .next_ns = now_ns };
	free_ask->target = *target;
}

/* Where the frame of the engine goes; false if it is no IP frame (never so by a sound engine). */
static bool frame_target(const uint8_t *frame, size_t len, struct net_addr *out)
{
	size_t at = ETH_TYPE_AT;
	unsigned type;

	if (len < at + 2 + VLAN_BYTES)
		return false;
	memset(out, 0, sizeof(*out));
	if (frame[at] == 0x81 && frame[at + 1] == 0x00)
		at += VLAN_BYTES;
	type = (unsigned)frame[at] << 8 | frame[at + 1];
	at += 2;
	out->is_v6 = type == 0x86dd;
	if ((!out->is_v6 && type != 0x0800) || len < at + 40)
		return false;
	memcpy(out->ip, frame + at + (out->is_v6 ? IPV6_DST_AT : IPV4_DST_AT), out->is_v6 ? 16 : 4);
	return true;
}

static bool set_mac(const struct device *d, unsigned port, uint8_t *frame, size_t len)
{
	struct net_addr target;
	uint8_t mac[6];

	if (!frame_target(frame, len, &target))
		return true;
	if (neighbor_find(&d->neighbors[port], &target, mac) != RES_OK)
		return false;
	memcpy(frame, mac, sizeof(mac));
	return true;
}

bool device_resolve_frame(struct device *d, unsigned port, uint8_t *frame, size_t len,
			  uint64_t now_ns)
{
	struct net_addr target;

	if (set_mac(d, port, frame, len))
		return true;
	if (frame_target(frame, len, &target))
		device_resolve(d, port, &target, now_ns);
	if (d->held_count < DEVICE_HELD && len <= WIRE_FRAME_MAX) {
		struct device_frame *h = &d->held[d->held_count++];

		h->port = port;
		h->len = len;
		memcpy(h->bytes, frame, len);
	}
	return false;
}

static size_t take_reply(struct device *d, unsigned *port, uint8_t *out)
{
	size_t len = d->replies[0].len;

	*port = d->replies[0].port;
	memcpy(out, d->replies[0].bytes, len);
	d->replies_count--;
	memmove(d->replies, d->replies + 1, d->replies_count * sizeof(d->replies[0]));
	return len;
}

static void drop_held(struct device *d, size_t i)
{
	d->held_count--;
	memmove(&d->held[i], &d->held[i + 1], (d->held_count - i) * sizeof(d->held[0]));
}

static void give_up(struct device *d, const struct device_ask *a)
{
	for (size_t i = d->held_count; i-- > 0;) {
		struct net_addr target;

		if (d->held[i].port == a->port &&
		    frame_target(d->held[i].bytes, d->held[i].len, &target) &&
		    same_ip(&target, &a->target))
			drop_held(d, i);
	}
}

static size_t take_question(struct device *d, uint64_t now_ns, unsigned *port, uint8_t *out)
{
	for (size_t i = 0; i < DEVICE_ASKS; i++) {
		struct device_ask *a = &d->asks[i];
		uint8_t mac[6];

		if (a->tries > 0 &&
		    neighbor_find(&d->neighbors[a->port], &a->target, mac) == RES_OK)
			a->tries = 0;
		if (a->tries == 0 || a->next_ns > now_ns)
			continue;
		a->next_ns = now_ns + DEVICE_ASK_INTERVAL_NS;
		if (--a->tries == 0)
			give_up(d, a);
		*port = a->port;
		return neighbor_ask(
			&d->config.planes[a->port].address[a->target.is_v6 ? DEVICE_V6 : DEVICE_V4],
			&a->target, out);
	}
	return 0;
}

static size_t take_held(struct device *d, unsigned *port, uint8_t *out)
{
	for (size_t i = 0; i < d->held_count; i++) {
		struct device_frame *h = &d->held[i];
		size_t len = h->len;

		if (!set_mac(d, h->port, h->bytes, h->len))
			continue;
		*port = h->port;
		memcpy(out, h->bytes, len);
		drop_held(d, i);
		return len;
	}
	return 0;
}

size_t device_resolve_output(struct device *d, uint64_t now_ns, unsigned *port, uint8_t *out,
			     size_t cap)
{
	size_t len;

	if (cap < WIRE_FRAME_MAX)
		return 0;
	if (d->replies_count > 0)
		return take_reply(d, port, out);
	len = take_question(d, now_ns, port, out);
	return len > 0 ? len : take_held(d, port, out);
}

uint64_t device_resolve_deadline(const struct device *d)
{
	uint64_t next = REF_NEVER;

	if (d->replies_count > 0)
		return 0;
	for (size_t i = 0; i < DEVICE_ASKS; i++)
		if (d->asks[i].tries > 0 && d->asks[i].next_ns < next)
			next = d->asks[i].next_ns;
	return next;
}
