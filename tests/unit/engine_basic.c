/* Two engines exchange SEND and WRITE over clean and lossy pipes. */
#include "tests/unit/engine_pair.h"

#include <CUnit/CUnit.h>

static uint8_t source[2][20000], sink[2][20000];

static void clear(void)
{
	fill_pattern(source[0], sizeof(source[0]), 1);
	fill_pattern(source[1], sizeof(source[1]), 99);
	memset(sink, 0, sizeof(sink));
}

static uint8_t inbox[2][1000];

/* Each side writes 20000 bytes and sends 1000 with an immediate. */
static void post(struct pair *p, unsigned i)
{
	uint32_t key = pair_region(p, 1 - i, sink[i], 0x1000, sizeof(sink[i]));
	struct ref_work write = { .kind = REF_WRITE,
				  .stream = 3,
				  .id = 10,
				  .local = source[i],
				  .length = sizeof(source[i]),
				  .address = 0x1000,
				  .rkey = key };
	struct ref_work send = { .kind = REF_SEND,
				 .stream = 3,
				 .id = 11,
				 .local = source[i],
				 .length = 1000,
				 .with_immediate = true,
				 .solicited = true,
				 .immediate = 0xABCD0000 + i };
	pair_recv(p, 1 - i, 3, 77, inbox[i], 1000);
	CU_ASSERT_EQUAL(pair_post(p, i, &write), RES_OK);
	CU_ASSERT_EQUAL(pair_post(p, i, &send), RES_OK);
}

/* Side i has completed its two requests in order and one receive of the other's. */
static void check(struct pair *p, unsigned i)
{
	struct side *s = &p->side[i];
	unsigned work = 0, recv = 0;

	CU_ASSERT_EQUAL(memcmp(sink[i], source[i], sizeof(sink[i])), 0);
	CU_ASSERT_EQUAL(memcmp(inbox[i], source[i], 1000), 0);
	CU_ASSERT_EQUAL(s->done_count, 3);
	for (unsigned d = 0; d < s->done_count; d++) {
		const struct ref_completion *c = &s->done[d];
		CU_ASSERT_EQUAL(c->status, REF_SUCCESS);
		if (c->kind == REF_DONE_WORK) {
			CU_ASSERT_EQUAL(c->id, 10 + work);
			CU_ASSERT_EQUAL(c->msn, 0xFFFFFFFE + work);
			work++;
			continue;
		}
		CU_ASSERT_EQUAL(c->id, 77);
		CU_ASSERT_EQUAL(c->length, 1000);
		CU_ASSERT_TRUE(c->with_immediate && c->solicited);
		CU_ASSERT_EQUAL(c->immediate, 0xABCD0000 + 1 - i);
		recv++;
	}
	CU_ASSERT_EQUAL(work, 2);
	CU_ASSERT_EQUAL(recv, 1);
}

static void exchange(struct pair *p, uint64_t until_ns)
{
	memset(inbox, 0, sizeof(inbox));
	clear();
	post(p, 0);
	post(p, 1);
	pair_run(p, until_ns);
	check(p, 0);
	check(p, 1);
}

static void test_clean(void)
{
	static struct pair p;
	pair_defaults(&p);
	pair_open(&p);
	exchange(&p, 10 * MS);
	/* 79 WRITE packets and 4 of the SEND; a clean pipe needs no repair. */
	for (unsigned i = 0; i < 2; i++) {
		struct ref_counters n;
		ref_query_counters(p.side[i].e, &n);
		CU_ASSERT_EQUAL(n.tx_retransmitted, 0);
		CU_ASSERT_EQUAL(n.rx_accepted, 83);
		CU_ASSERT_EQUAL(n.tx_probes, 0);
		CU_ASSERT_EQUAL(p.seen[PKT_WRITE][i], 79);
		CU_ASSERT_EQUAL(p.seen[PKT_SEND][i], 3);
		CU_ASSERT_EQUAL(p.seen[PKT_SEND_IMM][i], 1);
		/* Nothing left to wait for. */
		CU_ASSERT_EQUAL(ref_deadline(p.side[i].e), REF_NEVER);
	}
	pair_free(&p);
}

static uint64_t dice(struct pair *p)
{
	uint64_t *x = p->data;
	*x = *x * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return *x >> 33;
}

static enum pipe_verdict lossy(struct pair *p, unsigned from, struct wire_packet *k, bool *changed,
			       uint64_t *extra_ns)
{
	(void)from;
	(void)k;
	(void)changed;
	*extra_ns = dice(p) % 30 * US; /* reorders, too */
	uint64_t n = dice(p) % 100;
	return n < 10 ? PIPE_DROP : n < 15 ? PIPE_TWICE : PIPE_PASS;
}

static void test_lossy(void)
{
	for (uint64_t seed = 1; seed <= 20; seed++) {
		static struct pair p;
		uint64_t state = seed;
		pair_defaults(&p);
		p.params.retry_limit = 15;
		p.tamper = lossy;
		p.data = &state;
		pair_open(&p);
		exchange(&p, 20 * SEC);
		pair_free(&p);
	}
}

static void test_v6(void)
{
	static struct pair p;
	pair_defaults(&p);
	p.params.paths = 16;
	side_open(&p.side[0], 0, &p.params, true, 0);
	side_open(&p.side[1], 1, &p.params, true, 0);
	exchange(&p, 10 * MS);
	pair_free(&p);
}

void suite_engine_basic(void);
void suite_engine_basic(void)
{
	CU_pSuite s = CU_add_suite("engine_basic", NULL, NULL);
	CU_ADD_TEST(s, test_clean);
	CU_ADD_TEST(s, test_lossy);
	CU_ADD_TEST(s, test_v6);
}
