/* The event queue of the simulated network. */
#include "reference/sim/heap.h"

#include "reference/sim/random.h"

#include <CUnit/CUnit.h>
#include <string.h>

void suite_sim_heap(void);

enum { ITEMS = 200 };

static struct sim_heap_entry entries[ITEMS];
static uint32_t place[ITEMS];
static struct sim_heap heap;

static void setup(void)
{
	memset(place, 0, sizeof(place));
	sim_heap_init(&heap, entries, place);
}

static uint32_t take(void)
{
	const struct sim_heap_entry *e = sim_heap_first(&heap);
	uint32_t item;
	CU_ASSERT_PTR_NOT_NULL_FATAL(e);
	item = e->item;
	sim_heap_drop(&heap, item);
	return item;
}

static void test_order(void)
{
	setup();
	CU_ASSERT_PTR_NULL(sim_heap_first(&heap));
	sim_heap_put(&heap, 3, 30);
	sim_heap_put(&heap, 1, 10);
	sim_heap_put(&heap, 2, 20);
	CU_ASSERT_EQUAL(take(), 1);
	CU_ASSERT_EQUAL(take(), 2);
	CU_ASSERT_EQUAL(take(), 3);
	CU_ASSERT_PTR_NULL(sim_heap_first(&heap));
}

/* At one time: in the order they were put in; one that is put again goes to the end. */
static void test_ties(void)
{
	setup();
	for (uint32_t i = 0; i < 8; i++)
		sim_heap_put(&heap, i, 5);
	sim_heap_put(&heap, 2, 5);
	sim_heap_drop(&heap, 4);
	sim_heap_drop(&heap, 4);
	static const uint32_t expected[] = { 0, 1, 3, 5, 6, 7, 2 };
	for (unsigned i = 0; i < 7; i++)
		CU_ASSERT_EQUAL(take(), expected[i]);
}

/* Against a plain search, over random puts, moves and drops. */
static void test_random(void)
{
	uint64_t at[ITEMS], r = 1;
	setup();
	memset(at, 0, sizeof(at)); /* 0: not in it */
	for (unsigned n = 0; n < 20000; n++) {
		uint32_t item = sim_below(&r, ITEMS);
		uint64_t least = UINT64_MAX;
		at[item] = sim_below(&r, 3) == 0 ? 0 : 1 + sim_random(&r) % 1000000000000;
		if (at[item] == 0)
			sim_heap_drop(&heap, item);
		else
			sim_heap_put(&heap, item, at[item]);
		for (unsigned i = 0; i < ITEMS; i++)
			least = at[i] != 0 && at[i] < least ? at[i] : least;
		const struct sim_heap_entry *first = sim_heap_first(&heap);
		CU_ASSERT_EQUAL_FATAL(first ? first->ns : UINT64_MAX, least);
	}
}

void suite_sim_heap(void)
{
	CU_pSuite s = CU_add_suite("sim_heap", NULL, NULL);
	CU_ADD_TEST(s, test_order);
	CU_ADD_TEST(s, test_ties);
	CU_ADD_TEST(s, test_random);
}
