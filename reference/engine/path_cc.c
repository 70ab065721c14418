/* The per-path window: additive increase, multiplicative decrease, in round trips.  A round ends
 * when something sent after its beginning is echoed. */
#include "reference/engine/endpoint.h"

enum { LOSSY_ROUNDS = 3 };

/* CC-5: never below cwnd_min. */
static void set_cwnd(struct ref_path *p, uint32_t cwnd)
{
	const struct ref_params *a = &p->conn->params;
	if (cwnd > WINDOW)
		cwnd = WINDOW;
	if (cwnd < a->cwnd_min)
		cwnd = a->cwnd_min;
	if (p->is_live)
		p->conn->window += cwnd - p->out.cwnd;
	p->out.cwnd = cwnd;
}

static void begin_round(struct ref_path *p)
{
	struct ref_path_out *out = &p->out;
	out->round_count = out->count;
	out->round_acked = 0;
	out->round_lost = 0;
	out->is_limited = out->flying.count >= out->cwnd;
	out->is_cut = false;
	out->was_marked = false;
}

void ref_cc_open(struct ref_path *p)
{
	p->out.cwnd = p->conn->params.cwnd_init;
	p->conn->window += p->out.cwnd;
	begin_round(p);
}

/* PATH-8: at cwnd_min; what the path did before it failed lets it grow no sooner (CC-7). */
void ref_cc_return(struct ref_path *p)
{
	p->out.cwnd = p->conn->params.cwnd_min;
	p->out.regrow = 0;
	p->conn->window += p->out.cwnd;
	begin_round(p);
}

static void cut(struct ref_path *p)
{
	uint64_t less = (uint64_t)p->out.cwnd * p->conn->params.md_factor / 1000;
	set_cwnd(p, (uint32_t)less);
	p->out.regrow = 0;
	begin_round(p);
	p->out.is_cut = true;
}

/* RTX-11: loss above 10% that lasts; RTX-8: anything less is no sign of congestion. */
static bool is_lossy(struct ref_path *p)
{
	struct ref_path_out *out = &p->out;
	if (out->round_lost >= 2 && out->round_lost * 10 > out->round_lost + out->round_acked)
		out->lossy_rounds++;
	else
		out->lossy_rounds = 0;
	if (out->lossy_rounds < LOSSY_ROUNDS)
		return false;
	out->lossy_rounds = 0;
	return true;
}

static void end_round(struct ref_path *p)
{
	struct ref_path_out *out = &p->out;
	if (!out->was_marked)
		bits_clear(&p->conn->marked, p->id);
	if (is_lossy(p)) {
		cut(p);
		return;
	}
	/* CC-2, CC-7: one packet a round trip, only while the window limits. */
	if (out->is_limited && !out->was_marked)
		set_cwnd(p, out->cwnd + 1);
	begin_round(p);
}

void ref_cc_ack(struct ref_path *p, const struct ref_cc_news *n)
{
	struct ref_path_out *out = &p->out;
	bool is_over = n->has_echo && wire_psn_diff(n->echo, out->round_count) > 0;

	out->round_acked += n->acked;
	out->round_lost += n->lost;
	if (n->marks > 0) {
		bits_set(&p->conn->marked, p->id);
		/* CC-1: at once, and once per round trip. */
		if (is_over || !out->is_cut)
			cut(p);
		else
			out->was_marked = true;
		return;
	}
	if (n->acked > 0 && out->regrow > out->cwnd) {
		uint32_t room = out->regrow - out->cwnd;
		set_cwnd(p, out->cwnd + (n->acked < room ? n->acked : room));
	}
	if (is_over)
		end_round(p);
}

/* RTX-11; what a timeout takes comes back with the acknowledgements (CC-2). */
void ref_cc_timeout(struct ref_path *p)
{
	if (p->out.regrow < p->out.cwnd)
		p->out.regrow = p->out.cwnd;
	set_cwnd(p, p->conn->params.cwnd_min);
	begin_round(p);
}

void ref_cc_idle(struct ref_path *p, uint64_t now_ns)
{
	uint32_t init = p->conn->params.cwnd_init;
	/* CC-7 */
	if (now_ns - p->out.last_sent_ns <= UINT64_C(1000000000))
		return;
	if (p->out.cwnd > init)
		set_cwnd(p, init);
	if (p->out.regrow > init)
		p->out.regrow = init;
}
