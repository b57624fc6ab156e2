"""Compares verdicts of `lifeline trace --verdicts` with the deviations that are known."""
import collections, json, sys

log, verdicts, known = sys.argv[1:]
with open(known) as file:
    known = {tuple(line.split()) for line in file if line.strip() and not line.startswith("#")}
with open(log) as file:
    lines = [json.loads(line) for line in file]
with open(verdicts) as file:
    sessions = [json.loads(line) for line in file]
if not sessions:
    sys.exit("no session was recorded")


def deviation(session):
    """Returns the kind of a session, what didn't fit, and the event and the state before, if the log shows them."""
    key, line = session.get("key", ""), session.get("line", 0)
    events = [entry["event"] for entry in lines[: max(line - 1, 0)] if entry.get("session") == key and "event" in entry]
    return (key.split(" ")[0], session.get("callback") or session.get("event") or session["verdict"],
            (events or ["-"])[-1], lines[line - 1].get("was", "-"))


def fits(pattern, found):
    return all(part in ("*", actual) for part, actual in zip(pattern, found))


found = collections.Counter(deviation(session) for session in sessions if session["verdict"] != "conforms")
new = [one for one in found if not any(fits(pattern, one) for pattern in known)]
for one in new:
    print(f"  {' '.join(one)}: {found[one]} of {len(sessions)} sessions, NEW")
for pattern in sorted(known):
    if count := sum(number for one, number in found.items() if fits(pattern, one)):
        print(f"  {' '.join(pattern)}: {count} of {len(sessions)} sessions, a known deviation")
sys.exit(1 if new else 0)
