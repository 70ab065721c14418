/* Keeping to the peer's hint (HINT-3): a bucket in time.  pace_ns is when all that was sent is
 * paid for at the hint's rate; credit for at most BURST full packets is kept. */
#include "reference/engine/endpoint.h"

enum { BURST = 16 };

static uint64_t full_packet_bits(const struct ref_conn *c)
{
	return (c->params.mtu + UINT64_C(112)) * 8;
}

/* kb/s; a hint below one full packet per probe_interval is taken as that much (HINT-3). */
static uint64_t rate_of(const struct ref_conn *c, uint32_t hint)
{
	uint64_t least = full_packet_bits(c) * 1000 / c->params.probe_interval + 1;
	return hint > least ? hint : least;
}

static uint64_t cost_ns(uint64_t bits, uint64_t rate)
{
	return bits * 1000000 / rate;
}

bool ref_pace_is_free(const struct ref_conn *c, uint64_t now_ns)
{
	return c->pace_ns <= now_ns;
}

void ref_pace_sent(struct ref_conn *c, size_t ip_bytes, uint64_t now_ns)
{
	uint64_t rate, credit_ns, oldest_ns;
	if (c->hint == 0)
		return; /* none yet; HINT-6 */
	rate = rate_of(c, c->hint);
	credit_ns = cost_ns(BURST * full_packet_bits(c), rate);
	oldest_ns = now_ns > credit_ns ? now_ns - credit_ns : 0;
	if (c->pace_ns < oldest_ns)
		c->pace_ns = oldest_ns;
	c->pace_ns += cost_ns(ip_bytes * 8, rate);
}

void ref_pace_hint(struct ref_conn *c, uint32_t hint, uint64_t now_ns)
{
	/* HINT-4: what is still to be paid is paid at a raised rate. */
	if (c->pace_ns > now_ns && hint > c->hint)
		c->pace_ns =
			now_ns + (c->pace_ns - now_ns) * rate_of(c, c->hint) / rate_of(c, hint);
	c->hint = hint;
}
