/* A scenario as text, for people. */
#include "tests/prop/scenario.h"

static const char *const kinds[] = { "SEND", "WRITE", "READ", "FADD", "CSWAP" };
static const char *const wrongs[WRONGS] = { "",
					    " (unknown key)",
					    " (out of its region)",
					    " (no right to it)",
					    " (longer than its receive)",
					    " (not aligned)" };

static void print_wire(const char *name, const struct sim_wire *w, FILE *to)
{
	fprintf(to, "  %s: %u kb/s, %u ns, %u bytes, marks from %u\n", name, w->rate_kbps,
		w->delay_ns, w->buffer_bytes, w->mark_bytes);
}

/* Parameters that differ from the profile's defaults. */
static void print_params(const struct ref_params *p, FILE *to)
{
	for (size_t i = 0; i < ref_params_count; i++) {
		const struct ref_param *row = &ref_params_table[i];
		uint32_t v = *(const uint32_t *)(const void *)((const char *)p + row->member);
		if (v != row->def)
			fprintf(to, " %s %u", row->name, v);
	}
	fputc('\n', to);
}

static void print_op(const struct scenario *s, unsigned i, FILE *to)
{
	const struct prop_op *op = &s->ops[i];

	fprintf(to, "  op %u: at %llu ns connection %u side %u stream %u %s %u bytes%s", i,
		(unsigned long long)op->post_ns, op->conn, op->side, op->stream, kinds[op->kind],
		op->length, wrongs[op->wrong]);
	if (op->takes_receive)
		fprintf(to, ", receive of %u bytes at %llu ns", op->room,
			(unsigned long long)op->recv_ns);
	if (op->of >= 0)
		fprintf(to, ", of what op %d writes", op->of);
	fprintf(to, "%s%s%s\n", op->with_immediate ? ", immediate" : "",
		op->solicited ? ", solicited" : "", op->fence ? ", fence" : "");
}

void scenario_print(const struct scenario *s, FILE *to)
{
	fprintf(to, "seed %llu: %u hosts, %u planes, %u hosts per leaf, %u spines, IPv%d\n",
		(unsigned long long)s->seed, s->net.hosts, s->net.planes, s->net.leaf_hosts,
		s->net.spines, s->net.is_v6 ? 6 : 4);
	print_wire("edge", &s->net.edge, to);
	print_wire("core", &s->net.core, to);
	fprintf(to,
		"  in a million: lose %u, damage %u, copy %u, delay %u (%u ns), trim %u, mark %u\n",
		s->odds.lose, s->odds.damage, s->odds.copy, s->odds.delay, s->odds.delay_ns,
		s->odds.trim, s->odds.mark);
	for (unsigned i = 0; i < 2 * s->conn_count; i++) {
		fprintf(to, "  connection %u side %u: host %u:", i / 2, i % 2,
			s->conns[i / 2].host[i % 2]);
		print_params(&s->conns[i / 2].params[i % 2], to);
	}
	for (unsigned i = 0; i < s->op_count; i++)
		if (!s->ops[i].is_off)
			print_op(s, i, to);
	for (unsigned i = 0; i < s->event_count; i++)
		if (!s->events[i].is_off)
			fprintf(to, "  event %u: at %llu ns %s, for %llu ns, %u %u\n", i,
				(unsigned long long)s->events[i].at_ns,
				prop_fault_names[s->events[i].kind],
				(unsigned long long)s->events[i].for_ns, s->events[i].a,
				s->events[i].b);
}
