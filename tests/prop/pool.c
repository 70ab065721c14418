/* Worker processes: each takes every n-th seed, so that a crash or a hang costs one scenario and
 * is one failure.  What they find lies in memory shared with the parent. */
#define _GNU_SOURCE
#include "tests/prop/pool.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct worker {
	pid_t pid;
	uint64_t next; /* which it is at */
	bool is_over;
	struct tally tally;
};

static void *share(size_t bytes)
{
	void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED) {
		perror("mmap");
		exit(2);
	}
	return at;
}

static void note_failure(struct tally *t, uint64_t seed, enum clause_id clause, const char *why)
{
	if (t->failure_count < FAILURES_KEPT) {
		struct failure *f = &t->failures[t->failure_count];
		f->seed = seed;
		f->clause = clause;
		(void)snprintf(f->why, sizeof(f->why), "%s", why);
	}
	t->failure_count++;
}

static void note(struct tally *t, const struct world *w)
{
	unsigned kinds = 0;
	for (unsigned f = 0; f < FAULTS; f++) {
		t->hits[f] += w->hits[f];
		t->hit_scenarios[f] += w->hits[f] > 0;
		kinds += w->hits[f] > 0;
	}
	for (unsigned i = 0; i < SEENS; i++) {
		t->seen[i] += w->seen[i];
		t->seen_scenarios[i] += w->seen[i] > 0;
	}
	t->scenarios++;
	t->work += w->done;
	t->frames += w->watch.frames;
	t->virtual_ns += w->net ? sim_now(w->net) : 0;
	t->by_work[w->done]++;
	t->by_kinds[kinds]++;
	if (w->is_broken)
		note_failure(t, w->s->seed, w->clause, w->why);
}

static uint64_t seed_of(const struct task *task, uint64_t i)
{
	return task->list ? task->list[i] : task->first + i;
}

static void work(const struct task *task, struct worker *me)
{
	static struct world w;
	static struct scenario s;

	if (!world_new(&w))
		_exit(2);
	for (; me->next < task->count; me->next += task->jobs) {
		(void)alarm(SECONDS_EACH);
		scenario_make(&s, seed_of(task, me->next));
		world_open(&w, &s);
		world_run(&w);
		note(&me->tally, &w);
	}
	(void)alarm(0);
	world_free(&w);
	_exit(0);
}

static void start(const struct task *task, struct worker *me)
{
	pid_t pid;

	(void)fflush(NULL);
	pid = fork();
	if (pid < 0) {
		perror("fork");
		exit(2);
	}
	if (pid == 0)
		work(task, me);
	me->pid = pid; /* by the parent alone: the memory is shared */
}

static void sum_up(const struct worker *workers, unsigned jobs, uint64_t *done, uint64_t *failed)
{
	*done = *failed = 0;
	for (unsigned i = 0; i < jobs; i++) {
		*done += workers[i].tally.scenarios;
		*failed += workers[i].tally.failure_count;
	}
}

/* Whether a worker still runs; one that has died is followed by another, after its seed. */
static bool is_running(const struct task *task, struct worker *me)
{
	int status;
	if (me->is_over)
		return false;
	if (waitpid(me->pid, &status, WNOHANG) != me->pid)
		return true;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
		me->is_over = true;
		return false;
	}
	note_failure(&me->tally, seed_of(task, me->next), CLAUSE_NONE,
		     WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "hangs" : "crashes");
	me->next += task->jobs;
	me->is_over = me->next >= task->count;
	if (!me->is_over)
		start(task, me);
	return !me->is_over;
}

static void add(struct tally *sum, const struct tally *t)
{
	sum->scenarios += t->scenarios;
	sum->work += t->work;
	sum->frames += t->frames;
	sum->virtual_ns += t->virtual_ns;
	for (unsigned f = 0; f < FAULTS; f++) {
		sum->hits[f] += t->hits[f];
		sum->hit_scenarios[f] += t->hit_scenarios[f];
	}
	for (unsigned i = 0; i < SEENS; i++) {
		sum->seen[i] += t->seen[i];
		sum->seen_scenarios[i] += t->seen_scenarios[i];
	}
	for (unsigned i = 0; i <= OPS_MAX; i++)
		sum->by_work[i] += t->by_work[i];
	for (unsigned i = 0; i <= FAULTS; i++)
		sum->by_kinds[i] += t->by_kinds[i];
	for (unsigned i = 0; i < t->failure_count && i < FAILURES_KEPT; i++)
		if (sum->failure_count + i < FAILURES_KEPT)
			sum->failures[sum->failure_count + i] = t->failures[i];
	sum->failure_count += t->failure_count;
}

static void stop(const struct task *task, struct worker *workers)
{
	for (unsigned i = 0; i < task->jobs; i++) {
		if (workers[i].is_over)
			continue;
		(void)kill(workers[i].pid, SIGKILL);
		(void)waitpid(workers[i].pid, NULL, 0);
	}
}

static void wait_for(const struct task *task, struct worker *workers)
{
	const struct timespec tenth = { .tv_nsec = 100000000 };
	uint64_t done, failed;

	for (unsigned turn = 1;; turn++) {
		bool is_any = false;
		for (unsigned i = 0; i < task->jobs; i++)
			is_any |= is_running(task, &workers[i]);
		if (!is_any)
			return;
		sum_up(workers, task->jobs, &done, &failed);
		if (task->ends_at_failure && failed > 0) {
			stop(task, workers);
			return;
		}
		if (turn % 100 == 0 && !task->is_quiet)
			(void)fprintf(stderr, "%llu of %llu scenarios\n", (unsigned long long)done,
				      (unsigned long long)task->count);
		(void)nanosleep(&tenth, NULL);
	}
}

bool pool_run(const struct task *task, struct tally *out)
{
	struct worker *workers = share(task->jobs * sizeof(*workers));

	memset(out, 0, sizeof(*out));
	for (unsigned i = 0; i < task->jobs; i++) {
		workers[i].next = i;
		start(task, &workers[i]);
	}
	wait_for(task, workers);
	for (unsigned i = 0; i < task->jobs; i++)
		add(out, &workers[i].tally);
	(void)munmap(workers, task->jobs * sizeof(*workers));
	return out->failure_count == 0;
}

bool pool_try(const struct scenario *s, struct failure *f)
{
	static struct world w;
	struct tally *t = share(sizeof(*t));
	int status = 0;
	bool is_failed;
	pid_t pid;

	(void)fflush(NULL);
	pid = fork();
	if (pid == 0) {
		(void)alarm(SECONDS_EACH);
		if (!world_new(&w))
			_exit(2);
		world_open(&w, s);
		world_run(&w);
		note(t, &w);
		world_free(&w);
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
		note_failure(t, s->seed, CLAUSE_NONE, "crashes or hangs");
	is_failed = t->failure_count > 0;
	if (is_failed)
		*f = t->failures[0];
	(void)munmap(t, sizeof(*t));
	return is_failed;
}
