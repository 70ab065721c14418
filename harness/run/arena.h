/* Memory of one case: taken piece by piece, given back all at once. */
#ifndef HARNESS_RUN_ARENA_H
#define HARNESS_RUN_ARENA_H

#include <stddef.h>

struct arena;
struct arena *arena_new(void); /* NULL when memory is out */
/* Zeroed, aligned to 64 bytes.  Never NULL: ends the process when memory is out, the one place
 * where the tester may (nothing a device does makes it take more than its frames). */
void *arena_take(struct arena *a, size_t bytes);
char *arena_print(struct arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
void arena_free(struct arena *a);

#endif
