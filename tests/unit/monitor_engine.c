/* A right device is never failed: two reference engines exchange all kinds of messages over a
 * lossy, reordering, path-killing link of virtual time, each judged by a monitor of its own. */
#include "tests/unit/monitor_bench.h"

#include "reference/engine/ref.h"

#include "tests/unit_main.h"

#include <stdlib.h>

void suite_monitor_engine(void);

enum { PATHS = 4, PLANES = 2, STREAMS = 3, REGION = 1 << 16, FLIGHT = 4096, FOUND_MAX = 3 };

struct flying {
	uint64_t due_ns;
	unsigned to, port;
	size_t len;
	uint8_t *frame;
};
struct end {
	struct ref_endpoint *e;
	void *memory;
	int conn;
	uint8_t region[REGION];
	uint32_t rkey, completions, failed;
	struct monitor *m;
};
struct world {
	struct end end[2];
	struct ref_conn_config c[2];
	struct flying flying[FLIGHT];
	size_t flying_count;
	uint64_t now_ns, random;
	unsigned loss; /* per thousand */
	int dead_path; /* -1: none */
	uint32_t number, found, repairs, copies;
};

static uint32_t draw(struct world *w, uint32_t below)
{
	w->random = w->random * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(w->random >> 33) % below;
}

static void report(void *arg, const struct monitor_finding *f)
{
	struct world *w = arg;

	if (w->found++ < FOUND_MAX)
		printf("\n  %s frame %u %s: expected %s, seen %s\n", clauses[f->clause].id,
		       f->frame, f->field, f->expected, f->seen);
}

/* ---- set-up ---- */

static void fill_config(struct world *w, unsigned i)
{
	struct ref_conn_config *c = &w->c[i];

	ref_params_default(&c->params);
	c->params.paths = PATHS;
	c->params.streams = STREAMS;
	c->params.mtu = MTU;
	c->params.msg_window = 8;
	c->params.read_depth = 4;
	c->params.initial_msn = 0xFFFFFFFE;
	c->params.path_fail_rtos = 1;
	c->params.rto_init = c->params.rto_min = 1000;
	c->params.rto_max = 8000;
	c->params.retry_limit = 15;
	c->local.conn_id = 0x100 + i;
	c->local.plane_count = PLANES;
	for (unsigned k = 0; k < PLANES; k++)
		c->local.planes[k] =
			(struct net_addr){ .ip = { 10, 0, (uint8_t)k, (uint8_t)(i + 1) },
					   .mac = { 2, 0, 0, 0, (uint8_t)k, (uint8_t)(i + 1) } };
	for (unsigned p = 0; p < PATHS; p++) {
		c->path_plane[p] = (uint8_t)(p % PLANES);
		c->local.initial_psn[p] = (0xFFFFF0 + 0x1000 * p) & 0xFFFFFF;
		c->source_port[p] = (uint16_t)(50000 + p);
	}
}

static void open_end(struct world *w, unsigned i)
{
	struct end *x = &w->end[i];
	struct ref_limits limits = {
		.connections = 1,
		.regions = 4,
		.cq_depth = 4096,
		.paths = PATHS,
		.streams = STREAMS,
		.msg_window = 8,
		.msg_state = STREAMS * 8,
		.send_depth = 64,
		.recv_depth = 64,
		.planes = PLANES,
	};
	struct ref_choices choices = { .seed = i + 1 };
	struct ref_region r = {
		.rights = 7, .address = 0x10000, .length = REGION, .base = x->region, .rkey = 9
	};
	size_t size = ref_size(&limits);

	w->c[i].peer = w->c[!i].local;
	CU_ASSERT_NOT_EQUAL_FATAL(size, 0);
	x->memory = aligned_alloc(64, (size + 63) / 64 * 64);
	CU_ASSERT_PTR_NOT_NULL_FATAL(x->memory);
	CU_ASSERT_EQUAL_FATAL(ref_init(x->memory, size, &limits, &choices, &wire_layout_default,
				       w->c[i].local.planes, &x->e),
			      RES_OK);
	CU_ASSERT_EQUAL_FATAL(ref_region_register(x->e, &r, &x->rkey), RES_OK);
	CU_ASSERT_EQUAL_FATAL(ref_conn_open(x->e, &w->c[i], w->now_ns, &x->conn, NULL), RES_OK);
	x->m = monitor_new(&w->c[i], 4, report, w);
	CU_ASSERT_PTR_NOT_NULL_FATAL(x->m);
}

static struct world *world_new(uint64_t seed, unsigned loss)
{
	struct world *w = calloc(1, sizeof(*w));

	CU_ASSERT_PTR_NOT_NULL_FATAL(w);
	w->random = seed;
	w->loss = loss;
	w->dead_path = -1;
	w->now_ns = 1000000;
	fill_config(w, 0);
	fill_config(w, 1);
	open_end(w, 0);
	open_end(w, 1);
	return w;
}

static void world_free(struct world *w)
{
	for (unsigned i = 0; i < 2; i++) {
		monitor_free(w->end[i].m);
		free(w->end[i].memory);
	}
	for (size_t i = 0; i < w->flying_count; i++)
		free(w->flying[i].frame);
	free(w);
}

/* ---- time passes ---- */

/* Both monitors see every frame as it leaves; the link may lose it or hold it back. */
static void leave(struct world *w, unsigned from, unsigned port, uint8_t *frame, size_t len)
{
	struct trace_packet t = { .stamp_ns = w->now_ns, .port = (uint16_t)port, .frame = frame };
	struct flying *f;

	t.number = ++w->number;
	t.len = (uint32_t)len;
	t.decoded = wire_decode(&wire_layout_default, 4791, frame, len, &t.p, &t.error);
	t.is_ours = !t.decoded;
	for (unsigned i = 0; i < 2; i++) {
		t.is_sent = from != i;
		monitor_packet(w->end[i].m, &t);
	}
	w->repairs += wire_is_sequenced(t.p.kind) && t.p.base_rtx;
	w->copies += t.p.path_rerouted;
	if ((int)t.p.path_id == w->dead_path || draw(w, 1000) < w->loss ||
	    w->flying_count == FLIGHT)
		return;
	f = &w->flying[w->flying_count++];
	*f = (struct flying){ .due_ns = w->now_ns + 5000 + draw(w, draw(w, 10) ? 100 : 40000),
			      .to = !from,
			      .port = port,
			      .len = len,
			      .frame = malloc(len) };
	CU_ASSERT_PTR_NOT_NULL_FATAL(f->frame);
	memcpy(f->frame, frame, len);
}

static void drain(struct world *w, unsigned i)
{
	uint8_t frame[WIRE_FRAME_MAX];
	struct ref_completion done;
	unsigned port = 0;
	size_t len;

	while ((len = ref_output(w->end[i].e, w->now_ns, &port, frame, sizeof(frame))) != 0)
		leave(w, i, port, frame, len);
	while (ref_poll(w->end[i].e, &done)) {
		w->end[i].completions += done.kind != REF_DONE_CLOSED;
		w->end[i].failed += done.status != REF_SUCCESS;
	}
}

static void arrive(struct world *w)
{
	for (size_t k = 0; k < w->flying_count;) {
		struct flying f = w->flying[k];

		if (f.due_ns > w->now_ns) {
			k++;
			continue;
		}
		w->flying[k] = w->flying[--w->flying_count];
		ref_input(w->end[f.to].e, f.port, f.frame, f.len, w->now_ns);
		free(f.frame);
		drain(w, f.to);
	}
}

static void pass(struct world *w, uint64_t until_ns)
{
	while (w->now_ns < until_ns) {
		uint64_t next = until_ns;

		for (unsigned i = 0; i < 2; i++) {
			uint64_t d;

			drain(w, i);
			d = ref_deadline(w->end[i].e);
			next = d < next ? d : next;
		}
		for (size_t k = 0; k < w->flying_count; k++)
			next = w->flying[k].due_ns < next ? w->flying[k].due_ns : next;
		w->now_ns = next > w->now_ns ? next : w->now_ns + 1;
		arrive(w);
	}
}

/* ---- what happens ---- */

static void post(struct world *w, unsigned i)
{
	struct ref_work k = {
		.kind = (enum ref_work_kind)draw(w, 5),
		.stream = draw(w, STREAMS),
		.local = w->end[i].region + 32768,
		.length = draw(w, 5) ? draw(w, 3000) : 0,
		.address = 0x10000 + 8 * draw(w, 1000),
		.rkey = 9,
		.with_immediate = draw(w, 2),
		.immediate = 7,
	};

	if (k.kind == REF_FADD || k.kind == REF_CSWAP)
		k.length = 8;
	if (k.kind != REF_SEND && k.kind != REF_WRITE)
		k.with_immediate = false;
	(void)!ref_work_post(w->end[i].e, w->end[i].conn, &k, w->now_ns); /* full: next time */
}

static void receive(struct world *w, unsigned i)
{
	for (uint32_t s = 0; s < STREAMS; s++)
		(void)!ref_recv_post(w->end[i].e, w->end[i].conn, s, 1, w->end[i].region + 40000,
				     3000, w->now_ns);
}

/* Receives come late now and then, so that some messages are refused and tried again. */
static void run(struct world *w, unsigned rounds)
{
	for (unsigned r = 0; r < rounds; r++) {
		for (unsigned i = 0; i < 2; i++) {
			post(w, i);
			if (draw(w, 3) == 0)
				receive(w, i);
			if (draw(w, 100) == 0)
				(void)!ref_path_repath(w->end[i].e, w->end[i].conn, draw(w, PATHS),
						       w->now_ns);
		}
		pass(w, w->now_ns + 20000 + draw(w, 100000));
	}
}

/* Everything posted comes to its end; then the connection is closed. */
static void end(struct world *w)
{
	w->loss = 0;
	for (unsigned r = 0; r < 200; r++) {
		receive(w, 0);
		receive(w, 1);
		pass(w, w->now_ns + 2000000);
	}
	CU_ASSERT_EQUAL(ref_conn_close(w->end[0].e, w->end[0].conn, CLOSE_NORMAL, w->now_ns),
			RES_OK);
	CU_ASSERT_EQUAL(w->end[0].failed + w->end[1].failed, 0);
	CU_ASSERT(w->end[0].completions > 100);
	pass(w, w->now_ns + 1000000);
}

static void test_quiet_link(void)
{
	struct world *w = world_new(1, 0);

	run(w, 300);
	end(w);
	CU_ASSERT_EQUAL(w->found, 0);
	world_free(w);
}

static void test_lossy_link(void)
{
	for (uint64_t seed = 2; seed < 8; seed++) {
		struct world *w = world_new(seed, 50);

		run(w, 300);
		end(w);
		CU_ASSERT(w->repairs > 50);
		CU_ASSERT_EQUAL(w->found, 0);
		world_free(w);
	}
}

static void test_dying_paths(void)
{
	for (uint64_t seed = 20; seed < 26; seed++) {
		struct world *w = world_new(seed, 20);

		for (int path = 0; path < PATHS; path++) {
			w->dead_path = path;
			run(w, 100);
		}
		w->dead_path = -1;
		end(w);
		CU_ASSERT(w->copies > 0);
		CU_ASSERT_EQUAL(w->found, 0);
		world_free(w);
	}
}

void suite_monitor_engine(void)
{
	CU_pSuite s = CU_add_suite("monitor_engine", NULL, NULL);

	CU_ADD_TEST(s, test_quiet_link);
	CU_ADD_TEST(s, test_lossy_link);
	CU_ADD_TEST(s, test_dying_paths);
}
