/* Which path the next new packet takes (PATH-1): all that are open in turn, so that planes carry
 * equal load (PLANE-1); a marked one is passed over every other time (CC-3). */
#include "reference/engine/endpoint.h"

int ref_spray(struct ref_conn *c)
{
	int next = bits_next(&c->open, c->spray + 1), other;
	struct bits256 clean;

	if (next < 0)
		return -1;
	if (!bits_get(&c->marked, (uint32_t)next))
		return next;
	for (int i = 0; i < 4; i++)
		clean.w[i] = c->open.w[i] & ~c->marked.w[i];
	other = bits_next(&clean, (uint32_t)next + 1);
	/* Never twice in a row on one path while another is open. */
	if (other < 0 || (unsigned)other == c->spray || c->paths[next].out.was_skipped) {
		c->paths[next].out.was_skipped = false;
		return next;
	}
	c->paths[next].out.was_skipped = true;
	return other;
}
