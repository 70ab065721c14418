#!/usr/bin/python3
"""An adapter that does its work badly, for tests of the tester: bad_adapter.py MODE.

It answers every request with an empty result, except for the one thing its mode spoils.
"""
import json
import os
import signal
import sys
import time


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def answer(request, **members):
    return json.dumps({"jsonrpc": "2.0", "id": request["id"], **members}, separators=(",", ":"))


def die(request):
    print("first line", file=sys.stderr)
    print("the device is on fire", file=sys.stderr)
    sys.exit(3)


def killed(request):
    os.kill(os.getpid(), signal.SIGKILL)


def die_after_answer(request):
    say(answer(request, result={}) + "\n")
    sys.exit(0)


def split(request):
    line = answer(request, result={"a": 1}) + "\n"
    for c in line:
        say(c)
        time.sleep(0.001)


def two_lines(request):
    say(answer(request, result={}) + "\n" + '{"jsonrpc":"2.0","method":"surprise"}\n')


def chatty(request):
    for i in range(20000):
        print("debug line %d of a talkative vendor library" % i, file=sys.stderr)
    say(answer(request, result={}) + "\n")


MODES = {
    "hang": lambda r: time.sleep(60),
    "die": die,
    "killed": killed,
    "die_after_answer": die_after_answer,
    "garbage": lambda r: say("\x00\xff not json\n"),
    "huge": lambda r: say("x" * (2 << 20)),
    "half": lambda r: (say('{"jsonrpc":"2.0","id":'), sys.exit(0)),
    "wrong_id": lambda r: say(answer({"id": r["id"] + 1}, result={}) + "\n"),
    "wrong_type": lambda r: say(answer(r, result=[1, 2]) + "\n"),
    "both": lambda r: say(answer(r, result={}, error={"code": 1, "message": ""}) + "\n"),
    "split": split,
    "two_lines": two_lines,
    "chatty": chatty,
    "good": lambda r: say(answer(r, result={}) + "\n"),
}


def main():
    mode = sys.argv[1]
    if mode == "deaf":
        time.sleep(60)
    sys.stdout.reconfigure(encoding="latin-1")
    for line in sys.stdin:
        MODES[mode](json.loads(line))


main()
