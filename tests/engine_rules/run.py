#!/usr/bin/env python3
"""Does a unit test fail when a rule of the reference engine is disabled?  Builds the unit suites of
the engine once for every tests/engine_rules/*.mutant (format: tests/mutants/run.py) with one file
changed, runs them and says which rules are held.  `make rules` builds what this needs.

Usage: run.py [--check] [--build DIR] [--flavour F] [--jobs N] [--cc CC] [--cflags FLAGS]
              [--libs LIBS] [NAME...]
--check   nothing is built: only whether every rule still applies and names known clauses
Exit status: 0 all killed, 1 some survived, 2 a rule does not apply or build."""
import argparse
import concurrent.futures
import glob
import json
import os
import re
import resource
import shlex
import shutil
import subprocess
import sys

HERE = os.path.dirname(__file__)
sys.path.insert(0, os.path.join(HERE, "..", "mutants"))
sys.dont_write_bytecode = True
import run as mutants  # noqa: E402

CPU_SECONDS = 20


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def units(args):
    """What every program is linked from: the suites, then the archives of the rooms they need."""
    folder = os.path.join(args.build, args.flavour)
    names = [os.path.basename(p)[:-2] for p in sorted(glob.glob("tests/unit/engine_*.c"))]
    tests = [os.path.join(folder, "obj/tests/unit", n + ".o") for n in names]
    rooms = [os.path.join(folder, f"lib{room}.a") for room in ("engine", "wire", "gen")]
    return names, tests + [os.path.join(folder, "obj/tests/unit_main.o")], rooms


def list_of_suites(names, args):
    """The object that lists the suites, made once."""
    source = os.path.join(args.build, "rules", "suites.c")
    os.makedirs(os.path.dirname(source), exist_ok=True)
    with open(source, "w") as f:
        subprocess.run(["tools/suites.sh", *names], stdout=f, check=True)
    compile_one(source, args)
    return source[:-2] + ".o"


def compile_one(source, args):
    subprocess.run([args.cc, *shlex.split(args.cflags), "-w", "-c", "-o", source[:-2] + ".o", source],
                   check=True)


def link(out, objects, rooms, args):
    """An object that stands before its archive replaces the member of the same symbols."""
    subprocess.run([args.cc, "-o", out, *objects, "-Wl,--start-group", *rooms, "-Wl,--end-group",
                    *shlex.split(args.libs)], check=True)


def failures(program):
    """Exit status and the tests that failed, as suite:test."""
    try:
        done = subprocess.run([program], preexec_fn=limit, capture_output=True, text=True,
                              errors="replace", timeout=6 * CPU_SECONDS)
    except subprocess.TimeoutExpired:
        return -1, ["hang"]
    found = re.findall(r"^Suite (\w+), Test (\w+) had failures", done.stdout, re.M)
    if done.returncode not in (0, 1):
        found.append(("crash or hang", str(done.returncode)))
    return done.returncode, [": ".join(f).replace("engine_", "").replace("test_", "") for f in found]


def run(rule, shared, args):
    folder = os.path.join(args.build, "rules", rule["id"])
    os.makedirs(folder, exist_ok=True)
    source = os.path.join(folder, os.path.basename(rule["file"]))
    with open(source, "w") as f:
        f.write(mutants.apply(rule))
    compile_one(source, args)
    program = os.path.join(folder, "unit")
    link(program, [source[:-2] + ".o", *shared[0]], shared[1], args)
    status, tests = failures(program)
    shutil.rmtree(folder)
    return {"id": rule["id"], "clauses": rule["expects"], "tests": tests, "killed": status != 0}


def options():
    p = argparse.ArgumentParser(description="Disables the engine's rules one by one.")
    p.add_argument("--check", action="store_true")
    p.add_argument("--build", default="build")
    p.add_argument("--flavour", default="plain")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--cc", default="gcc")
    p.add_argument("--cflags", default="-std=c11 -O1 -I. -Ibuild/gen")
    p.add_argument("--libs", default="-lcunit -lisal")
    p.add_argument("names", nargs="*")
    return p.parse_args()


def select(names):
    rules = [mutants.parse(f) for f in sorted(glob.glob(os.path.join(HERE, "*.mutant")))]
    unknown = set(names) - {r["id"] for r in rules}
    if unknown:
        raise SystemExit(f"no such rule: {' '.join(sorted(unknown))}")
    bad = mutants.check(rules)
    if bad:
        raise SystemExit("\n".join(bad))
    return [r for r in rules if not names or r["id"] in names]


def main():
    args = options()
    rules = select(args.names)
    if args.check:
        return 0
    names, tests, rooms = units(args)
    shared = [list_of_suites(names, args), *tests], rooms
    right = os.path.join(args.build, "rules", "right")
    link(right, shared[0], rooms, args)
    if failures(right)[0] != 0:
        raise SystemExit(f"the right engine fails: {right}")
    results = []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for r in pool.map(lambda rule: run(rule, shared, args), rules):
            results.append(r)
            print(f"{'killed' if r['killed'] else 'SURVIVED':8} {r['id']:22} {' '.join(r['clauses']):16} "
                  f"by {', '.join(r['tests'][:3]) or 'nothing'}", flush=True)
    killed = sum(r["killed"] for r in results)
    with open(os.path.join(args.build, "rules", "report.json"), "w") as f:
        json.dump({"killed": killed, "survived": len(results) - killed, "rules": results}, f, indent=2)
    print(f"{killed} killed, {len(results) - killed} survived")
    return 0 if killed == len(results) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as e:
        print(f"a rule does not build: {' '.join(e.cmd[-1:])}", file=sys.stderr)
        sys.exit(2)
    except SystemExit as e:
        if isinstance(e.code, str):
            print(e.code, file=sys.stderr)
            sys.exit(2)
        raise
