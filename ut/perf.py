#!/usr/bin/env python3
"""Runs hcomm_perf of the SDK, briefly, and checks its answers. No time is judged: only that every measurement ran with
ranks as threads and as processes and gave sane numbers, and that mistakes are refused. Closes with a count."""

import json
import math
import os
import subprocess
import sys

TOOL = "hcomm_perf"
LIMIT_S = 240
passed = failed = 0


def check(what, ok, detail=""):
    global passed, failed
    passed, failed = passed + bool(ok), failed + (not ok)
    if not ok:
        print(f"FAILED {what}: {detail}")


def run(*args):
    return subprocess.run([TOOL, *args], capture_output=True, text=True, timeout=LIMIT_S)


def sane(row):
    numbers = [row[key] for key in ("ns_per_operation", "limit_ns_per_operation", "share_of_limit")]
    rate = row["gb_per_s"]
    return all(math.isfinite(n) and n > 0 for n in numbers + ([] if rate is None else [rate]))


names = [line.split()[0] for line in run("--list").stdout.splitlines()]
check("--list names the measurements", len(names) == len(set(names)) and len(names) >= 12, names)

done = run("--rounds", "1", "--round-ms", "1", "--json", "-", "--deadline", str(LIMIT_S - 20))
check("a short run succeeds", done.returncode == 0, done.stderr)
rows = json.loads(done.stdout)["rows"] if done.returncode == 0 else []
for ranks in ("threads", "processes"):
    for name in (name for name in names if not name.startswith("net-")):
        found = [row for row in rows if (row["ranks"], row["test"]) == (ranks, name)]
        check(f"{name} with {ranks}", len(found) == 1 and sane(found[0]), found)

done = run("--rounds", "1", "--round-ms", "1", "--link", "net", "--json", "-", "--deadline", str(LIMIT_S - 20))
check("a short run over the network succeeds", done.returncode == 0, done.stderr)
rows = json.loads(done.stdout)["rows"] if done.returncode == 0 else []
for ranks in ("threads", "processes"):
    for name in (name for name in names if name.startswith("net-")):
        found = [row for row in rows if (row["ranks"], row["test"]) == (ranks, name)]
        check(f"{name} with {ranks}", len(found) == 1 and sane(found[0]), found)

# What the scripts of benches/peers read.
os.environ.update(HP_REPS="2", HP_MS="1", HP_PEER="ours")
for measure in ("put_lat", "put_lat_read", "get_lat", "put_rate", "put_bw", "get_bw"):
    done = run("--lines", measure, "--sizes", "8,4K")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    sizes = {row["bytes"] for row in rows if row["m"] == measure and row["peer"] == "ours" and row["v"] > 0}
    check(f"lines of {measure}", done.returncode == 0 and sizes == {8, 4096} and len(rows) % 4 == 0, done.stderr)

table = run("--rounds", "1", "--round-ms", "1", "--ranks", "threads", "--only", "caller-8,write-1m")
lines = table.stdout.splitlines()
check("the table has a line for each chosen measurement", table.returncode == 0 and len(lines) == 4, table.stdout)

wrong = run("--only", "no-such-test")
check("an unknown measurement is refused by name", wrong.returncode == 1 and "no-such-test" in wrong.stderr, wrong.stderr)

print(f"{passed} passed, {failed} failed, 0 skipped")
sys.exit(failed > 0)
