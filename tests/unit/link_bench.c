/* The bench check: passes on a sound wire, and says what is wrong with one that is not; and the
 * lateness figures behind it, against numbers worked out by hand. */
#define _GNU_SOURCE
#include "harness/link/bench.h"
#include "harness/link/iface.h"
#include "harness/link/netns.h"

#include <CUnit/CUnit.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

void suite_link_bench(void);

enum { MS = 1000000 };

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

static void test_sound(void)
{
	struct link *l = open_link(2);
	struct harness_bench b;
	char why[200] = "";

	if (!l)
		return;
	CU_ASSERT_EQUAL(harness_bench_check(l, &b, why, sizeof(why)), RES_OK);
	CU_ASSERT_STRING_EQUAL(why, "");
	CU_ASSERT_EQUAL(b.frames, 2 * 32);
	CU_ASSERT_EQUAL(b.drops, 0);
	CU_ASSERT_EQUAL(b.clock_steps, 0);
	CU_ASSERT_TRUE(b.jitter_ns > 0 && b.jitter_ns <= b.worst_ns);
	CU_ASSERT_TRUE(b.worst_ns < 1000 * (uint64_t)MS);
	printf("jitter %lu us, worst %lu us ", (unsigned long)(b.jitter_ns / 1000),
	       (unsigned long)(b.worst_ns / 1000));
	CU_ASSERT_EQUAL(harness_bench_check(l, &b, why, sizeof(why)), RES_OK); /* and once more */
	l->ops->close(l);
}

/* The device's end taken down: what the tester sends goes nowhere. */
static enum result take_down(void *arg)
{
	struct ifreq q = { 0 };
	int fd = socket(AF_INET, SOCK_DGRAM, 0), rc;

	strcpy(q.ifr_name, arg);
	rc = ioctl(fd, SIOCSIFFLAGS, &q);
	close(fd);
	return rc == 0 ? RES_OK : RES_E_IO;
}

static void test_cut(void)
{
	struct link *l = open_link(2);
	char dut[] = "dut1", why[200] = "";
	struct harness_bench b;
	enum result r;

	if (!l)
		return;
	CU_ASSERT_EQUAL(harness_netns_run(harness_live_of(l)->device_fd, take_down, dut), RES_OK);
	r = harness_bench_check(l, &b, why, sizeof(why));
	CU_ASSERT_TRUE(r != RES_OK);
	CU_ASSERT_EQUAL(b.frames, 32); /* those of the other port */
	CU_ASSERT_PTR_NOT_NULL(strstr(why, "1: "));
	l->ops->close(l);
}

/* 1,000 samples: 1 .. 999 us and one of 5 ms.  The 99.9th percentile is the 999th of them. */
static void test_percentile(void)
{
	static struct late l;

	CU_ASSERT_EQUAL(harness_late_jitter(&l), 0);
	harness_late_add(&l, 5000000);
	CU_ASSERT_EQUAL(harness_late_jitter(&l), 5000000);
	for (unsigned i = 999; i > 0; i--)
		harness_late_add(&l, i * 1000);
	CU_ASSERT_EQUAL(harness_late_jitter(&l), 999000);
	CU_ASSERT_EQUAL(l.worst_ns, 5000000);
	CU_ASSERT_EQUAL(l.stalls, 0);
	for (unsigned i = 0; i < LATE_SAMPLES; i++) /* the ring forgets */
		harness_late_add(&l, 7000);
	CU_ASSERT_EQUAL(harness_late_jitter(&l), 7000);
}

/* A stall: over 1 ms and over ten times the jitter, both. */
static void test_stalls(void)
{
	static struct late quick, slow;

	for (unsigned i = 0; i < 1024; i++) {
		harness_late_add(&quick, 20000);
		harness_late_add(&slow, 300000);
	}
	harness_late_add(&quick, 1000000);
	CU_ASSERT_EQUAL(quick.stalls, 0);
	harness_late_add(&quick, 1000001);
	CU_ASSERT_EQUAL(quick.stalls, 1);
	harness_late_add(&slow, 3000000);
	CU_ASSERT_EQUAL(slow.stalls, 0);
	harness_late_add(&slow, 3000001);
	CU_ASSERT_EQUAL(slow.stalls, 1);
}

/* The clock cannot be set in a test, but what was noted of it can. */
static void test_clock(void)
{
	static struct late l;

	harness_late_clock(&l);
	harness_late_clock(&l);
	CU_ASSERT_EQUAL(l.clock_steps, 0);
	l.offset_ns += 200000; /* as if it had gone back since */
	harness_late_clock(&l);
	CU_ASSERT_EQUAL(l.clock_steps, 1);
	l.offset_ns -= 200000;
	harness_late_clock(&l);
	CU_ASSERT_EQUAL(l.clock_steps, 2);
	harness_late_clock(&l);
	CU_ASSERT_EQUAL(l.clock_steps, 2);
}

void suite_link_bench(void)
{
	CU_pSuite s = CU_add_suite("link_bench", NULL, NULL);

	CU_ADD_TEST(s, test_sound);
	CU_ADD_TEST(s, test_cut);
	CU_ADD_TEST(s, test_percentile);
	CU_ADD_TEST(s, test_stalls);
	CU_ADD_TEST(s, test_clock);
}
