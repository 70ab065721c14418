/* Impairments: which packets a rule means, whatever their order. */
#define SPY impair
#include "tests/unit/harness_impair_bench.h"

void suite_harness_impair(void);

static void arrives(struct hb *b, unsigned path, int k)
{
	unsigned before = heard.count;

	CU_ASSERT_EQUAL(leave(b, path, k), FATE_ARRIVED);
	CU_ASSERT_EQUAL(heard.count, before + 1);
	CU_ASSERT_EQUAL(heard.port, path);
}

static void is_lost(struct hb *b, unsigned path, int k)
{
	unsigned before = heard.count;

	CU_ASSERT_EQUAL(leave(b, path, k), FATE_DROPPED);
	CU_ASSERT_EQUAL(heard.count, before);
}

static void test_nth(void)
{
	static const struct step s = IMPAIR(NTH(2), DROP);
	struct hb *b = start();

	rule(b, &s);
	arrives(b, 0, 0);
	arrives(b, 1, 0);
	arrives(b, 0, 0); /* a repair is no new packet */
	is_lost(b, 1, 1);
	arrives(b, 0, 1);
	arrives(b, 1, 1); /* only the first sending was meant */
	CU_ASSERT_EQUAL(b->h.impairments[0].hits, 1);
	hb_free(b);
}

static void test_repair_of_nth(void)
{
	static const struct step s = IMPAIR(REPAIR_OF_NTH(0, 2), DROP);
	struct hb *b = start();

	rule(b, &s);
	arrives(b, 1, 5);
	arrives(b, 0, 5);
	arrives(b, 1, 5); /* first repair */
	arrives(b, 0, 5);
	arrives(b, 0, 5); /* second, but of the other packet */
	is_lost(b, 1, 5);
	arrives(b, 1, 5);
	hb_free(b);
}

static void test_always(void)
{
	static const struct step s = IMPAIR(ALWAYS_NTH(1), DROP);
	struct hb *b = start();

	rule(b, &s);
	arrives(b, 0, 0);
	is_lost(b, 0, 1);
	is_lost(b, 0, 1);
	arrives(b, 0, 2);
	is_lost(b, 0, 1);
	arrives(b, 1, 1);
	hb_free(b);
}

/* By PSN, over its wrap, whatever order the packets leave in. */
static void test_on_path(void)
{
	static const struct step s = IMPAIR(ON_PATH(1, 19), DROP);
	struct hb *b = start();

	rule(b, &s);
	arrives(b, 1, 20);
	arrives(b, 0, 19);
	arrives(b, 1, 17);
	is_lost(b, 1, 19); /* 18 is PSN 0 */
	arrives(b, 1, 19);
	hb_free(b);
}

static void test_byte_of(void)
{
	static const struct step s = IMPAIR(BYTE_OF(1, 511), DROP);
	struct hb *b = start();
	struct wire_packet p[] = {
		packet(0, 0, 0, 256),                       /* message 0 */
		packet(1, 0, 1, 512),                       /* byte 512 on */
		packet(0, 1, 1, 256),                       /* other stream, below */
		packet(0, 2, 1, 0),   packet(1, 1, 1, 256), /* this one */
		packet(0, 3, 1, 256), /* the same byte under another PSN (rerouted) */
		packet(1, 1, 1, 256), /* repair */
	};

	p[2].msg_stream = 1;
	rule(b, &s);
	for (size_t i = 0; i < 7; i++)
		CU_ASSERT_EQUAL(leave_packet(b, &p[i]), i == 4 ? FATE_DROPPED : FATE_ARRIVED);
	hb_free(b);
}

static void test_last_of(void)
{
	static const struct step s = IMPAIR(LAST_OF(0), DROP);
	struct hb *b = start();
	struct wire_packet p[] = { packet(0, 0, 1, 512), packet(0, 1, 0, 256), packet(1, 0, 0, 512),
				   packet(1, 0, 0, 512) };

	rule(b, &s);
	for (size_t i = 0; i < 4; i++)
		CU_ASSERT_EQUAL(leave_packet(b, &p[i]), i == 2 ? FATE_DROPPED : FATE_ARRIVED);
	hb_free(b);
}

static void test_every(void)
{
	static const struct step s = IMPAIR(EVERY_NTH(3, 1), DROP);
	struct hb *b = start();

	rule(b, &s);
	for (int k = 0; k < 9; k++) {
		if (k % 3 == 1)
			is_lost(b, (unsigned)k & 1, k);
		else
			arrives(b, (unsigned)k & 1, k);
	}
	arrives(b, 1, 1); /* its repair */
	CU_ASSERT_EQUAL(b->h.impairments[0].hits, 3);
	hb_free(b);
}

static void test_range(void)
{
	static const struct step s = IMPAIR(NTH_RANGE(2, 3), DROP);
	struct hb *b = start();

	rule(b, &s);
	arrives(b, 0, 0);
	arrives(b, 1, 0);
	is_lost(b, 0, 1);
	is_lost(b, 1, 1);
	arrives(b, 0, 2);
	arrives(b, 1, 1);
	hb_free(b);
}

/* All packets of the path, PROBEs too: it is dead. */
static void test_whole_path(void)
{
	static const struct step s = IMPAIR(WHOLE_PATH(1), DROP);
	struct hb *b = start();
	struct wire_packet probe = packet(1, 0, 0, 0);

	probe.base_opcode = 0xF1;
	probe.payload_len = 0;
	rule(b, &s);
	is_lost(b, 1, 0);
	arrives(b, 0, 0);
	is_lost(b, 1, 0);
	is_lost(b, 1, 1);
	CU_ASSERT_EQUAL(leave_packet(b, &probe), FATE_DROPPED);
	probe.path_id = 0;
	CU_ASSERT_EQUAL(leave_packet(b, &probe), FATE_ARRIVED);
	CU_ASSERT_EQUAL(heard.count, 2);
	hb_free(b);
}

static void test_axis(void)
{
	static const struct step s = IMPAIR(NTH(AXIS(1)), DROP);
	struct hb *b = start();

	b->choice.axis = 1;
	rule(b, &s);
	arrives(b, 0, 0);
	arrives(b, 0, 1);
	is_lost(b, 0, 2);
	hb_free(b);
}

/* The first rule that means a packet acts; the other still has its own. */
static void test_two_rules(void)
{
	static const struct step first = IMPAIR(NTH(1), DROP);
	static const struct step second = IMPAIR(NTH_RANGE(0, 1), CE);
	struct hb *b = start();

	rule(b, &first);
	rule(b, &second);
	CU_ASSERT_EQUAL(leave(b, 0, 0), FATE_ARRIVED);
	CU_ASSERT_EQUAL(leave(b, 0, 1), FATE_DROPPED);
	CU_ASSERT_EQUAL(b->h.impairments[0].hits, 1);
	CU_ASSERT_EQUAL(b->h.impairments[1].hits, 1);
	hb_free(b);
}

/* A rule about a repair binds to its packet though another rule takes the first sending. */
static void test_rule_behind_rule(void)
{
	static const struct step first = IMPAIR(NTH(0), DROP);
	static const struct step repair = IMPAIR(REPAIR_OF_NTH(0, 1), DROP);
	struct hb *b = start();

	rule(b, &first);
	rule(b, &repair);
	is_lost(b, 0, 0);
	is_lost(b, 0, 0);
	arrives(b, 0, 0);
	hb_free(b);
}

void suite_harness_impair(void)
{
	CU_pSuite s = CU_add_suite("harness_impair", NULL, NULL);

	CU_ADD_TEST(s, test_nth);
	CU_ADD_TEST(s, test_repair_of_nth);
	CU_ADD_TEST(s, test_always);
	CU_ADD_TEST(s, test_on_path);
	CU_ADD_TEST(s, test_byte_of);
	CU_ADD_TEST(s, test_last_of);
	CU_ADD_TEST(s, test_every);
	CU_ADD_TEST(s, test_range);
	CU_ADD_TEST(s, test_whole_path);
	CU_ADD_TEST(s, test_axis);
	CU_ADD_TEST(s, test_two_rules);
	CU_ADD_TEST(s, test_rule_behind_rule);
}
