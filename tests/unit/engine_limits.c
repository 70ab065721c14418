/* What is refused at set-up and when posting (LIFE-4, ROB-3), and the source ports (ENC-2). */
#include "tests/unit/engine_solo.h"

static struct solo t;

static void setup(void)
{
	solo_defaults(&t);
	t.params.send_depth = 128;
	solo_open(&t);
}

static struct ref_conn_config another(void)
{
	struct ref_conn_config c = t.s.config;
	c.local.conn_id = 0x555;
	return c;
}

static void refused(const struct ref_conn_config *c, const char *name)
{
	const struct ref_param *which = NULL;
	int conn;
	CU_ASSERT_EQUAL(ref_conn_open(t.s.e, c, t.now_ns, &conn, &which), RES_E_RANGE);
	CU_ASSERT_FATAL(which != NULL);
	CU_ASSERT_STRING_EQUAL(which->name, name);
}

/* LIFE-4: what stands in the range column beside numbers. */
static void test_relations(void)
{
	static struct ref_conn_config c;
	setup();
	c = another();
	c.params.cwnd_init = 4;
	c.params.cwnd_min = 5;
	refused(&c, "cwnd_init");
	c = another();
	c.params.rto_max = c.params.rto_init - 1;
	refused(&c, "rto_max");
	c = another();
	c.params.msg_state = 4 * 64 - 1; /* >= streams x msg_window */
	refused(&c, "msg_state");
	c = another();
	c.params.send_depth = 63; /* >= msg_window */
	refused(&c, "send_depth");
	solo_free(&t);
}

/* LIFE-4: the declared maxima. */
static void test_maxima(void)
{
	static struct ref_conn_config c;
	setup();
	c = another();
	c.params.send_depth = 129;
	refused(&c, "send_depth");
	c = another();
	c.params.recv_depth = 65;
	refused(&c, "recv_depth");
	c = another();
	c.params.streams = 1;
	c.params.msg_window = 65;
	refused(&c, "msg_window");
	c = another();
	CU_ASSERT_EQUAL(ref_conn_open(t.s.e, &c, 0, &(int){ 0 }, NULL), RES_OK);
	solo_free(&t);
}

/* An endpoint of other limits in the place of t's; its planes are t's. */
static void init(struct ref_limits limits, uint64_t seed)
{
	struct ref_choices choices = { .seed = seed };
	struct net_addr planes[PIPE_PLANES];
	size_t size = ref_size(&limits);
	free(t.s.mem);
	for (unsigned i = 0; i < PIPE_PLANES; i++)
		planes[i] = pair_address(1, i, false);
	t.s.mem = aligned_alloc(64, (size + 63) / 64 * 64);
	CU_ASSERT_FATAL(t.s.mem != NULL);
	CU_ASSERT_EQUAL_FATAL(
		ref_init(t.s.mem, size, &limits, &choices, &wire_layout_default, planes, &t.s.e),
		RES_OK);
}

/* LIFE-4, ROB-3: message states of all streams together; completions of all connections. */
static void test_shared_limits(void)
{
	static struct ref_conn_config c;
	struct ref_work w = { .kind = REF_WRITE };
	struct ref_completion done;
	setup();
	struct ref_limits limits = pair_limits(&t.params);
	limits.msg_state = 4 * 64 - 1;
	limits.cq_depth = 3;
	init(limits, 1);
	c = another();
	refused(&c, "msg_state");
	c.params.streams = 3;
	CU_ASSERT_EQUAL(ref_conn_open(t.s.e, &c, 0, &t.s.conn, NULL), RES_OK);
	for (unsigned i = 0; i < 3; i++)
		CU_ASSERT_EQUAL(ref_work_post(t.s.e, t.s.conn, &w, 0), RES_OK);
	CU_ASSERT_EQUAL(ref_work_post(t.s.e, t.s.conn, &w, 0), RES_E_SPACE);
	CU_ASSERT_EQUAL(ref_recv_post(t.s.e, t.s.conn, 0, 0, NULL, 0, 0), RES_E_SPACE);
	CU_ASSERT_EQUAL(ref_conn_close(t.s.e, t.s.conn, CLOSE_NORMAL, 0), RES_OK);
	for (unsigned i = 0; i < 3; i++)
		CU_ASSERT_TRUE(ref_poll(t.s.e, &done));
	limits.planes = 0;
	CU_ASSERT_EQUAL(ref_size(&limits), 0);
	solo_free(&t);
}

/* ENC-2, ENC-3: 256 paths, each with its own port of 49152-65535. */
static void test_chosen_ports(void)
{
	static struct ref_conn_config c;
	static bool is_used[65536];
	setup();
	struct ref_limits limits = pair_limits(&t.params);
	limits.paths = 256;
	limits.connections = 1;
	for (uint64_t seed = 1; seed <= 8; seed++) {
		init(limits, seed);
		c = another();
		c.params.paths = 256;
		memset(c.source_port, 0, sizeof(c.source_port));
		memset(is_used, 0, sizeof(is_used));
		CU_ASSERT_EQUAL_FATAL(ref_conn_open(t.s.e, &c, 0, &t.s.conn, NULL), RES_OK);
		for (unsigned i = 0; i < 256; i++) {
			uint16_t port = solo_path(&t, i).source_port;
			CU_ASSERT_TRUE(port >= 49152);
			CU_ASSERT_FALSE(is_used[port]);
			is_used[port] = true;
		}
	}
	solo_free(&t);
}

/* ENC-2: two paths asked to use one port. */
static void test_given_ports(void)
{
	static struct ref_conn_config c;
	int conn;
	setup();
	c = another();
	c.source_port[3] = c.source_port[1];
	CU_ASSERT_EQUAL(ref_conn_open(t.s.e, &c, 0, &conn, NULL), RES_E_RANGE);
	c.source_port[3] = 0;
	CU_ASSERT_EQUAL(ref_conn_open(t.s.e, &c, 0, &conn, NULL), RES_OK);
	solo_free(&t);
}

/* ROB-3, PROBE-1: more PROBEs at one instant than are kept; the counters beside stay right. */
static void test_many_probes(void)
{
	uint8_t frame[WIRE_FRAME_MAX];
	size_t len = 0;
	setup();
	for (unsigned i = 0; i < 20; i++) {
		struct wire_packet k = solo_packet(&t, PKT_PROBE, 0, i);
		k.msg_stream = 100 + i;
		CU_ASSERT_EQUAL(wire_encode(&wire_layout_default, &k, frame, sizeof(frame), &len),
				RES_OK);
		ref_input(t.s.e, 0, frame, len, 0);
	}
	solo_pump(&t);
	CU_ASSERT_TRUE(t.out_count >= 1 && t.out_count <= 20);
	CU_ASSERT_EQUAL(solo_path(&t, 0).received, 20);
	CU_ASSERT_EQUAL(solo_path(&t, 0).cum_psn, SOLO_PSN - 1);
	struct wire_packet k = solo_packet(&t, PKT_PROBE, 0, 20);
	solo_feed(&t, &k);
	CU_ASSERT_EQUAL(t.out_count, 1);
	solo_free(&t);
}

void suite_engine_limits(void);
void suite_engine_limits(void)
{
	CU_pSuite s = CU_add_suite("engine_limits", NULL, NULL);
	CU_ADD_TEST(s, test_relations);
	CU_ADD_TEST(s, test_maxima);
	CU_ADD_TEST(s, test_shared_limits);
	CU_ADD_TEST(s, test_chosen_ports);
	CU_ADD_TEST(s, test_given_ports);
	CU_ADD_TEST(s, test_many_probes);
}
