"""Compares verdicts of `lifeline trace --verdicts` with the deviations that are known."""
import collections, json, sys

verdicts, known = sys.argv[1:]
with open(known) as file:
    known = {tuple(line.split()) for line in file if line.strip() and not line.startswith("#")}
with open(verdicts) as file:
    sessions = [json.loads(line) for line in file]
if not sessions:
    sys.exit("no session was recorded")
found = collections.Counter()
for session in sessions:
    if session["verdict"] != "conforms":
        kind = session.get("key", "").split(" ")[0]
        found[kind, session.get("callback") or session.get("event") or session["verdict"]] += 1
for deviation, count in sorted(found.items()):
    state = "a known deviation" if deviation in known else "NEW"
    print(f"  {' '.join(deviation)}: {count} of {len(sessions)} sessions, {state}")
for deviation in sorted(known - set(found)):
    print(f"  {' '.join(deviation)}: not found here")
sys.exit(1 if set(found) - known else 0)
