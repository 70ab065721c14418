/* The upper tester's client: builds requests, checks answers for form, opens a transport by its
 * text.  Whether an answer's content makes sense is the caller's to judge. */
#include "harness/control/control.h"

#include "harness/control/stream.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

void control_printable(char *out, size_t cap, const char *text, size_t len)
{
	size_t n = len < cap - 1 ? len : cap - 1;

	for (size_t i = 0; i < n; i++)
		out[i] = (char)(text[i] >= 0x20 && text[i] <= 0x7e ? text[i] : '?');
	out[n] = '\0';
}

enum result control_open(const char *spec, struct control_transport **out, char *error,
			 size_t error_cap)
{
	if (strncmp(spec, "exec:", 5) == 0 && spec[5] != '\0')
		return control_open_exec(&(struct control_exec){ .command = spec + 5 }, out, error,
					 error_cap);
	if (strncmp(spec, "tcp:", 4) == 0 || (strncmp(spec, "unix:", 5) == 0 && spec[5] != '\0'))
		return control_open_socket(spec, out, error, error_cap);
	snprintf(error, error_cap, "%s: write exec:COMMAND, tcp:HOST:PORT or unix:PATH", spec);
	return RES_E_SYNTAX;
}

const char *control_last_words(struct control_transport *t)
{
	return t->ops->last_words != NULL ? t->ops->last_words(t) : "";
}

char *control_request(unsigned id, const char *method, json_t *params)
{
	json_t *root = json_pack("{s:s, s:I, s:s, s:O*}", "jsonrpc", "2.0", "id", (json_int_t)id,
				 "method", method, "params", params);
	char *line = root != NULL ? json_dumps(root, JSON_COMPACT) : NULL;

	json_decref(root);
	return line;
}

static const char *check_error(struct control_answer *a, const json_t *error)
{
	const json_t *code = json_object_get(error, "code");
	const char *message = json_string_value(json_object_get(error, "message"));
	size_t members = json_object_get(error, "data") != NULL ? 3 : 2;

	if (!json_is_integer(code) || json_integer_value(code) < INT_MIN ||
	    json_integer_value(code) > INT_MAX)
		return "error.code is not an integer";
	if (message == NULL)
		return "error.message is not a string";
	if (json_object_size(error) != members)
		return "error has a member besides code, message and data";
	a->is_error = true;
	a->error_code = (int)json_integer_value(code);
	control_printable(a->error_text, sizeof(a->error_text), message, strlen(message));
	return NULL;
}

/* What is wrong with the form of an answer, NULL if nothing. */
static const char *check(struct control_answer *a, unsigned id)
{
	const char *version = json_string_value(json_object_get(a->root, "jsonrpc"));
	const json_t *got = json_object_get(a->root, "id");
	const json_t *error = json_object_get(a->root, "error");

	if (!json_is_object(a->root))
		return "the line is not a JSON object";
	if (version == NULL || strcmp(version, "2.0") != 0)
		return "jsonrpc is not \"2.0\"";
	a->result = json_object_get(a->root, "result");
	if ((a->result == NULL) == (error == NULL))
		return "not exactly one of result and error";
	if (json_object_size(a->root) != 3)
		return "a member besides jsonrpc, id, result and error";
	if (!(json_is_null(got) && error != NULL) &&
	    (!json_is_integer(got) || json_integer_value(got) != (json_int_t)id))
		return "id is not that of the request";
	if (error != NULL)
		return check_error(a, error);
	return json_is_object(a->result) ? NULL : "result is not an object";
}

enum result control_parse(const char *line, size_t len, unsigned id, struct control_answer *a)
{
	json_error_t where;
	const char *wrong;

	memset(a, 0, sizeof(*a));
	a->root = json_loadb(line, len, JSON_REJECT_DUPLICATES, &where);
	if (a->root == NULL) {
		control_printable(a->error_text, sizeof(a->error_text), where.text,
				  strlen(where.text));
		return RES_E_SYNTAX;
	}
	wrong = check(a, id);
	if (wrong == NULL)
		return RES_OK;
	json_decref(a->root);
	memset(a, 0, sizeof(*a));
	snprintf(a->error_text, sizeof(a->error_text), "%s", wrong);
	return RES_E_SYNTAX;
}
