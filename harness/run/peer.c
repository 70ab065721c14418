/* The reference engine as the device's partner.  It answers everything the device sends; frames
 * pass the impairments on the way in, and its ACKs on the way out. */
#include "harness/run/harness.h"

#include <string.h>

static void hold(struct harness *h, uint64_t due_ns, bool to_peer, unsigned port,
		 const uint8_t *frame, size_t len)
{
	struct delayed *d = arena_take(h->arena, sizeof(*d));
	struct delayed **at = &h->delayed;

	d->due_ns = due_ns;
	d->to_peer = to_peer;
	d->port = port;
	d->frame = arena_take(h->arena, len);
	memcpy(d->frame, frame, len);
	d->len = len;
	while (*at && (*at)->due_ns <= due_ns)
		at = &(*at)->next;
	d->next = *at;
	*at = d;
}

static void to_peer(struct harness *h, unsigned port, const uint8_t *frame, size_t len)
{
	if (!h->is_mute)
		ref_input(h->peer, port, frame, len, harness_now(h));
}

/* A rule without transmission number means the first sending. */
static bool is_hit(struct harness *h, struct impairment *im, const struct trace_packet *t)
{
	const struct select *s = &im->step->select;
	uint32_t initial = h->device.local.initial_psn[t->p.path_id & 0xff];
	int64_t a = harness_number(h, s->a), b = harness_number(h, s->b);
	bool is_it = false;

	if (s->kind == SELECT_PATH_ALL)
		return t->p.path_id == a;
	if (s->kind == SELECT_COPY)
		return t->p.path_rerouted && (a < 0 || t->p.path_id == a);
	if (s->kind == SELECT_NTH)
		is_it = t->nth == a;
	else if (s->kind == SELECT_ON_PATH)
		is_it = t->p.path_id == a && wire_psn_diff(t->p.base_psn, initial) == b;
	else if (s->kind == SELECT_EVERY)
		is_it = t->nth % a == b;
	else if (s->kind == SELECT_RANGE)
		is_it = t->nth >= a && t->nth <= b;
	else if (!wire_has(&t->p, msg_msn) || t->p.msg_stream)
		return false;
	else if (t->p.msg_msn != (uint32_t)(h->device.params.initial_msn + (uint64_t)a))
		return false;
	else if (s->kind == SELECT_LAST)
		is_it = t->p.msg_last;
	else if (s->kind == SELECT_OFFSET)
		is_it = b >= t->p.msg_offset && b < (int64_t)t->p.msg_offset + t->p.payload_len;
	return is_it;
}

/* Binds a rule to (path, PSN) when its packet is first sent: later transmissions of it are then
 * known by that, in whatever order they come. */
static bool is_meant(struct harness *h, struct impairment *im, const struct trace_packet *t)
{
	const struct select *s = &im->step->select;
	bool is_all = s->kind == SELECT_PATH_ALL || s->kind == SELECT_COPY;
	bool is_many = s->kind == SELECT_EVERY || s->kind == SELECT_RANGE || is_all;

	if (s->kind == SELECT_ACK || s->kind == SELECT_PEER ||
	    (s->kind != SELECT_PATH_ALL && !wire_is_sequenced(t->p.kind)))
		return false;
	if (!is_many && im->is_bound)
		return im->path == t->p.path_id && im->psn == t->p.base_psn &&
		       (s->transmission == ALL_TRANSMISSIONS || s->transmission == t->transmission);
	if ((t->transmission && !is_all) || !is_hit(h, im, t))
		return false;
	im->is_bound = true;
	im->path = (uint8_t)t->p.path_id;
	im->psn = t->p.base_psn;
	return s->transmission == ALL_TRANSMISSIONS || s->transmission == t->transmission;
}

static void mark_ce(uint8_t *frame, size_t len)
{
	size_t ip = frame[12] == 0x81 && frame[13] == 0x00 ? 18 : 14;

	if (frame[ip] >> 4 == 4)
		frame[ip + 1] |= 3;
	else
		frame[ip + 1] |= 0x30;
	(void)!wire_seal(frame, len, frame[ip] >> 4 == 4 ? WIRE_SEAL_IP : 0);
}

/* The last byte before the CRC: covered by it in every packet, and in no length or address. */
static void corrupt(uint8_t *frame, size_t len)
{
	if (len > 4)
		frame[len - 5] ^= 0x10;
}

static enum trace_fate act(struct harness *h, const struct step *s, const struct trace_packet *t)
{
	uint8_t frame[WIRE_FRAME_MAX];
	size_t len = t->len < sizeof(frame) ? t->len : sizeof(frame);
	uint64_t later = harness_now(h) + s->us * 1000;

	memcpy(frame, t->frame, len);
	switch (s->act) {
	case ACT_DUPLICATE:
		to_peer(h, t->port, frame, len);
		hold(h, later, true, t->port, frame, len);
		return FATE_ARRIVED;
	case ACT_DELAY:
		hold(h, later, true, t->port, frame, len);
		return FATE_DELAYED;
	case ACT_CE:
		mark_ce(frame, len);
		to_peer(h, t->port, frame, len);
		return FATE_ARRIVED;
	case ACT_CORRUPT:
		corrupt(frame, len);
		to_peer(h, t->port, frame, len);
		return FATE_CORRUPTED;
	case ACT_TRIM:
		if (t->p.payload_len) {
			len = len - t->p.payload_len - t->p.base_pad;
			(void)!wire_seal(frame, len, WIRE_SEAL_LENGTHS | WIRE_SEAL_IP);
		}
		to_peer(h, t->port, frame, len);
		return t->p.payload_len ? FATE_TRIMMED : FATE_ARRIVED;
	default:
		return FATE_DROPPED;
	}
}

enum trace_fate impair_apply(struct harness *h, struct trace_packet *t)
{
	struct impairment *first = NULL;

	/* the first rule that means it acts, but all see it: one may mean a later sending */
	for (size_t i = 0; !t->decoded && i < h->impairment_count; i++)
		if (is_meant(h, &h->impairments[i], t) && !first)
			first = &h->impairments[i];
	if (first) {
		first->hits++;
		return act(h, first->step, t);
	}
	to_peer(h, t->port, t->frame, t->len);
	return FATE_ARRIVED;
}

/* The rule for the peer's n-th ACK or sequenced packet, NULL if none. */
static struct impairment *rule_for(struct harness *h, enum select_kind kind, uint32_t n)
{
	for (size_t i = 0; i < h->impairment_count; i++) {
		const struct select *s = &h->impairments[i].step->select;

		if (s->kind == kind && n >= harness_number(h, s->a) && n <= harness_number(h, s->b))
			return &h->impairments[i];
	}
	return NULL;
}

/* HINT: the ACK says another rate. */
static void set_hint(struct harness *h, struct wire_packet *p, uint8_t *frame, size_t *len)
{
	p->ackh_rate_hint = (uint32_t)h->hint_kbps;
	if (wire_encode(h->config->layout, p, frame, WIRE_FRAME_MAX, len))
		harness_error(h, "the peer's ACK cannot be made to carry the hint");
}

static struct impairment *look_at(struct harness *h, uint8_t *frame, size_t *len)
{
	struct wire_packet p;

	if (wire_decode(h->config->layout, (uint16_t)h->tester.params.udp_port, frame, *len, &p,
			NULL))
		return NULL;
	if (wire_is_sequenced(p.kind))
		return rule_for(h, SELECT_PEER, h->peer_sequenced++);
	if (p.kind != PKT_ACK)
		return NULL;
	if (h->hint_kbps >= 0)
		set_hint(h, &p, frame, len);
	return rule_for(h, SELECT_ACK, h->acks_sent++);
}

static void from_peer(struct harness *h, unsigned port, uint8_t *frame, size_t len)
{
	struct impairment *im = look_at(h, frame, &len);
	bool is_kept = im && (im->step->act == ACT_DROP || im->step->act == ACT_DELAY);

	if (im && im->step->act == ACT_CE)
		mark_ce(frame, len);
	if (im && im->step->act == ACT_CORRUPT)
		corrupt(frame, len);
	if (!is_kept)
		harness_send(h, port, frame, len, false);
	if (!im)
		return;
	im->hits++;
	if (im->step->act == ACT_DELAY || im->step->act == ACT_DUPLICATE)
		hold(h, harness_now(h) + im->step->us * 1000, false, port, frame, len);
}

void peer_advance(struct harness *h)
{
	uint8_t frame[WIRE_FRAME_MAX];
	unsigned port = 0;
	size_t len;

	if (!h->peer)
		return;
	while (h->delayed && h->delayed->due_ns <= harness_now(h)) {
		struct delayed *d = h->delayed;

		h->delayed = d->next;
		if (d->to_peer)
			to_peer(h, d->port, d->frame, d->len);
		else
			harness_send(h, d->port, d->frame, d->len, false);
	}
	while (!h->is_broken &&
	       (len = ref_output(h->peer, harness_now(h), &port, frame, sizeof(frame))))
		from_peer(h, port, frame, len);
}

uint64_t peer_deadline(const struct harness *h)
{
	uint64_t d = h->peer ? ref_deadline(h->peer) : REF_NEVER;

	return h->delayed && h->delayed->due_ns < d ? h->delayed->due_ns : d;
}
