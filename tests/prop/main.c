/* Property tests: random networks, parameters, faults and work from a seed; every rule of
 * tests/prop holds in each.  A scenario that breaks one is made small and printed with the line
 * that runs it again.
 *
 * prop [--seed S] [--count N] [--jobs J] [--list FILE] [--quiet] [--no-shrink] [--first]
 *      [--print] [--keep-ops LIST] [--keep-events LIST] [--keep-faults LIST]
 * Exit status: 0 all rules hold, 1 one does not, 2 usage. */
#define _GNU_SOURCE
#include "tests/prop/pool.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_MAX = 4096, SHRUNK_MAX = 3 };

struct options {
	const char *program, *list;
	struct task task;
	bool is_printed, is_kept, is_whole;
	struct keep keep;
};

static const char *clause_text(enum clause_id id)
{
	return id == CLAUSE_NONE ? "-" : clauses[id].id;
}

static uint32_t median(const uint32_t *counts, unsigned size, uint64_t total)
{
	uint64_t below = 0;
	for (unsigned i = 0; i < size; i++) {
		below += counts[i];
		if (2 * below >= total)
			return i;
	}
	return 0;
}

static void print_row(const char *name, uint64_t scenarios, uint64_t times)
{
	printf("%-14s %12llu %12llu\n", name, (unsigned long long)scenarios,
	       (unsigned long long)times);
}

static void print_summary(const struct tally *t)
{
	printf("%llu scenarios, %llu failed; %llu operations, %llu frames, %.1f s of virtual "
	       "time\n",
	       (unsigned long long)t->scenarios, (unsigned long long)t->failure_count,
	       (unsigned long long)t->work, (unsigned long long)t->frames,
	       (double)t->virtual_ns / 1e9);
	printf("of a scenario, median: %u operations, %u kinds of faults that hit\n",
	       median(t->by_work, OPS_MAX + 1, t->scenarios),
	       median(t->by_kinds, FAULTS + 1, t->scenarios));
	printf("%-14s %12s %12s\n", "fault", "scenarios", "hits");
	for (unsigned f = 0; f < FAULTS; f++)
		print_row(prop_fault_names[f], t->hit_scenarios[f], t->hits[f]);
	printf("%-14s %12s %12s\n", "seen", "scenarios", "times");
	for (unsigned i = 0; i < SEENS; i++)
		print_row(prop_seen_names[i], t->seen_scenarios[i], t->seen[i]);
}

static void print_failure(const struct options *o, const struct failure *f, const struct keep *k)
{
	struct scenario *s = malloc(sizeof(*s));
	if (!s)
		return;
	scenario_make(s, f->seed);
	printf("FAIL seed %llu: %s (%s)\n  %s --seed %llu", (unsigned long long)f->seed, f->why,
	       clause_text(f->clause), o->program, (unsigned long long)f->seed);
	keep_print(k, s, stdout);
	keep_apply(k, s);
	scenario_print(s, stdout);
	free(s);
}

static void print_failures(const struct options *o, const struct tally *t)
{
	for (unsigned i = 0; i < t->failure_count && i < FAILURES_KEPT; i++) {
		struct failure f = t->failures[i];
		struct keep keep;
		if (i >= SHRUNK_MAX || o->is_whole) {
			printf("FAIL seed %llu: %s (%s)\n", (unsigned long long)f.seed, f.why,
			       clause_text(f.clause));
			continue;
		}
		keep_all(&keep);
		pool_shrink(f.seed, &keep, &f);
		print_failure(o, &f, &keep);
	}
}

/* One number a line; what follows it is a remark. */
static uint64_t read_list(const char *path, uint64_t *seeds)
{
	FILE *f = fopen(path, "r");
	char line[256];
	uint64_t n = 0;

	if (!f) {
		perror(path);
		exit(2);
	}
	while (n < LIST_MAX && fgets(line, sizeof(line), f)) {
		char *end;
		unsigned long long seed = strtoull(line, &end, 10);
		if (end != line)
			seeds[n++] = seed;
	}
	(void)fclose(f);
	return n;
}

static int run_many(struct options *o)
{
	static uint64_t seeds[LIST_MAX];
	static struct tally t;
	bool is_good;

	if (o->list)
		o->task.count = read_list(o->list, seeds);
	o->task.list = o->list ? seeds : NULL;
	is_good = pool_run(&o->task, &t);
	print_failures(o, &t);
	print_summary(&t);
	return is_good ? 0 : 1;
}

/* One scenario, or a part of it, in this process: for a debugger. */
static int run_one(const struct options *o)
{
	static struct scenario s;
	static struct world w;

	scenario_make(&s, o->task.first);
	keep_apply(&o->keep, &s);
	if (o->is_printed)
		scenario_print(&s, stdout);
	if (!world_new(&w))
		return 2;
	world_open(&w, &s);
	world_run(&w);
	printf("%s seed %llu: %s (%s), %u operations, %llu frames\n", w.is_broken ? "FAIL" : "ok",
	       (unsigned long long)o->task.first, w.is_broken ? w.why : "all rules hold",
	       clause_text(w.clause), w.done, (unsigned long long)w.watch.frames);
	for (unsigned f = 0; o->is_printed && f < FAULTS; f++)
		if (w.hits[f] > 0)
			printf("  %s: %llu\n", prop_fault_names[f], (unsigned long long)w.hits[f]);
	world_free(&w);
	return w.is_broken ? 1 : 0;
}

static const struct option long_options[] = { { "seed", required_argument, NULL, 's' },
					      { "count", required_argument, NULL, 'c' },
					      { "jobs", required_argument, NULL, 'j' },
					      { "list", required_argument, NULL, 'l' },
					      { "quiet", no_argument, NULL, 'q' },
					      { "first", no_argument, NULL, '1' },
					      { "no-shrink", no_argument, NULL, 'w' },
					      { "print", no_argument, NULL, 'p' },
					      { "keep-ops", required_argument, NULL, 'o' },
					      { "keep-events", required_argument, NULL, 'e' },
					      { "keep-faults", required_argument, NULL, 'f' },
					      { NULL, 0, NULL, 0 } };

static bool take_keep(struct options *o, int option)
{
	o->is_kept = true;
	if (option == 'o')
		return keep_parse_numbers(optarg, o->keep.ops, OPS_MAX);
	if (option == 'e')
		return keep_parse_numbers(optarg, o->keep.events, EVENTS_MAX);
	return keep_parse_faults(optarg, o->keep.faults);
}

static bool take(struct options *o, int option)
{
	switch (option) {
	case 's':
		o->task.first = strtoull(optarg, NULL, 10);
		return true;
	case 'c':
		o->task.count = strtoull(optarg, NULL, 10);
		return o->task.count > 0;
	case 'j':
		o->task.jobs = (unsigned)strtoul(optarg, NULL, 10);
		return o->task.jobs > 0 && o->task.jobs <= JOBS_MAX;
	case 'l':
		o->list = optarg;
		return true;
	case 'q':
		return o->task.is_quiet = true;
	case '1':
		return o->task.ends_at_failure = true;
	case 'w':
		return o->is_whole = true;
	case 'p':
		return o->is_printed = o->is_kept = true;
	case 'o':
	case 'e':
	case 'f':
		return take_keep(o, option);
	default:
		return false;
	}
}

int main(int argc, char **argv)
{
	static struct options o = { .task = { .first = 1, .count = 10000, .jobs = 2 } };
	int option;

	o.program = argv[0];
	keep_all(&o.keep);
	while ((option = getopt_long(argc, argv, "", long_options, NULL)) != -1)
		if (!take(&o, option)) {
			(void)fprintf(stderr, "usage: see tests/prop/main.c\n");
			return 2;
		}
	return o.is_kept ? run_one(&o) : run_many(&o);
}
