/* ARP and Neighbor Discovery: questions, answers, learning and what must be ignored.  The frames
 * were made by scapy and typed in, checksums included. */
#include "reference/wire/neighbor.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

void suite_neighbor(void);

/* Host 1 is the other side, host 2 is us: 10.0.0.2 and fd00::1122:3344, untagged and in VLAN 5. */
#define IPV6_NS                                                                                \
	"86dd6000000000203afffd000000000000000000000000000001ff0200000000000000000001ff223344" \
	"870005cf00000000fd0000000000000000000000112233440101020000000001"
#define IPV6_NA                                                                                \
	"86dd6000000000203afffd000000000000000000000011223344fd000000000000000000000000000001" \
	"880093d160000000fd0000000000000000000000112233440201020000000002"
#define ARP_ASK   "080600010800060400010200000000010a0000010000000000000a000002"
#define ARP_REPLY "080600010800060400020200000000020a0000020200000000010a000001"

static const struct exchange {
	const char *question, *answer;
} exchanges[] = {
	{ "ffffffffffff020000000001" ARP_ASK, "020000000001020000000002" ARP_REPLY },
	{ "ffffffffffff02000000000181000005" ARP_ASK,
	  "02000000000102000000000281000005" ARP_REPLY },
	/* a priority tag is no VLAN: taken, answered without */
	{ "ffffffffffff0200000000018100e000" ARP_ASK, "020000000001020000000002" ARP_REPLY },
	{ "3333ff223344020000000001" IPV6_NS, "020000000001020000000002" IPV6_NA },
	{ "3333ff22334402000000000181000005" IPV6_NS, "02000000000102000000000281000005" IPV6_NA },
	/* duplicate address detection is answered to all nodes */
	{ "3333ff22334402000000000186dd6000000000183aff00000000000000000000000000000000"
	  "ff0200000000000000000001ff223344870005db00000000fd000000000000000000000011223344",
	  "33330000000102000000000286dd6000000000203afffd000000000000000000000011223344"
	  "ff0200000000000000000000000000018800d1cf20000000fd000000000000000000000011223344"
	  "0201020000000002" },
};
enum { EXCHANGES = sizeof(exchanges) / sizeof(exchanges[0]) };

static size_t from_hex(const char *hex, uint8_t *out)
{
	size_t n = 0;

	for (; hex[2 * n] != '\0'; n++) {
		char pair[3] = { hex[2 * n], hex[2 * n + 1], '\0' };

		out[n] = (uint8_t)strtoul(pair, NULL, 16);
	}
	return n;
}

static struct net_addr address(const char *ip, uint8_t host, uint16_t vlan)
{
	struct net_addr a = { .mac = { 2, [5] = host }, .vlan = vlan };

	CU_ASSERT_EQUAL(net_addr_parse(ip, &a), RES_OK);
	return a;
}

static struct neighbor *new_host(void)
{
	struct neighbor *n = calloc(1, sizeof(*n));
	static const char *ips[] = { "10.0.0.2", "fd00::1122:3344" };

	CU_ASSERT_FATAL(n != NULL);
	for (unsigned i = 0; i < 4; i++) {
		struct net_addr a = address(ips[i / 2], 2, i % 2 == 0 ? 0 : 5);

		CU_ASSERT_EQUAL(neighbor_own(n, &a), RES_OK);
	}
	return n;
}

static void test_answers(void)
{
	struct neighbor *n = new_host();
	uint8_t frame[NEIGHBOR_FRAME], reply[NEIGHBOR_FRAME], want[NEIGHBOR_FRAME];

	for (int i = 0; i < EXCHANGES; i++) {
		size_t len = from_hex(exchanges[i].question, frame), reply_len = 0;
		size_t want_len = from_hex(exchanges[i].answer, want);

		CU_ASSERT_TRUE(neighbor_input(n, frame, len, reply, &reply_len));
		CU_ASSERT_EQUAL(reply_len, want_len);
		CU_ASSERT_EQUAL(memcmp(reply, want, want_len), 0);
	}
	free(n);
}

/* What we ask is what scapy asks, and its answer is understood. */
static void test_asks(void)
{
	static const struct {
		const char *own, *target;
		uint16_t vlan;
		int exchange;
	} asks[] = { { "10.0.0.1", "10.0.0.2", 0, 0 },
		     { "10.0.0.1", "10.0.0.2", 5, 1 },
		     { "fd00::1", "fd00::1122:3344", 0, 3 },
		     { "fd00::1", "fd00::1122:3344", 5, 4 } };

	for (size_t i = 0; i < sizeof(asks) / sizeof(asks[0]); i++) {
		struct neighbor *n = calloc(1, sizeof(*n));
		struct net_addr own = address(asks[i].own, 1, asks[i].vlan);
		struct net_addr target = address(asks[i].target, 0, 0);
		uint8_t frame[NEIGHBOR_FRAME], want[NEIGHBOR_FRAME], mac[6];
		size_t len = neighbor_ask(&own, &target, frame);

		CU_ASSERT_EQUAL(from_hex(exchanges[asks[i].exchange].question, want), len);
		CU_ASSERT_EQUAL(memcmp(frame, want, len), 0);
		CU_ASSERT_EQUAL_FATAL(neighbor_own(n, &own), RES_OK);
		CU_ASSERT_EQUAL(neighbor_find(n, &target, mac), RES_E_UNKNOWN);
		len = from_hex(exchanges[asks[i].exchange].answer, frame);
		CU_ASSERT_TRUE(neighbor_input(n, frame, len, want, &len));
		CU_ASSERT_EQUAL(len, 0);
		CU_ASSERT_EQUAL(neighbor_find(n, &target, mac), RES_OK);
		CU_ASSERT_EQUAL(memcmp(mac, "\x02\0\0\0\0\x02", 6), 0);
		free(n);
	}
}

/* The asker is learnt from its question, and moves when it says so. */
static void test_learns_from_questions(void)
{
	struct neighbor *n = new_host();
	struct net_addr v4 = address("10.0.0.1", 0, 0), v6 = address("fd00::1", 0, 0);
	uint8_t frame[NEIGHBOR_FRAME], reply[NEIGHBOR_FRAME], mac[6];
	size_t len, reply_len;

	for (int i = 0; i < EXCHANGES; i++) {
		len = from_hex(exchanges[i].question, frame);
		CU_ASSERT_TRUE(neighbor_input(n, frame, len, reply, &reply_len));
	}
	CU_ASSERT_EQUAL(n->known_count, 2); /* the unspecified address is nobody's */
	CU_ASSERT_EQUAL(neighbor_find(n, &v6, mac), RES_OK);
	CU_ASSERT_EQUAL(mac[5], 1);
	len = from_hex(exchanges[0].question, frame);
	frame[27] = 9; /* sender's hardware address */
	CU_ASSERT_TRUE(neighbor_input(n, frame, len, reply, &reply_len));
	CU_ASSERT_EQUAL(neighbor_find(n, &v4, mac), RES_OK);
	CU_ASSERT_EQUAL(mac[5], 9);
	CU_ASSERT_EQUAL(n->known_count, 2);
	free(n);
}

/* RFC 5227: a probe has no sender address; it is answered and teaches nothing. */
static void test_arp_probe(void)
{
	struct neighbor *n = new_host();
	uint8_t frame[NEIGHBOR_FRAME], reply[NEIGHBOR_FRAME];
	size_t len = from_hex(exchanges[0].question, frame), reply_len = 0;

	memset(frame + 28, 0, 4);
	CU_ASSERT_TRUE(neighbor_input(n, frame, len, reply, &reply_len));
	CU_ASSERT_EQUAL(reply_len, 42);
	CU_ASSERT_EQUAL(memcmp(reply + 38, "\0\0\0\0", 4), 0);
	CU_ASSERT_EQUAL(n->known_count, 0);
	free(n);
}

/* One byte changed: no answer, and nothing learnt. */
static void test_ignores(void)
{
	static const struct {
		int exchange;
		size_t at;
		uint8_t value;
		bool is_neighbor; /* what neighbor_input returns */
	} wrong[] = {
		{ 0, 13, 0x07, false }, /* EtherType */
		{ 0, 15, 6, true },     /* hardware type */
		{ 0, 18, 8, true },     /* hardware address length */
		{ 0, 21, 3, true },     /* operation */
		{ 1, 15, 6, true },     /* asked in another VLAN: learnt, not answered */
		{ 3, 14, 0x40, false }, /* IP version */
		{ 3, 19, 0x17, false }, /* payload length */
		{ 3, 20, 17, false },   /* next header */
		{ 3, 21, 254, false },  /* hop limit: came through a router */
		{ 3, 57, 0xCE, false }, /* checksum */
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct neighbor *n = new_host();
		uint8_t frame[NEIGHBOR_FRAME], reply[NEIGHBOR_FRAME];
		size_t len = from_hex(exchanges[wrong[i].exchange].question, frame), reply_len = 1;

		frame[wrong[i].at] = wrong[i].value;
		CU_ASSERT_EQUAL(neighbor_input(n, frame, len, reply, &reply_len),
				wrong[i].is_neighbor);
		CU_ASSERT_EQUAL(reply_len, 0);
		CU_ASSERT_EQUAL(n->known_count, wrong[i].exchange == 1);
		free(n);
	}
}

/* A solicitation wrong in one byte with its checksum made right by hand. */
static void test_bad_messages(void)
{
	static const struct {
		size_t at;
		uint8_t value, sum[2];
	} wrong[] = {
		{ 54, 133, { 0x07, 0xCF } },  /* type */
		{ 55, 1, { 0x05, 0xCE } },    /* code */
		{ 62, 0xFF, { 0x03, 0xCF } }, /* asks for a multicast address */
		{ 79, 0, { 0x05, 0xD0 } },    /* an option of no length */
		{ 79, 2, { 0x05, 0xCE } },    /* an option that leaves the message */
		{ 79, 255, { 0x04, 0xD1 } },
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct neighbor *n = new_host();
		uint8_t *frame = malloc(86), reply[NEIGHBOR_FRAME]; /* exact: sanitizers watch */
		size_t len = from_hex(exchanges[3].question, frame), reply_len = 1;

		CU_ASSERT_EQUAL_FATAL(len, 86);
		frame[wrong[i].at] = wrong[i].value;
		memcpy(frame + 56, wrong[i].sum, 2);
		CU_ASSERT_FALSE(neighbor_input(n, frame, len, reply, &reply_len));
		CU_ASSERT_EQUAL(reply_len, 0);
		CU_ASSERT_EQUAL(n->known_count, 0);
		free(frame);
		free(n);
	}
}

static void test_cuts(void)
{
	struct neighbor *n = new_host();
	uint8_t frame[NEIGHBOR_FRAME], reply[NEIGHBOR_FRAME];

	for (int i = 0; i < EXCHANGES; i++) {
		size_t len = from_hex(exchanges[i].question, frame), reply_len = 1;

		for (size_t cut = 0; cut < len; cut++) {
			uint8_t *exact = malloc(cut == 0 ? 1 : cut);

			CU_ASSERT_FATAL(exact != NULL);
			memcpy(exact, frame, cut);
			neighbor_input(n, exact, cut, reply, &reply_len);
			CU_ASSERT_EQUAL(reply_len, 0);
			free(exact);
		}
	}
	CU_ASSERT_EQUAL(n->known_count, 0);
	free(n);
}

/* Nobody can take our addresses from us, claim a group address or fill the table for good. */
static void test_hostile(void)
{
	struct neighbor *n = new_host();
	struct net_addr own = address("10.0.0.2", 2, 0), first = address("10.1.0.0", 0, 0);
	struct net_addr last = address("10.1.2.0", 0, 0);
	uint8_t frame[NEIGHBOR_FRAME], reply[NEIGHBOR_FRAME], mac[6];
	size_t len = from_hex(exchanges[0].question, frame), reply_len;

	frame[31] = 2; /* sender's address is ours */
	CU_ASSERT_TRUE(neighbor_input(n, frame, len, reply, &reply_len));
	CU_ASSERT_EQUAL(neighbor_find(n, &own, mac), RES_E_UNKNOWN);
	frame[31] = 1;
	frame[22] = 3; /* a group address */
	CU_ASSERT_TRUE(neighbor_input(n, frame, len, reply, &reply_len));
	CU_ASSERT_EQUAL(n->known_count, 0);
	frame[22] = 2;
	frame[29] = 1;
	for (unsigned i = 0; i <= NEIGHBOR_MAX; i++) {
		frame[30] = (uint8_t)(i >> 8);
		frame[31] = (uint8_t)i;
		CU_ASSERT_TRUE(neighbor_input(n, frame, len, reply, &reply_len));
	}
	CU_ASSERT_EQUAL(n->known_count, NEIGHBOR_MAX);
	CU_ASSERT_EQUAL(neighbor_find(n, &first, mac), RES_E_UNKNOWN);
	CU_ASSERT_EQUAL(neighbor_find(n, &last, mac), RES_OK);
	free(n);
}

static void test_own_is_bounded(void)
{
	struct neighbor *n = calloc(1, sizeof(*n));
	struct net_addr a = address("10.0.0.2", 2, 0);

	CU_ASSERT_FATAL(n != NULL);
	for (unsigned i = 0; i < NEIGHBOR_MAX; i++)
		CU_ASSERT_EQUAL(neighbor_own(n, &a), RES_OK);
	CU_ASSERT_EQUAL(neighbor_own(n, &a), RES_E_SPACE);
	free(n);
}

static void test_texts(void)
{
	static const char *good[] = { "192.0.2.1", "2001:db8::1", "::", "0.0.0.0" };
	static const char *bad[] = {
		"", "192.0.2", "192.0.2.256", "2001:db8:::1", "fe80::1%eth0", "10.0.0.1/24"
	};
	struct net_addr a;
	char buf[64], five[5];

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		CU_ASSERT_EQUAL(net_addr_parse(good[i], &a), RES_OK);
		net_addr_format(&a, buf, sizeof(buf));
		CU_ASSERT_STRING_EQUAL(buf, good[i]);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		CU_ASSERT_EQUAL(net_addr_parse(bad[i], &a), RES_E_SYNTAX);
	CU_ASSERT_EQUAL(net_addr_parse("192.0.2.1", &a), RES_OK);
	CU_ASSERT_EQUAL(memcmp(a.ip, "\xC0\0\x02\x01", 4), 0);
	CU_ASSERT_FALSE(a.is_v6);
	net_addr_format(&a, five, sizeof(five));
	CU_ASSERT_STRING_EQUAL(five, "192.");
}

void suite_neighbor(void)
{
	CU_pSuite s = CU_add_suite("neighbor", NULL, NULL);

	CU_ADD_TEST(s, test_answers);
	CU_ADD_TEST(s, test_asks);
	CU_ADD_TEST(s, test_learns_from_questions);
	CU_ADD_TEST(s, test_arp_probe);
	CU_ADD_TEST(s, test_ignores);
	CU_ADD_TEST(s, test_bad_messages);
	CU_ADD_TEST(s, test_cuts);
	CU_ADD_TEST(s, test_hostile);
	CU_ADD_TEST(s, test_own_is_bounded);
	CU_ADD_TEST(s, test_texts);
}
