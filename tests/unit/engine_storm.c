/* Random work of all kinds over a random pipe: everything completes once, in order, with the right
 * bytes (RTX-10, PATH-10, ENV-1).  The model is the order of posting itself. */
#include "tests/unit/engine_pair.h"

enum { STREAMS = 3, JOBS = 60, SLOT = 3000, BASE = 0x7000 };

struct job {
	enum ref_work_kind kind;
	uint32_t length;
	bool immediate;
	uint8_t seed;
};
struct storm {
	struct pair p;
	uint64_t state;
	unsigned loss; /* percent */
	uint64_t dark_from_ns, dark_until_ns;
	unsigned dark_path;
	struct job jobs[2][STREAMS][JOBS];
	unsigned posted[2][STREAMS], received[2][STREAMS], completed[2][STREAMS];
	unsigned consumed[2][STREAMS]; /* receives posted */
	uint32_t key[2];
	uint8_t source[2][STREAMS][JOBS][SLOT], sink[2][STREAMS][JOBS][SLOT];
	uint8_t inbox[2][STREAMS][JOBS][SLOT], region[2][STREAMS * JOBS * SLOT];
};
static struct storm *w;

static unsigned dice(unsigned n)
{
	w->state = w->state * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return (unsigned)((w->state >> 33) % n);
}

static enum pipe_verdict tamper(struct pair *p, unsigned from, struct wire_packet *k, bool *changed,
				uint64_t *extra_ns)
{
	bool is_dark = p->now_ns >= w->dark_from_ns && p->now_ns < w->dark_until_ns;
	(void)from;
	if (is_dark && k->path_id == w->dark_path)
		return PIPE_DROP;
	if (wire_is_sequenced(k->kind) && dice(20) == 0) {
		k->ipv4_ecn = 3;
		*changed = true;
	}
	*extra_ns = dice(4) == 0 ? dice(40) * US : 0;
	if (dice(100) < w->loss)
		return PIPE_DROP;
	return dice(50) == 0 ? PIPE_TWICE : PIPE_PASS;
}

static uint64_t address_of(unsigned stream, unsigned n)
{
	return BASE + (uint64_t)(stream * JOBS + n) * SLOT;
}

static uint8_t *region_of(unsigned side, unsigned stream, unsigned n)
{
	return w->region[side] + (size_t)(stream * JOBS + n) * SLOT;
}

static void plan(unsigned side, unsigned stream, unsigned n)
{
	static const enum ref_work_kind kinds[] = { REF_SEND,  REF_SEND, REF_WRITE,
						    REF_WRITE, REF_READ, REF_FADD };
	struct job *j = &w->jobs[side][stream][n];
	j->kind = kinds[dice(6)];
	j->length = j->kind == REF_FADD ? 8 : dice(4) == 0 ? dice(SLOT) : dice(300);
	j->immediate = j->kind < REF_READ && dice(3) == 0;
	fill_pattern(w->source[side][stream][n], SLOT, dice(256));
	/* READ and FADD find this at the other side. */
	fill_pattern(region_of(1 - side, stream, n), SLOT, dice(256));
}

static bool takes_receive(const struct job *j)
{
	return j->kind == REF_SEND || (j->kind == REF_WRITE && j->immediate);
}

static void post(unsigned side, unsigned stream)
{
	unsigned n = w->posted[side][stream] < JOBS ? w->posted[side][stream] : 0;
	const struct job *j = &w->jobs[side][stream][n];
	bool is_read = j->kind == REF_READ || j->kind == REF_FADD;
	struct ref_work x = { .kind = j->kind,
			      .stream = stream,
			      .id = n,
			      .local = is_read ? w->sink[side][stream][n]
					       : w->source[side][stream][n],
			      .length = j->length,
			      .address = address_of(stream, n),
			      .rkey = w->key[1 - side],
			      .with_immediate = j->immediate,
			      .immediate = n,
			      .fence = dice(10) == 0,
			      .swap_or_add = 1 };
	if (w->posted[side][stream] < JOBS && pair_post(&w->p, side, &x) == RES_OK)
		w->posted[side][stream]++;
}

/* A receive for the other side's next message that takes one. */
static void post_receive(unsigned side, unsigned stream)
{
	unsigned n = w->consumed[side][stream];
	while (n < JOBS && !takes_receive(&w->jobs[1 - side][stream][n]))
		n++;
	if (n < JOBS)
		pair_recv(&w->p, side, stream, n, w->inbox[side][stream][n], SLOT);
	w->consumed[side][stream] = n + 1;
}

static void check_work(unsigned side, const struct ref_completion *c)
{
	unsigned n = w->completed[side][c->stream]++;
	const struct job *j = &w->jobs[side][c->stream][n];
	const uint8_t *far = region_of(1 - side, c->stream, n);

	CU_ASSERT_EQUAL(c->id, n); /* STRM-4 */
	CU_ASSERT_EQUAL(c->status, REF_SUCCESS);
	if (j->kind == REF_WRITE) {
		CU_ASSERT_EQUAL(memcmp(far, w->source[side][c->stream][n], j->length), 0);
	} else if (j->kind == REF_READ) {
		CU_ASSERT_EQUAL(memcmp(far, w->sink[side][c->stream][n], j->length), 0);
	} else if (j->kind == REF_FADD) {
		uint64_t before, after;
		memcpy(&before, w->sink[side][c->stream][n], 8);
		memcpy(&after, far, 8);
		CU_ASSERT_EQUAL(after, before + 1); /* ATOM-2 */
	}
}

static void check_receive(unsigned side, const struct ref_completion *c)
{
	unsigned n = w->received[side][c->stream];
	while (n < JOBS && !takes_receive(&w->jobs[1 - side][c->stream][n]))
		n++;
	CU_ASSERT_FATAL(n < JOBS);
	const struct job *j = &w->jobs[1 - side][c->stream][n];
	w->received[side][c->stream] = n + 1;
	CU_ASSERT_EQUAL(c->id, n);
	CU_ASSERT_EQUAL(c->status, REF_SUCCESS);
	CU_ASSERT_EQUAL(c->length, j->length);
	CU_ASSERT_EQUAL(c->with_immediate, j->immediate);
	if (j->kind == REF_SEND)
		CU_ASSERT_EQUAL(memcmp(w->inbox[side][c->stream][n],
				       w->source[1 - side][c->stream][n], j->length),
				0);
}

static void take_completions(unsigned side)
{
	struct side *s = &w->p.side[side];
	for (unsigned i = 0; i < s->done_count; i++) {
		CU_ASSERT_NOT_EQUAL_FATAL(s->done[i].kind, REF_DONE_CLOSED);
		if (s->done[i].kind == REF_DONE_WORK)
			check_work(side, &s->done[i]);
		else
			check_receive(side, &s->done[i]);
	}
	s->done_count = 0;
}

static void step(void)
{
	for (unsigned side = 0; side < 2; side++) {
		unsigned stream = dice(STREAMS);
		if (dice(3) > 0)
			post(side, stream);
		if (dice(4) == 0 && w->consumed[side][stream] < JOBS)
			post_receive(side, stream);
		if (dice(40) == 0)
			CU_ASSERT_EQUAL(ref_path_repath(w->p.side[side].e, w->p.side[side].conn,
							dice(4), w->p.now_ns),
					RES_OK);
		take_completions(side);
	}
	pair_run(&w->p, w->p.now_ns + dice(200) * US);
}

static bool is_over(void)
{
	for (unsigned side = 0; side < 2; side++)
		for (unsigned s = 0; s < STREAMS; s++)
			if (w->completed[side][s] < JOBS || w->consumed[side][s] < JOBS)
				return false;
	return true;
}

static void start(uint64_t seed)
{
	memset(w, 0, sizeof(*w));
	pair_defaults(&w->p);
	w->state = seed;
	w->loss = (unsigned)(seed % 4) * 4;
	w->dark_path = dice(4);
	w->dark_from_ns = dice(20) * MS;
	w->dark_until_ns = w->dark_from_ns + dice(3) * 20 * MS;
	w->p.params.streams = STREAMS;
	w->p.params.read_depth = 3;
	w->p.params.msg_window = 8;
	w->p.params.send_depth = 16;
	w->p.params.retry_limit = 15;
	w->p.params.rto_init = 1000;
	w->p.params.rnr_delay = 300;
	w->p.tamper = tamper;
	pair_open(&w->p);
	for (unsigned side = 0; side < 2; side++) {
		for (unsigned s = 0; s < STREAMS; s++)
			for (unsigned n = 0; n < JOBS; n++)
				plan(side, s, n);
		w->key[side] =
			pair_region(&w->p, side, w->region[side], BASE, sizeof(w->region[side]));
	}
}

/* RTX-10, ENV-1, PATH-10, PLANE-2: losses up to a tenth, one path (and plane) dark for a while. */
static void test_storm(void)
{
	w = malloc(sizeof(*w));
	CU_ASSERT_FATAL(w != NULL);
	for (uint64_t seed = 1; seed <= 24; seed++) {
		start(seed);
		for (unsigned i = 0; i < 20000 && !is_over(); i++)
			step();
		CU_ASSERT_TRUE(is_over());
		pair_free(&w->p);
	}
	free(w);
}

void suite_engine_storm(void);
void suite_engine_storm(void)
{
	CU_pSuite s = CU_add_suite("engine_storm", NULL, NULL);
	CU_ADD_TEST(s, test_storm);
}
