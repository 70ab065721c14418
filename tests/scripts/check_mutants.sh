#!/bin/sh
# Every mutant still applies: its original stands exactly once, its id is its file's name, its
# clauses exist, and no two make the same device.  Builds nothing.
exec tests/mutants/run.py --check
