#!/bin/sh
# reference/engine/CLAUSES.md is fresh, every MUST has a function and a unit test, and every rule
# that `make rules` disables still applies.  To mend: make reference/engine/CLAUSES.md
set -u
tests/tools/engine_map.py --check reference/engine/CLAUSES.md || exit 1
exec tests/engine_rules/run.py --check
