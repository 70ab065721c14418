#include "reference/result.h"

#include <stddef.h>

static const struct {
	const char *name, *text;
} results[RESULT_COUNT] = {
#define X(name_, text_) [RES_##name_] = { .name = #name_, .text = text_ },
	RESULTS(X)
#undef X
};

const char *result_name(enum result r)
{
	return (size_t)r < RESULT_COUNT ? results[r].name : "unknown";
}

const char *result_text(enum result r)
{
	return (size_t)r < RESULT_COUNT ? results[r].text : "unknown result";
}
