#!/usr/bin/env python3
"""Wrong devices: builds every mutant of tests/mutants, runs the suite on sim against it and says
which are killed.  A mutant is killed only by a failure of the clause it breaks.

A mutant is a data file, NAME.mutant:
    id: NAME
    clause: SACK-2            the clause that must catch it (several: any of them, the first best)
    file: reference/engine/x.c
    fault: W05                the real fault it retells, where known
    what: one sentence
    cases: sack/ ack/         selectors to run (default: everything)

    --- original
    exact lines of the file
    +++ replacement
    other lines
The original must occur exactly once, or the build fails: the engine itself stays clean.

Usage: run.py [--build DIR] [--flavour F] [--jobs N] [--cc CC] [--cflags FLAGS] [--libs LIBS] [NAME...]
Exit status: 0 all killed, 1 some survived, 2 a mutant does not apply or build."""
import argparse
import concurrent.futures
import glob
import json
import os
import resource
import shlex
import subprocess
import sys

CPU_SECONDS = 120


def parse(path):
    head, _, body = open(path).read().partition("\n\n")
    m = {"path": path}
    for line in head.splitlines():
        key, _, value = line.partition(":")
        m[key.strip()] = value.strip()
    _, _, rest = body.partition("--- original\n")
    original, sep, replacement = rest.partition("+++ replacement\n")
    for key in ("id", "clause", "file", "what"):
        if not m.get(key):
            raise SystemExit(f"{path}: `{key}:` is missing")
    if not sep or not original:
        raise SystemExit(f"{path}: needs a `--- original` and a `+++ replacement` part")
    if m["id"] != os.path.basename(path)[: -len(".mutant")]:
        raise SystemExit(f"{path}: id and file name differ")
    m["expects"] = m["clause"].replace(",", " ").split()
    m["original"], m["replacement"] = original, replacement
    return m


def apply(m):
    text = open(m["file"]).read()
    count = text.count(m["original"])
    if count != 1:
        raise SystemExit(f"{m['path']}: the original stands {count} times in {m['file']}, not once")
    return text.replace(m["original"], m["replacement"])


def build(m, args):
    """The device image with one object replaced; returns its path."""
    folder = os.path.join(args.build, "mutants", m["id"])
    os.makedirs(folder, exist_ok=True)
    source = os.path.join(folder, os.path.basename(m["file"]))
    with open(source, "w") as f:
        f.write(apply(m))
    pic = os.path.join(args.build, args.flavour, "pic")
    old = os.path.join(pic, m["file"][:-2] + ".o")
    objects = [o for o in glob.glob(pic + "/**/*.o", recursive=True)]
    if old not in objects:
        raise SystemExit(f"{m['path']}: {m['file']} is no part of the device")
    new = source[:-2] + ".o"
    image = os.path.join(folder, "device.so")
    flags = shlex.split(args.cflags) + ["-I" + os.path.dirname(m["file"]), "-w", "-fPIC",
                                        "-fno-semantic-interposition"]
    subprocess.run([args.cc, *flags, "-c", "-o", new, source], check=True)
    subprocess.run([args.cc, "-shared", "-Wl,--version-script=tools/device.map", "-o", image,
                    *[new if o == old else o for o in objects], *shlex.split(args.libs)], check=True)
    return folder, image


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def read_report(folder):
    try:
        with open(os.path.join(folder, "out", "report.json")) as f:
            return json.load(f)
    except (OSError, ValueError):
        return None


def run(m, args):
    folder, image = build(m, args)
    program = os.path.join(args.build, args.flavour, "conformance")
    out = os.path.join(folder, "out")
    done = subprocess.run([program, "run", "--wire", "sim", "--image", image, "--out", out, "--quiet",
                           *m.get("cases", "").split()], preexec_fn=limit, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True)
    clauses, cases = [], []
    report = read_report(folder) if done.returncode in (0, 1, 3, 4) else None
    for case in (report or {}).get("cases", []):
        for failure in case["failures"]:
            if failure["clause"] not in clauses:
                clauses.append(failure["clause"])
            if case["id"] not in cases:
                cases.append(case["id"])
    if report is None:  # crash or hang: the device took the tester's process with it
        clauses.append("ROB-1")
    return {"id": m["id"], "expects": m["expects"], "failed_clauses": clauses, "failed_cases": cases,
            "status": done.returncode, "killed": any(c in clauses for c in m["expects"])}


def main():
    p = argparse.ArgumentParser(description="Runs the suite against wrong devices.")
    p.add_argument("--build", default="build")
    p.add_argument("--flavour", default="plain")
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--cc", default="gcc")
    p.add_argument("--cflags", default="-std=c11 -O1 -I. -Ibuild/gen")
    p.add_argument("--libs", default="-ljansson -lisal")
    p.add_argument("names", nargs="*")
    args = p.parse_args()
    mutants = [parse(f) for f in sorted(glob.glob("tests/mutants/*.mutant"))]
    if args.names:
        unknown = set(args.names) - {m["id"] for m in mutants}
        if unknown:
            raise SystemExit(f"no such mutant: {' '.join(sorted(unknown))}")
        mutants = [m for m in mutants if m["id"] in args.names]
    for m in mutants:
        apply(m)
    results = []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for r in pool.map(lambda m: run(m, args), mutants):
            results.append(r)
            print(f"{'killed' if r['killed'] else 'SURVIVED':8} {r['id']:36} {' '.join(r['expects']):10} "
                  f"by {' '.join(r['failed_clauses'][:8]) or 'nothing'}", flush=True)
    killed = sum(r["killed"] for r in results)
    first = sum(bool(r["failed_clauses"]) and r["failed_clauses"][0] in r["expects"] for r in results)
    report = {"killed": killed, "survived": len(results) - killed, "first_clause_right": first,
              "mutants": results}
    os.makedirs(os.path.join(args.build, "mutants"), exist_ok=True)
    with open(os.path.join(args.build, "mutants", "report.json"), "w") as f:
        json.dump(report, f, indent=2)
    print(f"first reported clause is the broken one: {first} of {len(results)}")
    print(f"{killed} killed, {len(results) - killed} survived")
    return 0 if killed == len(results) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as e:
        print(f"a mutant does not build: {' '.join(e.cmd[-1:])}", file=sys.stderr)
        sys.exit(2)
    except SystemExit as e:
        if isinstance(e.code, str):
            print(e.code, file=sys.stderr)
            sys.exit(2)
        raise
