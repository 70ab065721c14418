/* Requests and answers of the control client: their form, as JSON-RPC 2.0 states it. */
#include "harness/control/control.h"
#include "tests/unit_main.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

void suite_control_form(void);

static void request_is_one_line(void)
{
	json_t *params = json_pack("{s:s}", "data", "a\nb");
	char *line = control_request(7, "region.write", params);

	CU_ASSERT_STRING_EQUAL(line, "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"region.write\","
				     "\"params\":{\"data\":\"a\\nb\"}}");
	CU_ASSERT_EQUAL(params->refcount, 1);
	free(line);
	json_decref(params);
}

static void request_without_params(void)
{
	char *line = control_request(1, "hello", NULL);

	CU_ASSERT_STRING_EQUAL(line, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\"}");
	free(line);
}

static void takes_a_result(void)
{
	const char *line = " {\"id\":7,\"result\":{\"a\":5},\"jsonrpc\":\"2.0\"}\r";
	struct control_answer a;

	CU_ASSERT_EQUAL_FATAL(control_parse(line, strlen(line), 7, &a), RES_OK);
	CU_ASSERT_FALSE(a.is_error);
	CU_ASSERT_EQUAL(json_integer_value(json_object_get(a.result, "a")), 5);
	json_decref(a.root);
}

static void takes_an_error(void)
{
	static const char *const lines[] = {
		"{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32002,\"message\":"
		"\"no\\u00e4\\n\"}}",
		"{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32002,\"message\":\"no\","
		"\"data\":1}}",
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct control_answer a;

		CU_ASSERT_EQUAL_FATAL(control_parse(lines[i], strlen(lines[i]), 7, &a), RES_OK);
		CU_ASSERT_TRUE(a.is_error);
		CU_ASSERT_PTR_NULL(a.result);
		CU_ASSERT_EQUAL(a.error_code, -32002);
		CU_ASSERT_STRING_EQUAL(a.error_text, i == 0 ? "no???" : "no");
		json_decref(a.root);
	}
}

static void refuses_other_forms(void)
{
	static const char *const lines[] = {
		"",
		"null",
		"[]",
		"{}",
		"{\"jsonrpc\":\"2.0\",\"id\":7}",
		"{\"jsonrpc\":\"2.0\",\"id\":8,\"result\":{}}",
		"{\"jsonrpc\":\"2.0\",\"id\":\"7\",\"result\":{}}",
		"{\"jsonrpc\":\"2.0\",\"id\":7.0,\"result\":{}}",
		"{\"jsonrpc\":\"2.0\",\"id\":null,\"result\":{}}",
		"{\"jsonrpc\":\"1.0\",\"id\":7,\"result\":{}}",
		"{\"id\":7,\"result\":{}}",
		"{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{},\"extra\":1}",
		"{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{},\"result\":{}}",
		"{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":[]}",
		"{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":null}",
		("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{},\"error\":{\"code\":1,\"message\":"
		 "\"\"}}"),
		"{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{}}",
		"{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":\"no\"}",
		"{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":\"1\",\"message\":\"\"}}",
		"{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":4294967296,\"message\":\"\"}}",
		"{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":1}}",
		"{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":1,\"message\":\"\",\"x\":1}}",
		"{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}} {}",
		"{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"a\":\"\xff\"}}",
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct control_answer a;

		CU_ASSERT_EQUAL(control_parse(lines[i], strlen(lines[i]), 7, &a), RES_E_SYNTAX);
		CU_ASSERT_PTR_NULL(a.root);
		CU_ASSERT_PTR_NULL(a.result);
		CU_ASSERT(a.error_text[0] != '\0');
	}
}

static void reads_no_further_than_len(void)
{
	const char *line = "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}garbage";
	struct control_answer a;

	CU_ASSERT_EQUAL_FATAL(control_parse(line, strlen(line) - 7, 7, &a), RES_OK);
	json_decref(a.root);
}

void suite_control_form(void)
{
	CU_pSuite s = CU_add_suite("control_form", NULL, NULL);

	CU_ADD_TEST(s, request_is_one_line);
	CU_ADD_TEST(s, request_without_params);
	CU_ADD_TEST(s, takes_a_result);
	CU_ADD_TEST(s, takes_an_error);
	CU_ADD_TEST(s, refuses_other_forms);
	CU_ADD_TEST(s, reads_no_further_than_len);
}
