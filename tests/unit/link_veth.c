/* The veth link against the kernel: frames both ways, stamps, directions, tags, silence, drops.
 * Skips, with a printed reason, where namespaces are forbidden.  Needs no right and changes
 * nothing outside the namespaces it makes. */
#define _GNU_SOURCE
#include "harness/link/iface.h"
#include "harness/link/netns.h"

#include <CUnit/CUnit.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void suite_link_veth(void);

enum { MS = 1000000, WHILE = 2000 * MS, FRAMES = 1000, FRAME_LEN = 100 };

/* The device's end of a port, as a device process would open it. */
struct far {
	const char *name;
	struct capture *capture;
	struct inject *inject;
	char error[200];
};

static enum result open_far(void *arg)
{
	struct far *f = arg;
	struct capture_config c = { .name = f->name, .kernel_bytes = 4 << 20 };
	enum result r = harness_capture_open(&c, &f->capture, f->error, sizeof(f->error));

	return r == RES_OK ? harness_inject_open(f->name, &f->inject, f->error, sizeof(f->error))
			   : r;
}

static struct link *open_link(unsigned planes)
{
	struct link *l = NULL;
	char error[200] = "";

	if (harness_link_open_veth(planes, &l, error, sizeof(error)) == RES_OK)
		return l;
	printf("skipped: %s\n", error);
	CU_ASSERT_PTR_NOT_NULL(strstr(error, "--wire sim"));
	return NULL;
}

static bool begin(struct link **l, struct far *f, unsigned planes, unsigned port)
{
	memset(f, 0, sizeof(*f));
	*l = open_link(planes);
	if (!*l)
		return false;
	f->name = harness_link_device_port(*l, port);
	CU_ASSERT_EQUAL_FATAL(harness_netns_run(harness_live_of(*l)->device_fd, open_far, f),
			      RES_OK);
	return true;
}

static void end(struct link *l, struct far *f)
{
	harness_capture_close(f->capture);
	harness_inject_close(f->inject);
	l->ops->close(l);
}

/* Frame n: from 02:..:n, ethertype 0x88b5, its number in the payload. */
static void make_frame(uint8_t *f, unsigned n)
{
	memset(f, 0x5a, FRAME_LEN);
	memcpy(f, "\x02\0\0\0\0\x01\x02\0\0\0\0\x02\x88\xb5", 14);
	f[14] = (uint8_t)(n >> 8);
	f[15] = (uint8_t)n;
}

static bool next(struct link *l, struct link_event *e, uint64_t within_ns)
{
	uint64_t until = l->ops->now(l) + within_ns;

	while (!l->ops->receive(l, e)) {
		if (l->ops->now(l) >= until)
			return false;
		l->ops->wait(l, until, -1);
	}
	return true;
}

struct tally {
	unsigned sent, received, wrong;
	uint64_t last_ns;
};

static void take(struct tally *t, const struct link_event *e, uint64_t from_ns, uint64_t to_ns)
{
	unsigned *n = e->is_sent ? &t->sent : &t->received;
	uint8_t want[FRAME_LEN];

	make_frame(want, *n);
	want[16] = e->is_sent ? 1 : 2;
	if (e->len != FRAME_LEN || memcmp(e->data, want, FRAME_LEN) != 0 || e->port != 0 ||
	    e->stamp_ns < t->last_ns || e->stamp_ns < from_ns || e->stamp_ns > to_ns)
		t->wrong++;
	t->last_ns = e->stamp_ns;
	++*n;
}

static void test_both_ways(void)
{
	struct tally t = { 0 };
	uint8_t frame[FRAME_LEN];
	struct link_stats stats;
	struct link_event e;
	struct link *l;
	struct far f;
	uint64_t start;

	if (!begin(&l, &f, 1, 0))
		return;
	start = l->ops->now(l);
	for (unsigned i = 0; i < FRAMES; i++) {
		make_frame(frame, i);
		frame[16] = 1;
		CU_ASSERT_EQUAL(l->ops->send(l, 0, frame, FRAME_LEN), RES_OK);
		frame[16] = 2;
		CU_ASSERT_EQUAL(harness_inject_send(f.inject, frame, FRAME_LEN), RES_OK);
	}
	while (t.sent + t.received < 2 * FRAMES && next(l, &e, WHILE))
		take(&t, &e, start, l->ops->now(l));
	CU_ASSERT_EQUAL(t.sent, FRAMES);
	CU_ASSERT_EQUAL(t.received, FRAMES);
	CU_ASSERT_EQUAL(t.wrong, 0);
	l->ops->stats(l, &stats);
	CU_ASSERT_EQUAL(stats.captured, 2 * FRAMES);
	CU_ASSERT_EQUAL(stats.dropped, 0);
	CU_ASSERT_EQUAL(stats.disorder, 0);
	end(l, &f);
}

/* Sends on the tester's side, reads on the device's: what arrives is what was sent. */
static void test_arrives(void)
{
	static const uint8_t tags[][8] = {
		{ 0x81, 0x00, 0x00, 0x00, 0x88, 0xb5, 0xaa, 0xbb }, /* priority tag, VLAN id 0 */
		{ 0x81, 0x00, 0xbf, 0xfe, 0x88, 0xb5, 0xaa, 0xbb }, /* priority 5, dei, id 4094 */
		{ 0x88, 0x08, 0x01, 0x01, 0x00, 0xff, 0xff, 0xff }, /* a PFC frame */
		{ 0x00, 0x2e, 0xaa, 0xaa, 0x03, 0x00, 0x00, 0x00 }, /* 802.3 length and SNAP */
	};
	uint8_t frame[8400];
	struct capture_frame got;
	struct link_event e;
	struct link *l;
	struct far f;

	if (!begin(&l, &f, 1, 0))
		return;
	for (unsigned i = 0; i < 4; i++) {
		size_t len = i == 1 ? 8192 + 112 + 18 : 60; /* the largest packet of the profile */

		memset(frame, 0x33, sizeof(frame));
		memcpy(frame, "\x02\0\0\0\0\x01\x02\0\0\0\0\x02", 12);
		memcpy(frame + 12, tags[i], 8);
		CU_ASSERT_EQUAL(l->ops->send(l, 0, frame, len), RES_OK);
		CU_ASSERT_TRUE_FATAL(next(l, &e, WHILE));
		CU_ASSERT_TRUE(e.is_sent && e.len == len && !memcmp(e.data, frame, len));
		harness_capture_drain(f.capture);
		CU_ASSERT_TRUE_FATAL(harness_capture_head(f.capture, &got));
		CU_ASSERT_TRUE(got.len == len && !memcmp(got.data, frame, len));
		harness_capture_pop(f.capture);
		CU_ASSERT_EQUAL(harness_inject_send(f.inject, frame, len), RES_OK);
		CU_ASSERT_TRUE_FATAL(next(l, &e, WHILE));
		CU_ASSERT_TRUE(!e.is_sent && e.len == len && !memcmp(e.data, frame, len));
	}
	end(l, &f);
}

static void test_odd_lengths(void)
{
	static const uint8_t tag_only[16] = { 2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 0x81, 0, 0, 5 };
	uint8_t frame[9300] = { 2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 0x88, 0xb5 };
	struct link_event e;
	struct link *l;
	struct far f;

	if (!begin(&l, &f, 1, 0))
		return;
	CU_ASSERT_EQUAL(l->ops->send(l, 0, frame, 13), RES_E_LENGTH);
	CU_ASSERT_EQUAL(l->ops->send(l, 0, frame, 14 + 9217), RES_E_LENGTH);
	CU_ASSERT_EQUAL(l->ops->send(l, 1, frame, 60), RES_E_RANGE);
	CU_ASSERT_FALSE(l->ops->receive(l, &e));
	CU_ASSERT_EQUAL(l->ops->send(l, 0, frame, 14), RES_OK);
	CU_ASSERT_TRUE_FATAL(next(l, &e, WHILE));
	CU_ASSERT_TRUE(e.len == 14 && !memcmp(e.data, frame, 14));
	CU_ASSERT_EQUAL(l->ops->send(l, 0, tag_only, 16), RES_OK); /* a tag cut off behind its id */
	CU_ASSERT_TRUE_FATAL(next(l, &e, WHILE));
	CU_ASSERT_TRUE(e.len == 16 && !memcmp(e.data, tag_only, 16));
	end(l, &f);
}

static void test_silence(void)
{
	struct link_event e;
	struct link *l = open_link(2);

	if (!l)
		return;
	CU_ASSERT_FALSE(next(l, &e, 300 * MS));
	l->ops->close(l);
}

/* Two planes: frames of both ports come merged by stamp, and each on its own port. */
static void test_planes(void)
{
	uint8_t frame[FRAME_LEN], mac[2][6];
	struct link_event e;
	struct link *l;
	struct far f;

	if (!begin(&l, &f, 2, 1))
		return;
	for (unsigned i = 0; i < 20; i++) {
		make_frame(frame, i);
		CU_ASSERT_EQUAL(l->ops->send(l, i % 2, frame, FRAME_LEN), RES_OK);
	}
	for (unsigned i = 0; i < 20; i++) {
		CU_ASSERT_TRUE_FATAL(next(l, &e, WHILE));
		CU_ASSERT_EQUAL(e.port, i % 2);
		CU_ASSERT_EQUAL(e.data[15], i);
	}
	harness_capture_drain(f.capture);
	CU_ASSERT_EQUAL(harness_capture_count(f.capture), 10);
	CU_ASSERT_STRING_EQUAL(harness_link_device_port(l, 1), "dut1");
	harness_link_port_mac(l, 0, mac[0]);
	harness_link_port_mac(l, 1, mac[1]);
	CU_ASSERT_NOT_EQUAL(memcmp(mac[0], mac[1], 6), 0);
	CU_ASSERT_EQUAL(mac[0][0] & 3, 2); /* locally administered, unicast */
	end(l, &f);
}

/* A flood that nobody reads: what the rings could not hold is counted, to the frame, by the
 * tester's captures as by one alone. */
static void test_drops(void)
{
	uint8_t frame[FRAME_LEN];
	struct link_stats stats;
	struct link_event e;
	uint64_t kept;
	struct link *l;
	struct far f;

	if (!begin(&l, &f, 1, 0))
		return;
	make_frame(frame, 0);
	for (unsigned i = 0; i < 2 * FRAMES; i++)
		CU_ASSERT_EQUAL(l->ops->send(l, 0, frame, FRAME_LEN), RES_OK);
	harness_capture_drain(f.capture);
	kept = harness_capture_count(f.capture);
	CU_ASSERT_TRUE(kept > 0 && kept < 2 * FRAMES);
	CU_ASSERT_EQUAL(harness_capture_dropped(f.capture), 2 * FRAMES - kept);
	l->ops->stats(l, &stats);
	CU_ASSERT_EQUAL(stats.dropped, 0); /* sending looks after its own */
	for (unsigned i = 0; i < 5 * FRAMES; i++)
		CU_ASSERT_EQUAL(harness_inject_send(f.inject, frame, FRAME_LEN), RES_OK);
	while (next(l, &e, 20 * MS))
		;
	l->ops->stats(l, &stats);
	CU_ASSERT_TRUE(stats.dropped > 0);
	CU_ASSERT_EQUAL(stats.captured + stats.dropped, 7 * FRAMES);
	end(l, &f);
}

static void test_settled(void)
{
	struct link *l = open_link(1);
	uint8_t frame[FRAME_LEN];
	struct link_event e;
	uint64_t now;

	if (!l)
		return;
	make_frame(frame, 0);
	CU_ASSERT_EQUAL(l->ops->send(l, 0, frame, FRAME_LEN), RES_OK);
	CU_ASSERT_TRUE(l->ops->receive(l, &e));
	CU_ASSERT_TRUE(l->ops->settled(l) <= e.stamp_ns);
	CU_ASSERT_FALSE(l->ops->receive(l, &e));
	now = l->ops->now(l);
	l->ops->wait(l, now + 3 * MS, -1);
	CU_ASSERT_TRUE(l->ops->now(l) >= now + 3 * MS);
	CU_ASSERT_TRUE(l->ops->settled(l) < now); /* only receive says what has been given */
	CU_ASSERT_FALSE(l->ops->receive(l, &e));
	CU_ASSERT_TRUE(l->ops->settled(l) >= now + 2 * MS);
	CU_ASSERT_TRUE(l->ops->settled(l) + MS <= l->ops->now(l));
	l->ops->close(l);
}

/* A child enters the device's namespace and finds its port there, and only there. */
static void test_enter_device(void)
{
	struct link *l = open_link(1);
	int status = -1;
	pid_t child;

	if (!l)
		return;
	CU_ASSERT_EQUAL(if_nametoindex("dut0"), 0);
	child = fork();
	if (child == 0)
		_exit(harness_netns_enter_device(l) != 0 ? 1 : if_nametoindex("dut0") == 0 ? 2 : 0);
	CU_ASSERT_EQUAL(waitpid(child, &status, 0), child);
	CU_ASSERT_EQUAL(status, 0);
	l->ops->close(l);
}

static void test_bad_planes(void)
{
	struct link *l = NULL;
	char error[200];

	CU_ASSERT_EQUAL(harness_link_open_veth(0, &l, error, sizeof(error)), RES_E_RANGE);
	CU_ASSERT_EQUAL(harness_link_open_veth(17, &l, error, sizeof(error)), RES_E_RANGE);
	CU_ASSERT_PTR_NOT_NULL(strstr(error, "1 to 16"));
}

void suite_link_veth(void)
{
	CU_pSuite s = CU_add_suite("link_veth", NULL, NULL);

	CU_ADD_TEST(s, test_both_ways);
	CU_ADD_TEST(s, test_arrives);
	CU_ADD_TEST(s, test_odd_lengths);
	CU_ADD_TEST(s, test_silence);
	CU_ADD_TEST(s, test_planes);
	CU_ADD_TEST(s, test_drops);
	CU_ADD_TEST(s, test_settled);
	CU_ADD_TEST(s, test_enter_device);
	CU_ADD_TEST(s, test_bad_planes);
}
