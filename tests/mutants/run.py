#!/usr/bin/env python3
"""Wrong devices: builds every mutant of tests/mutants, runs the suite on sim against it and says
which are killed.  A mutant is killed only by a failure of a clause it breaks, in a case that the
right device passes.

A mutant is a data file, NAME.mutant:
    id: NAME
    clause: SACK-2            the clause that must catch it (several: any of them, the first best)
    file: reference/engine/x.c
    fault: W05                the real fault it retells, where known
    what: one sentence
    options: --ip 6           options of the run, where it takes some to see it
    cases: sack/ ack/         selectors to run (default: those of its clauses, then everything)

    --- original
    exact lines of the file
    +++ replacement
    other lines
The original must occur exactly once, or the build fails: the engine itself stays clean.

Usage: run.py [--check] [--all] [--build DIR] [--flavour F] [--jobs N] [--cc CC] [--cflags FLAGS]
              [--libs LIBS] [NAME...]
--check   nothing is built: only whether every mutant still applies and names known clauses
--all     every case against every mutant, also where its own clause's cases have killed it
Exit status: 0 all killed, 1 some survived, 2 a mutant does not apply or build."""
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

CPU_SECONDS = 120
PROFILE = "conformance/spec/PROFILE.md"
REPORTED = (0, 1, 3, 4)  # exit status of a run that came to its end
NOTHING_SELECTED = 2


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


def check(mutants):
    """Every mutant that does not hold; nothing is built."""
    known = set(re.findall(r"^### (\S+) ", open(PROFILE).read(), re.M))
    bad, seen = [], {}
    for m in mutants:
        try:
            text = apply(m)
        except (OSError, SystemExit) as e:
            bad.append(str(e))
            continue
        bad += [f"{m['path']}: no clause {c}" for c in m["expects"] if c not in known]
        if m["original"] == m["replacement"]:
            bad.append(f"{m['path']}: changes nothing")
        twin = seen.setdefault((m["file"], text), m["id"])
        if twin != m["id"]:
            bad.append(f"{m['path']}: the same device as {twin}")
    return bad


def build(m, args):
    """The device image with one object replaced; its path."""
    folder = os.path.join(args.build, "mutants", m["id"])
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    source = os.path.join(folder, os.path.basename(m["file"]))
    with open(source, "w") as f:
        f.write(apply(m))
    pic = os.path.join(args.build, args.flavour, "pic")
    old = os.path.join(pic, m["file"][:-2] + ".o")
    objects = [o[:-2] + ".o" for o in glob.glob(pic + "/**/*.d", recursive=True)]
    if old not in objects:
        raise SystemExit(f"{m['path']}: {m['file']} is no part of the device")
    new = source[:-2] + ".o"
    image = os.path.join(folder, "device.so")
    flags = shlex.split(args.cflags) + ["-w", "-fPIC", "-fno-semantic-interposition"]
    subprocess.run([args.cc, *flags, "-c", "-o", new, source], check=True)
    subprocess.run([args.cc, "-shared", "-Wl,--version-script=tools/device.map", "-o", image,
                    *[new if o == old else o for o in objects], *shlex.split(args.libs)], check=True)
    return image


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def suite(image, out, words, args):
    """One run: its exit status and its failures as (clause, case), in the order found."""
    program = os.path.join(args.build, args.flavour, "conformance")
    done = subprocess.run([program, "run", "--wire", "sim", "--image", image, "--out", out, "--quiet",
                           *words], preexec_fn=limit, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL)
    if done.returncode == NOTHING_SELECTED:
        return done.returncode, []
    try:
        if done.returncode not in REPORTED:
            raise ValueError
        with open(os.path.join(out, "report.json")) as f:
            report = json.load(f)
    except (OSError, ValueError):  # crash or hang: the device took the tester's process with it
        return done.returncode, [("ROB-1", "")]
    return done.returncode, [(f["clause"], c["id"]) for c in report["cases"] for f in c["failures"]]


def unique(items):
    return list(dict.fromkeys(items))


def suite_of_right(options, args):
    """What the right device fails with these options; counts against no mutant."""
    out = "-".join(["right", *options.replace("-", "").split()])
    return suite(os.path.join(args.build, args.flavour, "device.so"),
                 os.path.join(args.build, "mutants", out), options.split(), args)[1]


def run(m, args, right, image):
    folder = os.path.dirname(image)
    options = m.get("options", "")
    selectors = m.get("cases", "").split()
    rounds = [selectors] if selectors else [[c] for c in m["expects"]] + [[]]
    if args.all:
        rounds = [[]]
    found, status = [], None
    for selection in rounds:
        status, failures = suite(image, os.path.join(folder, "out"), options.split() + selection, args)
        found += [f for f in failures if f not in right[options]]
        if any(clause in m["expects"] for clause, _ in found):
            break
    shutil.rmtree(os.path.join(folder, "out", "capture"), ignore_errors=True)
    clauses = unique(clause for clause, _ in found)
    return {"id": m["id"], "expects": m["expects"], "failed_clauses": clauses,
            "failed_cases": unique(case for _, case in found if case),
            "killing_cases": unique(case for clause, case in found if clause in m["expects"] and case),
            "status": status, "killed": any(c in m["expects"] for c in clauses)}


def report_all(results, right, args):
    killed = sum(r["killed"] for r in results)
    first = sum(bool(r["failed_clauses"]) and r["failed_clauses"][0] in r["expects"] for r in results)
    report = {"killed": killed, "survived": len(results) - killed, "first_clause_right": first,
              "right_device_fails": sorted({case for found in right.values() for _, case in found}),
              "mutants": results}
    os.makedirs(os.path.join(args.build, "mutants"), exist_ok=True)
    with open(os.path.join(args.build, "mutants", "report.json"), "w") as f:
        json.dump(report, f, indent=2)
    for case in report["right_device_fails"]:
        print(f"does not count, the right device fails it: {case}")
    print(f"first reported clause is the broken one: {first} of {len(results)}")
    print(f"{killed} killed, {len(results) - killed} survived")
    return 0 if killed == len(results) else 1


def options():
    p = argparse.ArgumentParser(description="Runs the suite against wrong devices.")
    p.add_argument("--check", action="store_true")
    p.add_argument("--all", action="store_true")
    p.add_argument("--build", default="build")
    p.add_argument("--flavour", default="plain")
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--cc", default="gcc")
    p.add_argument("--cflags", default="-std=c11 -O1 -I. -Ibuild/gen")
    p.add_argument("--libs", default="-ljansson -lisal")
    p.add_argument("names", nargs="*")
    return p.parse_args()


def main():
    args = options()
    mutants = [parse(f) for f in sorted(glob.glob("tests/mutants/*.mutant"))]
    if args.names:
        unknown = set(args.names) - {m["id"] for m in mutants}
        if unknown:
            raise SystemExit(f"no such mutant: {' '.join(sorted(unknown))}")
        mutants = [m for m in mutants if m["id"] in args.names]
    bad = check(mutants)
    if bad:
        raise SystemExit("\n".join(bad))
    if args.check:
        return 0
    right = {o: suite_of_right(o, args) for o in unique(m.get("options", "") for m in mutants)}
    results = []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        images = list(pool.map(lambda m: build(m, args), mutants))
        for r in pool.map(lambda m, image: run(m, args, right, image), mutants, images):
            results.append(r)
            print(f"{'killed' if r['killed'] else 'SURVIVED':8} {r['id']:32} {' '.join(r['expects']):14} "
                  f"by {' '.join((r['killing_cases'] or r['failed_clauses'])[:4]) or 'nothing'}", flush=True)
    return report_all(results, right, args)


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
