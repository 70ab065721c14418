/* The simulated wire: time and order.  The file under test is built in here and loads a device of
 * our own, which says each frame it gets twice and notes when it was called. */
#define dlopen                stub_dlopen
#define dlsym                 stub_dlsym
#define dlclose               stub_dlclose
#define dlerror               stub_dlerror
#define harness_link_open_sim sim_open
#include "harness/link/sim.c"

#include <CUnit/CUnit.h>

void suite_harness_sim(void);

enum { CALLS = 400, FRAME = 60 };

struct call {
	uint64_t at_ns;
	uint8_t name; /* first byte of the frame */
	unsigned port;
};
static struct echo {
	struct call in[CALLS], out[CALLS];
	unsigned in_count, out_count, due, wakes;
	uint64_t deadline, latest, woken_ns;
	bool is_deaf, went_back;
} echo;

static void seen_at(uint64_t now_ns)
{
	echo.went_back |= now_ns < echo.latest;
	echo.latest = now_ns;
}

static struct device *echo_create(const char *options, char *error, size_t cap)
{
	if (!strcmp(options, "good"))
		return (struct device *)(void *)&echo;
	snprintf(error, cap, "bad options");
	return NULL;
}

static void echo_destroy(struct device *d)
{
	(void)d;
}

static void echo_input(struct device *d, unsigned port, const uint8_t *frame, size_t len,
		       uint64_t now_ns)
{
	(void)d;
	CU_ASSERT_EQUAL(len, FRAME);
	CU_ASSERT_FATAL(echo.in_count < CALLS);
	seen_at(now_ns);
	echo.in[echo.in_count++] = (struct call){ now_ns, frame[0], port };
	echo.due += echo.is_deaf ? 0 : 2;
}

static size_t echo_output(struct device *d, uint64_t now_ns, unsigned *port, uint8_t *out,
			  size_t cap)
{
	const struct call *of = &echo.in[echo.in_count - (echo.due + 1) / 2];

	(void)d;
	CU_ASSERT_FATAL(cap >= FRAME);
	seen_at(now_ns);
	if (!echo.due) {
		echo.wakes++;
		echo.woken_ns = now_ns;
		if (now_ns >= echo.deadline)
			echo.deadline = UINT64_MAX;
		return 0;
	}
	echo.due--;
	memset(out, of->name, FRAME);
	*port = of->port;
	CU_ASSERT_FATAL(echo.out_count < CALLS);
	echo.out[echo.out_count++] = (struct call){ now_ns, of->name, of->port };
	return FRAME;
}

static uint64_t echo_deadline(const struct device *d)
{
	(void)d;
	return echo.deadline;
}

static size_t echo_control(struct device *d, const char *line, size_t len, uint64_t now_ns,
			   char *out, size_t cap)
{
	(void)d, (void)cap;
	seen_at(now_ns);
	memcpy(out, line, len);
	return strcmp(line, "too long") ? len : 0;
}

static struct device_image image = { DEVICE_ABI,  echo_create,   echo_destroy, echo_input,
				     echo_output, echo_deadline, echo_control };

void *stub_dlopen(const char *file, int mode)
{
	(void)mode;
	return strcmp(file, "missing") ? &image : NULL;
}

void *stub_dlsym(void *handle, const char *name)
{
	return strcmp(name, "conformance_device") ? NULL : handle;
}

int stub_dlclose(void *handle)
{
	(void)handle;
	return 0;
}

char *stub_dlerror(void)
{
	static char text[] = "no such file";

	return text;
}

static struct link *open_with(uint64_t seed, struct control_transport **control)
{
	struct link *l = NULL;
	char error[200];

	memset(&echo, 0, sizeof(echo));
	echo.deadline = UINT64_MAX;
	CU_ASSERT_EQUAL_FATAL(sim_open("here", "good", 2, seed, &l, control, error, sizeof(error)),
			      RES_OK);
	return l;
}

static struct link *open_seed(uint64_t seed)
{
	struct control_transport *control;

	return open_with(seed, &control);
}

static void say(struct link *l, unsigned port, uint8_t name)
{
	uint8_t frame[FRAME];

	memset(frame, name, sizeof(frame));
	CU_ASSERT_EQUAL_FATAL(l->ops->send(l, port, frame, sizeof(frame)), RES_OK);
}

/* All events until so much later; how many. */
static unsigned take(struct link *l, uint64_t later, struct link_event *out, unsigned cap)
{
	uint64_t until = l->ops->now(l) + later;
	unsigned count = 0;
	struct link_event ev;

	for (;;) {
		while (l->ops->receive(l, &ev)) {
			CU_ASSERT_FATAL(count < cap);
			CU_ASSERT_EQUAL(ev.len, FRAME);
			CU_ASSERT(ev.stamp_ns <= l->ops->settled(l));
			out[count] = ev;
			out[count++].len = ev.data[0]; /* its name: the data is only lent */
		}
		if (l->ops->now(l) >= until)
			return count;
		l->ops->wait(l, until, -1);
		CU_ASSERT(l->ops->now(l) <= until);
	}
}

/* A burst on two ports, some waiting, another; all events. */
static unsigned burst(struct link *l, struct link_event *out, unsigned cap)
{
	unsigned count = 0;

	for (unsigned round = 0; round < 10; round++) {
		for (unsigned i = 0; i < 5; i++)
			say(l, i & 1, (uint8_t)(round * 5 + i));
		count += take(l, 300 + 100 * round, out + count, cap - count);
	}
	return count + take(l, 100000, out + count, cap - count);
}

static void test_time_and_order(void)
{
	struct link *l = open_seed(1);
	struct link_event ev[CALLS];
	unsigned count = burst(l, ev, CALLS), sent = 0, heard = 0;
	uint64_t latest = 0;

	CU_ASSERT_EQUAL(echo.in_count, 50);
	CU_ASSERT_EQUAL(echo.out_count, 100);
	CU_ASSERT_EQUAL_FATAL(count, 150);
	for (unsigned i = 0; i < count; i++) {
		const struct call *in = &echo.in[sent], *out = &echo.out[heard];

		CU_ASSERT(ev[i].stamp_ns >= latest);
		latest = ev[i].stamp_ns;
		if (ev[i].is_sent) { /* the device gets it in order, after it left */
			CU_ASSERT_EQUAL(ev[i].len, sent);
			CU_ASSERT_EQUAL(in->name, sent);
			CU_ASSERT_EQUAL(ev[i].port, in->port);
			CU_ASSERT(in->at_ns > ev[i].stamp_ns);
			CU_ASSERT(!sent || in->at_ns > in[-1].at_ns);
			sent++;
		} else { /* in the order said, after it was said */
			CU_ASSERT_EQUAL(ev[i].len, out->name);
			CU_ASSERT_EQUAL(ev[i].port, out->port);
			CU_ASSERT(ev[i].stamp_ns > out->at_ns);
			heard++;
		}
	}
	CU_ASSERT_FALSE(echo.went_back);
	l->ops->close(l);
}

/* The tester's frames leave one after another as well. */
static void test_own_frames_apart(void)
{
	struct link *l = open_seed(2);
	struct link_event ev[CALLS];
	uint64_t latest = 0;
	unsigned count;

	echo.is_deaf = true;
	for (unsigned i = 0; i < 20; i++)
		say(l, 0, (uint8_t)i);
	count = take(l, 0, ev, CALLS);
	CU_ASSERT_EQUAL_FATAL(count, 20);
	for (unsigned i = 0; i < count; i++) {
		CU_ASSERT(ev[i].is_sent && ev[i].stamp_ns > latest);
		latest = ev[i].stamp_ns;
	}
	l->ops->close(l);
}

/* What one run saw, as a number. */
static uint64_t fingerprint(uint64_t seed)
{
	struct link *l = open_seed(seed);
	struct link_event ev[CALLS];
	unsigned count = burst(l, ev, CALLS);
	uint64_t d = 14695981039346656037u;

	for (unsigned i = 0; i < count; i++)
		d = ((d ^ ev[i].stamp_ns) * 1099511628211u ^ ev[i].len) * 1099511628211u ^
		    ev[i].is_sent;
	for (unsigned i = 0; i < echo.in_count; i++)
		d = (d ^ echo.in[i].at_ns) * 1099511628211u;
	l->ops->close(l);
	return d;
}

static void test_seed(void)
{
	CU_ASSERT_EQUAL(fingerprint(7), fingerprint(7));
	CU_ASSERT_NOT_EQUAL(fingerprint(7), fingerprint(8));
	CU_ASSERT_NOT_EQUAL(fingerprint(0), fingerprint(1));
}

/* The device answers no frame at once, and each soon: 0.3 to 3 us, and not always the same. */
static void test_reaction(void)
{
	uint64_t least = UINT64_MAX, most = 0;

	for (uint64_t seed = 0; seed < 50; seed++) {
		struct link *l = open_seed(seed);
		struct link_event ev[8];
		uint64_t took;

		say(l, 0, 1);
		CU_ASSERT_EQUAL(take(l, 10000, ev, 8), 3);
		took = echo.out[0].at_ns - echo.in[0].at_ns;
		least = took < least ? took : least;
		most = took > most ? took : most;
		l->ops->close(l);
	}
	CU_ASSERT(least >= 300 && most <= 3000 && most > 2 * least);
}

/* Woken for its own timers a little late, never early. */
static void test_timer(void)
{
	for (uint64_t seed = 0; seed < 20; seed++) {
		struct link *l = open_seed(seed);
		struct link_event ev[8];
		uint64_t due = l->ops->now(l) + 50000;

		echo.deadline = due;
		echo.is_deaf = true;
		say(l, 0, 1); /* so that it is asked for its deadline */
		(void)take(l, 49000, ev, 8);
		CU_ASSERT_EQUAL(echo.wakes, 1);
		CU_ASSERT(echo.woken_ns < due);
		(void)take(l, 51000, ev, 8);
		CU_ASSERT_EQUAL(echo.wakes, 2);
		CU_ASSERT(echo.woken_ns > due && echo.woken_ns <= due + 200);
		l->ops->close(l);
	}
}

/* Waiting ends when something has come, else exactly at its end. */
static void test_wait(void)
{
	struct link *l = open_seed(3);
	uint64_t start = l->ops->now(l);
	struct link_event ev;

	CU_ASSERT(start > 0);
	l->ops->wait(l, start + 12345, -1);
	CU_ASSERT_EQUAL(l->ops->now(l), start + 12345);
	l->ops->wait(l, start, -1); /* in the past */
	CU_ASSERT_EQUAL(l->ops->now(l), start + 12345);
	CU_ASSERT_FALSE(l->ops->receive(l, &ev));
	say(l, 1, 9);
	CU_ASSERT(l->ops->receive(l, &ev) && ev.is_sent && ev.port == 1);
	l->ops->wait(l, UINT64_MAX, -1);
	CU_ASSERT_EQUAL(l->ops->now(l), l->ops->settled(l));
	CU_ASSERT(l->ops->receive(l, &ev) && !ev.is_sent);
	CU_ASSERT_EQUAL(ev.stamp_ns, l->ops->now(l));
	l->ops->close(l);
}

static void test_bounds(void)
{
	static const uint8_t frame[WIRE_FRAME_MAX + 1];
	struct link *l = open_seed(4);
	struct link_stats stats;

	CU_ASSERT_EQUAL(l->ops->send(l, 2, frame, FRAME), RES_E_RANGE);
	CU_ASSERT_EQUAL(l->ops->send(l, 0, frame, 0), RES_E_RANGE);
	CU_ASSERT_EQUAL(l->ops->send(l, 0, frame, WIRE_FRAME_MAX + 1), RES_E_RANGE);
	say(l, 0, 1);
	l->ops->stats(l, &stats);
	CU_ASSERT_EQUAL(stats.captured, 1);
	CU_ASSERT_EQUAL(stats.dropped, 0);
	CU_ASSERT_EQUAL(stats.disorder, 0);
	CU_ASSERT(stats.jitter_ns > 0);
	l->ops->close(l);
}

static void test_open(void)
{
	struct link *l = NULL;
	struct control_transport *control = NULL;
	char error[200] = "";

	CU_ASSERT_EQUAL(sim_open("missing", "good", 1, 1, &l, &control, error, sizeof(error)),
			RES_E_IO);
	CU_ASSERT_PTR_NOT_NULL(strstr(error, "missing"));
	CU_ASSERT_EQUAL(sim_open("here", "wrong", 1, 1, &l, &control, error, sizeof(error)),
			RES_E_SYNTAX);
	CU_ASSERT_STRING_EQUAL(error, "bad options");
	image.abi = DEVICE_ABI + 1;
	CU_ASSERT_EQUAL(sim_open("here", "good", 1, 1, &l, &control, error, sizeof(error)),
			RES_E_IO);
	CU_ASSERT_PTR_NOT_NULL(strstr(error, "version"));
	image.abi = DEVICE_ABI;
}

/* A call is answered before any frame moves; what it makes the device say comes later. */
static void test_control(void)
{
	struct control_transport *c;
	struct link *l = open_with(5, &c);
	uint64_t start = l->ops->now(l);
	const char *line;
	size_t len;

	CU_ASSERT_EQUAL(c->ops->receive(c, &line, &len), RES_NONE);
	CU_ASSERT_EQUAL(c->ops->send(c, "hello", 5), RES_OK);
	CU_ASSERT_EQUAL_FATAL(c->ops->receive(c, &line, &len), RES_OK);
	CU_ASSERT(len == 5 && !memcmp(line, "hello", 5));
	CU_ASSERT_EQUAL(l->ops->now(l), start);
	CU_ASSERT_EQUAL(c->ops->receive(c, &line, &len), RES_NONE);
	CU_ASSERT_EQUAL(echo.wakes, 0);
	l->ops->wait(l, start + 3000, -1);
	CU_ASSERT_EQUAL(echo.wakes, 1);
	CU_ASSERT_EQUAL(c->ops->send(c, "too long", 8), RES_OK);
	CU_ASSERT_EQUAL(c->ops->receive(c, &line, &len), RES_E_LENGTH);
	CU_ASSERT_EQUAL(c->ops->fd(c), -1);
	c->ops->close(c);
	l->ops->close(l);
}

void suite_harness_sim(void)
{
	CU_pSuite s = CU_add_suite("harness_sim", NULL, NULL);

	CU_ADD_TEST(s, test_time_and_order);
	CU_ADD_TEST(s, test_own_frames_apart);
	CU_ADD_TEST(s, test_seed);
	CU_ADD_TEST(s, test_reaction);
	CU_ADD_TEST(s, test_timer);
	CU_ADD_TEST(s, test_wait);
	CU_ADD_TEST(s, test_bounds);
	CU_ADD_TEST(s, test_open);
	CU_ADD_TEST(s, test_control);
}
