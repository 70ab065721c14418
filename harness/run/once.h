/* One case, once. */
#ifndef HARNESS_RUN_ONCE_H
#define HARNESS_RUN_ONCE_H

#include "harness/run/harness.h"

/* h: the session's part filled in, the rest zero.  r is zeroed by the caller and released by
 * harness_result_release.  Tells the sinks all but the end, which is the caller's to judge. */
void harness_once(struct harness *h, const struct case_choice *choice, struct case_result *r,
		  unsigned attempt);

#endif
