/* Control calls: sent, waited for while the wire goes on, checked, journalled. */
#include "harness/run/harness.h"

#include <stdlib.h>
#include <string.h>

enum { CALL_PATIENCE_NS = 1000 * 1000 * 1000 };

static void report_answer(struct harness *h, const char *method, const struct control_answer *a)
{
	json_t *m = json_pack("{s:s, s:I}", "method", method, "at_ns", (json_int_t)harness_now(h));

	json_object_set(m, a->is_error ? "error" : "result",
			a->is_error ? json_object_get(a->root, "error") : a->result);
	harness_event(h, "answer", m);
}

/* The next whole line within the patience; the wire goes on meanwhile. */
static enum result await_line(struct harness *h, const char **line, size_t *len)
{
	uint64_t until = harness_now(h) + 5ull * CALL_PATIENCE_NS;
	enum result r;

	while ((r = h->control->ops->receive(h->control, line, len)) == RES_NONE) {
		if (harness_now(h) >= until)
			return RES_E_TIMEOUT;
		harness_pump(h);
		if (h->is_broken)
			return RES_E_STATE;
		h->link->ops->wait(h->link, harness_now(h) + 1000 * 1000,
				   h->control->ops->fd(h->control));
	}
	return r;
}

static enum result give_up(struct harness *h, const char *method, enum result r, const char *text)
{
	const char *last = control_last_words(h->control);

	if (r == RES_E_STATE)
		return r; /* the tester's own trouble, already told */
	h->is_adapter_gone = true;
	h->is_adapter_dead = r == RES_E_IO;
	if (r == RES_E_TIMEOUT)
		harness_error(h, "the adapter did not answer %s within 5 s", method);
	else if (r == RES_E_IO)
		harness_error(h, "the adapter is gone (during %s)%s%s", method, *last ? ": " : "",
			      last);
	else
		harness_error(h, "the adapter answered %s with something else than JSON-RPC: %s",
			      method, text);
	return r;
}

static enum result exchange(struct harness *h, const char *method, json_t *params,
			    struct control_answer *a)
{
	unsigned id = ++h->control_id;
	char *request = control_request(id, method, params);
	const char *line = "";
	size_t len = 0;
	enum result r;

	if (!request)
		return RES_E_MEMORY;
	r = h->control->ops->send(h->control, request, strlen(request));
	free(request);
	if (!r)
		r = await_line(h, &line, &len);
	if (r)
		return give_up(h, method, r, "a line that is too long");
	r = control_parse(line, len, id, a);
	return r ? give_up(h, method, r, a->error_text) : RES_OK;
}

enum result harness_call(struct harness *h, const char *method, json_t *params, json_t **result,
			 int *code)
{
	struct control_answer a = { 0 };
	enum result r = RES_E_IO;

	harness_event(h, "call",
		      json_pack("{s:s, s:O?, s:I}", "method", method, "params", params, "at_ns",
				(json_int_t)harness_now(h)));
	if (!h->is_broken)
		r = exchange(h, method, params, &a);
	json_decref(params);
	if (r)
		return r;
	report_answer(h, method, &a);
	if (code)
		*code = a.error_code;
	if (result)
		*result = a.is_error ? NULL : json_incref(a.result);
	if (a.is_error && !code)
		harness_error(h, "the device refused %s: %s", method, a.error_text);
	json_decref(a.root);
	return a.is_error ? RES_E_PEER : RES_OK;
}

enum result harness_poll_completions(struct harness *h)
{
	json_t *result = NULL, *list;
	enum result r =
		harness_call(h, "completion.poll", json_pack("{s:i}", "max", 256), &result, NULL);

	if (r)
		return r;
	list = json_object_get(result, "completions");
	if (!json_is_array(list)) {
		harness_error(h, "completion.poll gave no array `completions`");
		r = RES_E_SYNTAX;
	} else {
		json_array_extend(h->completions, list);
	}
	json_decref(result);
	return r;
}
