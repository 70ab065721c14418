/* JSON-RPC 2.0 of the bundled device: one line in, one line out.  A request is checked for form
 * before anything is done; whatever comes in gets an answer. */
#include "reference/soft/device_private.h"

#include <string.h>

static const struct {
	const char *name;
	json_t *(*call)(struct device *d, struct args *a);
} methods[] = {
#define X(function, name_) { .name = name_, .call = device_##function },
	DEVICE_METHODS(X)
#undef X
};

static const char *error_text(enum device_error e)
{
	switch (e) {
	case DEVICE_OK:
		break;
#define X(name, code, text)   \
	case DEVICE_E_##name: \
		return text;
		DEVICE_ERRORS(X)
#undef X
	}
	return "";
}

/* Steals id. */
static json_t *error_answer(json_t *id, enum device_error e, const char *parameter)
{
	json_t *error = json_pack("{s:i, s:s}", "code", (int)e, "message", error_text(e));

	if (parameter != NULL && parameter[0] != '\0')
		json_object_set_new(error, "data", json_pack("{s:s}", "parameter", parameter));
	return json_pack("{s:s, s:o, s:o}", "jsonrpc", "2.0", "id", id, "error", error);
}

static json_t *call(struct device *d, const char *method, json_t *params, json_t *id,
		    uint64_t now_ns)
{
	struct args a = { .object = params, .now_ns = now_ns, .parameter = "" };

	for (size_t i = 0; i < sizeof(methods) / sizeof(methods[0]); i++) {
		json_t *result;

		if (strcmp(methods[i].name, method) != 0)
			continue;
		result = methods[i].call(d, &a);
		if (a.error == DEVICE_OK && result != NULL)
			return json_pack("{s:s, s:O, s:o}", "jsonrpc", "2.0", "id", id, "result",
					 result);
		json_decref(result);
		return error_answer(json_incref(id),
				    a.error != DEVICE_OK ? a.error : DEVICE_E_RESOURCES,
				    a.parameter);
	}
	return error_answer(json_incref(id), DEVICE_E_METHOD, NULL);
}

/* Exactly jsonrpc, id (integer or string), method and perhaps params (object). */
static bool is_request(const json_t *root)
{
	const json_t *id = json_object_get(root, "id");
	const json_t *params = json_object_get(root, "params");
	const char *version = json_string_value(json_object_get(root, "jsonrpc"));

	return version != NULL && strcmp(version, "2.0") == 0 &&
	       (json_is_integer(id) || json_is_string(id)) &&
	       json_is_string(json_object_get(root, "method")) &&
	       (params == NULL || json_is_object(params)) &&
	       json_object_size(root) == (params == NULL ? 3u : 4u);
}

size_t device_control(struct device *d, const char *line, size_t len, uint64_t now_ns, char *out,
		      size_t cap)
{
	json_error_t where;
	json_t *root = json_loadb(line, len, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &where);
	json_t *answer;
	size_t n;

	if (root == NULL)
		answer = error_answer(json_null(), DEVICE_E_PARSE, NULL);
	else if (!is_request(root))
		answer = error_answer(json_null(), DEVICE_E_REQUEST, NULL);
	else
		answer = call(d, json_string_value(json_object_get(root, "method")),
			      json_object_get(root, "params"), json_object_get(root, "id"), now_ns);
	n = answer != NULL ? json_dumpb(answer, out, cap, JSON_COMPACT) : 0;
	json_decref(answer);
	json_decref(root);
	if (n == 0 || n >= cap)
		return 0;
	out[n] = '\0';
	return n;
}
