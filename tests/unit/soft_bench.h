/* What the tests of the bundled device share: devices made from options, calls by method and
 * params, frames from hexadecimal text. */
#ifndef TESTS_UNIT_SOFT_BENCH_H
#define TESTS_UNIT_SOFT_BENCH_H

#include "reference/soft/device.h"
#include "reference/soft/errors.h"
#include "reference/wire/wire.h"

#include <CUnit/CUnit.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BENCH_A "{\"seed\":1,\"planes\":[{\"mac\":\"02:00:00:00:00:02\",\"ip\":[\"192.0.2.2\"]}]}"
#define BENCH_B "{\"seed\":2,\"planes\":[{\"mac\":\"02:00:00:00:00:01\",\"ip\":[\"192.0.2.1\"]}]}"

static inline struct device *bench_device(const char *options)
{
	char error[200] = "";
	struct device *d = conformance_device.create(options, error, sizeof(error));

	CU_ASSERT_STRING_EQUAL(error, "");
	CU_ASSERT_PTR_NOT_NULL_FATAL(d);
	return d;
}

/* The whole answer; the caller's. */
static inline json_t *bench_line(struct device *d, const char *line, uint64_t now_ns)
{
	char *out = malloc(DEVICE_CONTROL_MAX);
	size_t len =
		conformance_device.control(d, line, strlen(line), now_ns, out, DEVICE_CONTROL_MAX);
	json_t *answer = json_loadb(out, len, 0, NULL);

	CU_ASSERT(len > 0 && out[len] == '\0' && strchr(out, '\n') == NULL);
	CU_ASSERT_PTR_NOT_NULL_FATAL(answer);
	free(out);
	return answer;
}

static inline json_t *bench_answer(struct device *d, const char *method, const char *params,
				   uint64_t now_ns)
{
	size_t cap = strlen(params) + 200;
	char *line = malloc(cap);
	json_t *answer;

	snprintf(line, cap, "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"%s\",\"params\":%s}",
		 method, params);
	answer = bench_line(d, line, now_ns);
	CU_ASSERT_EQUAL(json_integer_value(json_object_get(answer, "id")), 3);
	free(line);
	return answer;
}

/* The result, which must be there; the caller's. */
static inline json_t *bench_call(struct device *d, const char *method, const char *params,
				 uint64_t now_ns)
{
	json_t *answer = bench_answer(d, method, params, now_ns);
	json_t *result = json_incref(json_object_get(answer, "result"));

	if (result == NULL)
		fprintf(stderr, "%s %s: no result\n", method, params);
	CU_ASSERT_PTR_NOT_NULL_FATAL(result);
	json_decref(answer);
	return result;
}

/* A call whose result says nothing. */
static inline void bench_do(struct device *d, const char *method, const char *params,
			    uint64_t now_ns)
{
	json_decref(bench_call(d, method, params, now_ns));
}

/* The error code of a call, 0 if it succeeded; *parameter as in the error's data, or "". */
static inline int bench_code(struct device *d, const char *method, const char *params,
			     char parameter[64])
{
	json_t *answer = bench_answer(d, method, params, 0);
	json_t *error = json_object_get(answer, "error");
	const char *name =
		json_string_value(json_object_get(json_object_get(error, "data"), "parameter"));
	int code = (int)json_integer_value(json_object_get(error, "code"));

	snprintf(parameter, 64, "%s", name != NULL ? name : "");
	json_decref(answer);
	return code;
}

static inline int64_t bench_number(const json_t *object, const char *name)
{
	const json_t *value = json_object_get(object, name);

	CU_ASSERT(json_is_integer(value));
	return json_integer_value(value);
}

static inline const char *bench_string(const json_t *object, const char *name)
{
	const char *value = json_string_value(json_object_get(object, name));

	CU_ASSERT_PTR_NOT_NULL(value);
	return value != NULL ? value : "";
}

/* Bytes of hexadecimal text; spaces are skipped.  Returns how many. */
static inline size_t bench_bytes(const char *text, uint8_t *out, size_t cap)
{
	size_t n = 0;
	unsigned byte;

	while (n < cap && sscanf(text, " %2x", &byte) == 1) {
		out[n++] = (uint8_t)byte;
		text += strspn(text, " ") + 2;
	}
	return n;
}

#endif
