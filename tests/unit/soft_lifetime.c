/* How long things of the bundled device live: memory in use, connections, everything at reset. */
#include "tests/unit/soft_pair.h"

#include "tests/unit_main.h"

void suite_soft_lifetime(void);

/* Memory stays while a receive posted into it waits, though its region is gone. */
static void a_deregistered_region_outlives_its_receives(void)
{
	struct pair p;
	json_t *r;

	pair_start(&p);
	bench_do(p.d[0], "receive.post",
		 "{\"connection\":1,\"stream\":0,\"id\":7,\"region\":2,\"offset\":0,"
		 "\"length\":4096}",
		 0);
	r = bench_call(p.d[0], "region.deregister", "{\"region\":2}", 0);
	CU_ASSERT(json_is_true(json_object_get(r, "done")));
	json_decref(r);
	bench_do(p.d[1], "work.post",
		 "{\"connection\":1,\"stream\":0,\"id\":8,\"kind\":\"SEND\",\"region\":2,"
		 "\"offset\":0,\"length\":4000}",
		 0);
	run(&p, 100 * MS);
	completions_are(&p, 0,
			"[{\"connection\":1,\"kind\":\"receive\",\"status\":\"SUCCESS\",\"id\":7,"
			"\"stream\":0,\"msn\":0,\"length\":4000,\"solicited\":false}]");
	pair_end(&p);
}

/* Two receives with one id: the end of one leaves the other's memory alone (seen by ASan). */
static void equal_ids_are_kept_apart(void)
{
	struct pair p;
	char line[200];

	pair_start(&p);
	bench_do(p.d[0], "region.register", "{\"length\":4096,\"rights\":[]}", 0);
	for (int stream = 0; stream < 2; stream++) {
		snprintf(line, sizeof(line),
			 "{\"connection\":1,\"stream\":%d,\"id\":7,\"region\":%d,\"offset\":0,"
			 "\"length\":4096}",
			 stream, 2 + stream);
		bench_do(p.d[0], "receive.post", line, 0);
	}
	bench_do(p.d[0], "region.deregister", "{\"region\":2}", 0);
	for (int stream = 1; stream >= 0; stream--) {
		snprintf(line, sizeof(line),
			 "{\"connection\":1,\"stream\":%d,\"id\":8,\"kind\":\"SEND\",\"region\":2,"
			 "\"offset\":0,\"length\":4000}",
			 stream);
		bench_do(p.d[1], "work.post", line, p.now);
		run(&p, 100 * MS);
		snprintf(line, sizeof(line),
			 "[{\"connection\":1,\"kind\":\"receive\",\"status\":\"SUCCESS\",\"id\":7,"
			 "\"stream\":%d,\"msn\":0,\"length\":4000,\"solicited\":false}]",
			 stream);
		completions_are(&p, 0, line);
	}
	pair_end(&p);
}

static void close_is_told_to_both(void)
{
	struct pair p;
	char parameter[64];

	pair_start(&p);
	run(&p, 10 * MS);
	bench_do(p.d[1], "connection.close", "{\"connection\":1}", p.now);
	run(&p, 100 * MS);
	completions_are(&p, 1, "[{\"connection\":1,\"kind\":\"closed\",\"status\":\"SUCCESS\"}]");
	completions_are(&p, 0,
			"[{\"connection\":1,\"kind\":\"closed\",\"status\":\"PEER_CLOSED\"}]");
	for (unsigned i = 0; i < 2; i++)
		CU_ASSERT_EQUAL(
			bench_code(p.d[i], "connection.close", "{\"connection\":1}", parameter),
			-32004);
	pair_end(&p);
}

static void reset_in_the_middle_frees_all(void)
{
	struct pair p;

	pair_start(&p);
	for (unsigned i = 0; i < 2; i++) {
		bench_do(p.d[i], "receive.post",
			 "{\"connection\":1,\"stream\":0,\"id\":7,\"region\":2,\"offset\":0,"
			 "\"length\":4096}",
			 0);
		bench_do(p.d[i], "work.post",
			 "{\"connection\":1,\"stream\":1,\"id\":8,\"kind\":\"SEND\",\"region\":2,"
			 "\"offset\":0,\"length\":4000}",
			 0);
	}
	run(&p, 10);
	bench_do(p.d[0], "reset", "{}", p.now);
	run(&p, 100 * MS);
	completions_are(&p, 0, "[]");
	pair_end(&p);
}

void suite_soft_lifetime(void)
{
	CU_pSuite s = CU_add_suite("soft_lifetime", NULL, NULL);

	CU_ADD_TEST(s, a_deregistered_region_outlives_its_receives);
	CU_ADD_TEST(s, equal_ids_are_kept_apart);
	CU_ADD_TEST(s, close_is_told_to_both);
	CU_ADD_TEST(s, reset_in_the_middle_frees_all);
}
