#!/usr/bin/python3
"""report.html in a real browser (headless Chromium, in a network namespace of its own): it opens
without a word on the console, its filters filter, its address brings a filter back, hostile texts
stay texts, and it is light or dark as the reader's system is."""
import html.parser
import json
import os
import subprocess
import sys
import tempfile
import zlib

BUILD = os.environ.get("BUILD", "build") + "/plain/"
# Without a network where a user namespace is to be had (not in a chroot, say).
ALONE = ["unshare", "-rn"]
if subprocess.run([*ALONE, "true"], capture_output=True).returncode:
    ALONE = []
BROWSER = [*ALONE, "chromium", "--headless", "--no-sandbox", "--disable-gpu",
           "--no-first-run", "--disable-background-networking", "--disable-component-update",
           "--disable-sync", "--disable-extensions", "--enable-logging=stderr", "--hide-scrollbars"]
SECONDS = 25
DARK = "--blink-settings=preferredColorScheme=0"
failed = 0


def expect(what, seen, wanted):
    global failed
    if seen != wanted:
        failed += 1
        print(f"{what} is {seen!r}, expected {wanted!r}")


class Rows(html.parser.HTMLParser):
    """Per section with a filter: first cells of the rows seen, and what its counter says."""

    def __init__(self):
        super().__init__()
        self.section, self.shown, self.counts, self.tags = None, {}, {}, []
        self.is_first, self.is_count = False, False

    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        self.tags.append(tag)
        if tag == "section":
            self.section = a.get("id")
        elif tag == "tr" and "hidden" not in a:
            self.is_first = "data-verdict" in a
        elif tag == "output":
            self.is_count = True

    def handle_endtag(self, tag):
        if tag == "td":
            self.is_first = False
        self.is_count = self.is_count and tag != "output"

    def handle_data(self, data):
        if self.is_count:
            self.counts[self.section] = data
        if self.is_first:
            self.shown.setdefault(self.section, []).append(data)


def browse(top, path, *options):
    with tempfile.TemporaryDirectory(dir=top) as profile:
        done = subprocess.run([*BROWSER, f"--user-data-dir={profile}", *options, path],
                              capture_output=True, text=True, timeout=SECONDS,
                              env={**os.environ, "HOME": profile})
    # The browser's own pages talk there, too.
    expect(f"console of {path.rsplit('/', 1)[1]}",
           [line for line in done.stderr.splitlines()
            if "CONSOLE" in line and "source: chrome:" not in line], [])
    return done.stdout


def rows(top, path):
    page = Rows()
    page.feed(browse(top, path, "--dump-dom"))
    return page


def first_pixel(path):
    """Of a PNG of 8 bits: whatever the filter, the first pixel of the first line is as it is."""
    with open(path, "rb") as f:
        png = f.read()
    data, at = b"", 8
    while at < len(png):
        size = int.from_bytes(png[at:at + 4], "big")
        if png[at + 4:at + 8] == b"IDAT":
            data += png[at + 8:at + 8 + size]
        at += 12 + size
    return tuple(zlib.decompress(data)[1:4])


def check_filters(top, url, clauses, cases):
    page = rows(top, url + "#cases")
    expect("clauses shown", page.shown["clauses"], clauses)
    expect("cases shown", page.shown["cases"], cases)
    expect("counters", page.counts, {"clauses": f"{len(clauses)} of {len(clauses)}",
                                     "cases": f"{len(cases)} of {len(cases)}"})
    expect("choices", page.tags.count("select"), 3 + 4)
    page = rows(top, url + "#clauses?verdict=fail")
    expect("failed clauses", page.shown["clauses"], ["ENC-3", "SACK-2"])
    expect("cases beside a filter of clauses", page.shown["cases"], cases)
    page = rows(top, url + "#cases?verdict=pass&text=SACK")
    expect("filtered cases", page.shown["cases"], ["sack/made#0"])
    expect("counter", page.counts["cases"], "1 of 7")


def check_colours(top, url):
    for options, colour in (((), (0xff, 0xff, 0xff)), ((DARK,), (0x14, 0x18, 0x1c))):
        picture = os.path.join(top, "page.png")
        browse(top, url, "--window-size=1200,900", f"--screenshot={picture}", *options)
        expect("colour of the page", first_pixel(picture), colour)


def check_hostile(top, run):
    text = "<img src=x onerror='document.title=1'><script>document.title=1</script>"
    path = os.path.join(run, "report.json")
    with open(path, encoding="utf-8") as f:
        report = json.load(f)
    report["dut"]["name"] = text
    for case in report["cases"]:
        case["reason"] = text
        for failure in case["failures"]:
            failure["seen"] = text
    with open(path, "w", encoding="utf-8") as f:
        json.dump(report, f)
    subprocess.run([BUILD + "conformance", "report", run], check=True, stdout=subprocess.DEVNULL)
    page = rows(top, "file://" + run + "/report.html")
    expect("elements of a hostile text", (page.tags.count("img"), page.tags.count("script")), (0, 1))


with tempfile.TemporaryDirectory() as top:
    run = os.path.join(top, "run")
    os.makedirs(run + "/capture")
    subprocess.run([BUILD + "tests/report_sample", run], check=True, stdout=subprocess.DEVNULL)
    with open(run + "/report.json", encoding="utf-8") as f:
        report = json.load(f)
    url = "file://" + run + "/report.html"
    check_filters(top, url, [row["id"] for row in report["clauses"]],
                  [case["id"] for case in report["cases"]])
    check_colours(top, url)
    check_hostile(top, run)
sys.exit(1 if failed else 0)
