"""Holds the sessions of a log against a spec, on as many machines as Spark has.

usage: spark-submit judge.py LIFELINE SPEC LOG OUTPUT [PARTITIONS]

LOG is NDJSON whose objects have a `session`. OUTPUT becomes a folder with one verdict a session. Each machine needs the command
and the spec under the paths that are given here.
"""

import json
import shlex
import sys
import zlib

from pyspark import SparkContext


def key(line: str) -> str:
    """Returns the session of a line, or nothing if the line can't be read. The command reports it then, wherever it goes."""
    try:
        return str(json.loads(line).get("session", ""))
    except (ValueError, AttributeError):
        return ""


def keyed(numbered: tuple[str, int]) -> tuple[tuple[str, int], str]:
    """Returns a line under its session and its place, and tells the place to the command, which sees a part of the log only."""
    line, index = numbered
    text = line.strip()
    if text.startswith("{") and text.endswith("}") and '"line"' not in text:
        rest = text[1:].lstrip()
        text = f'{{"line": {index + 1}' + ("" if rest == "}" else ", ") + rest
    return (key(line), index), text


def main() -> None:
    lifeline, spec, log, output, *rest = sys.argv[1:]
    context = SparkContext(appName="FleetTraces")
    partitions = int(rest[0]) if rest else 2 * context.defaultParallelism
    command = shlex.join([lifeline, "trace", spec, "-", "--log-format", "ndjson", "--verdicts", "--by", "session"])
    # The exit code says that a session violates the spec, which is a result and no failure of the job.
    (
        context.textFile(log)
        .zipWithIndex()
        .map(keyed)
        .repartitionAndSortWithinPartitions(partitions, lambda place: zlib.crc32(place[0].encode()))
        .values()
        .pipe(command, checkCode=False)
        .saveAsTextFile(output)
    )
    context.stop()


main()
