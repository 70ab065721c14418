#!/usr/bin/env python3
"""Do the property tests find bugs?  Plants wrong engines, one after the other, and says within how
many scenarios each is found.

The bugs are files like those of tests/mutants: tests/prop/planted/*.mutant, and of tests/mutants
those named in tests/prop/planted.txt.  A name on the command line plants just that one.

Usage: planted.py [--build DIR] [--count N] [--jobs J] [NAME...]
Exit status: 0 all found, 1 some were not, 2 one does not apply or build."""
import argparse
import glob
import os
import re
import shlex
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "mutants"))
sys.dont_write_bytecode = True
import run as mutants  # noqa: E402


def paths(names):
    own = {os.path.basename(p)[:-7]: p for p in glob.glob("tests/prop/planted/*.mutant")}
    others = {os.path.basename(p)[:-7]: p for p in glob.glob("tests/mutants/*.mutant")}
    if not names:
        with open("tests/prop/planted.txt") as f:
            names = sorted(own) + [line.split()[0] for line in f if line.strip() and line[0] != "#"]
    return [own.get(n) or others.get(n) or n for n in names]


def build(m, args):
    """The property tests with one object replaced."""
    folder = os.path.join(args.build, "planted", m["id"])
    os.makedirs(folder, exist_ok=True)
    source = os.path.join(folder, os.path.basename(m["file"]))
    with open(source, "w") as f:
        f.write(mutants.apply(m))
    root = os.path.join(args.build, "plain", "obj")
    old = os.path.join(root, m["file"][:-2] + ".o")
    objects = [o for room in ("reference/wire", "reference/engine", "reference/sim", "tests/prop")
               for o in glob.glob(f"{root}/{room}/*.o") if os.path.exists(o[len(root) + 1:-2] + ".c")]
    objects += [root + "/reference/result.o", root + "/gen/clauses.o"]
    new = source[:-2] + ".o"
    program = os.path.join(folder, "prop")
    flags = ["-std=c11", "-O2", "-g", "-w", "-I.", f"-I{args.build}/gen"]
    subprocess.run(["cc", *flags, "-c", "-o", new, source], check=True)
    libs = subprocess.run(["pkg-config", "--libs", "libisal"], check=True, capture_output=True, text=True)
    subprocess.run(["cc", "-o", program, *[new if o == old else o for o in objects],
                    *shlex.split(libs.stdout)], check=True)
    return program


def plant(path, args):
    """Whether it is found; None if it does not apply or build."""
    try:
        m = mutants.parse(path)
        program = build(m, args)
    except (subprocess.CalledProcessError, OSError, SystemExit) as e:
        print(f"BROKEN {e}", flush=True)
        return None
    done = subprocess.run([program, "--count", str(args.count), "--jobs", str(args.jobs), "--quiet",
                           "--no-shrink", "--first"], capture_output=True, text=True)
    found = re.search(r"^FAIL seed (\d+): (.*)$", done.stdout, re.M)
    print(f"{'found' if found else 'MISSED':6} {m['id']:36} "
          f"{'seed ' + found[1] + ': ' + found[2] if found else m['what']}", flush=True)
    return found is not None


def main():
    p = argparse.ArgumentParser(description="Plants bugs for the property tests to find.")
    p.add_argument("--build", default="build")
    p.add_argument("--count", type=int, default=10000)
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("names", nargs="*")
    args = p.parse_args()
    results = [plant(path, args) for path in paths(args.names)]
    print(f"{sum(r is True for r in results)} of {len(results)} found")
    if None in results:
        return 2
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
