"""Prints what pages are told of their service workers in Chromium: a JSON object a line, as `lifeline trace` reads it."""
import http.server, json, os, random, shutil, subprocess, sys, tempfile, threading, time, urllib.parse

FOLDER = os.path.dirname(os.path.abspath(__file__))
SCRIPT = "text/javascript"


class Site(http.server.ThreadingHTTPServer):
    """The pages, and for each scope a script that is as the play says."""
    daemon_threads = True

    def __init__(self, plays):
        super().__init__(("127.0.0.1", 0), Handler)
        self.plays, self.over, self.failure = plays, threading.Event(), None
        self.scripts, self.before, self.fetched, self.lock = {}, {}, {}, threading.Lock()

    def script(self, scope):
        """Returns a status, a type and a text for the script of a scope."""
        version, imported, what = self.scripts.get(scope, (0, 0, "unchanged"))
        if what == "fetchFailed":
            return 404, SCRIPT, ""
        if what == "threw":
            return 200, SCRIPT, f"// {version} throws\nthrow new Error('at once')"
        return 200, "text/plain" if what == "notJavaScript" else SCRIPT, f"// {version}\nimportScripts('imported.js')\n{read('worker.js')}"

    def serve(self, scope, what):
        with self.lock:
            version, imported, _ = self.scripts.get(scope, (0, 0, ""))
            if what in ("changed", "importChanged"):
                self.before[scope] = version, imported, "unchanged"
            self.scripts[scope] = (version + (what == "changed"), imported + (what == "importChanged"), what)
            if what == "back":
                self.scripts[scope] = self.before[scope]


def read(name):
    with open(os.path.join(FOLDER, name)) as file:
        return file.read()


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *arguments): pass

    def answer(self, text="", status=200, kind="text/html"):
        body = text.encode()
        self.send_response(status)
        for name, value in ("Content-Type", kind), ("Content-Length", str(len(body))), ("Cache-Control", "no-store"):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        site = self.server
        path, _, query = self.path.partition("?")
        query = dict(urllib.parse.parse_qsl(query))
        scope = path[: path.rfind("/") + 1]
        if path == "/":
            self.answer("<!doctype html><body><script src=driver.js></script>")
        elif path == "/driver.js":
            self.answer(read("driver.js"), kind=SCRIPT)
        elif path == "/plays":
            self.answer(json.dumps(site.plays), kind="application/json")
        elif path == "/serve":
            site.serve(query["scope"], query["what"])
            self.answer()
        elif path == "/fetched":
            self.answer(str(site.fetched.get(query["scope"], 0)))
        elif path.endswith("/worker.js"):
            status, kind, text = site.script(scope)
            self.answer(text, status, kind)
            site.fetched[scope] = site.fetched.get(scope, 0) + 1
        elif path.endswith("/imported.js"):
            self.answer(f"// {site.scripts.get(scope, (0, 0))[1]}", kind=SCRIPT)
        else:
            self.answer("<!doctype html>")

    def do_POST(self):
        text = self.rfile.read(int(self.headers["Content-Length"] or 0)).decode()
        if self.path == "/lines":
            with self.server.lock:
                for line in json.loads(text):
                    print(json.dumps(line))
        else:
            self.server.failure = text if self.path == "/failed" else None
            self.server.over.set()
        self.answer()


FIRST = ["register changed", "installed", "activated"]
UPDATED = FIRST + ["refresh", "update changed", "installed"]


def hand_written():
    """What the explainer and the specification tell of."""
    yield FIRST + ["claim active"]
    yield UPDATED + ["lastPageCloses", "activated"]
    yield UPDATED + ["refresh", "skipWaiting", "activated"]
    yield FIRST + ["refresh", "update changed", "skipWaiting", "claim installing", "installed", "activated"]
    yield UPDATED + ["claim waiting", "update importChanged", "installed", "skipWaiting", "activated"]
    yield FIRST + ["refresh", "request", "update changed", "skipWaiting", "installed", "settle", "activated"]
    yield FIRST + ["refresh", "update changed", "installFailed", "update changed", "installed", "unregister", "lastPageCloses"]
    yield ["register threw", "register notJavaScript", "register fetchFailed", "register changed", "installFailed"]
    yield ["register changed", "installed", "update changed", "installed", "skipWaiting", "activated", "activated"]
    yield FIRST + ["register changed", "update unchanged", "update threw", "update fetchFailed", "update notJavaScript", "unregister"]
    yield FIRST + ["refresh", "request", "unregister", "settle", "lastPageCloses"]
    yield FIRST + ["update changed", "update unchanged anyway"]
    yield FIRST + ["refresh", "unregister", "refresh"]
    yield FIRST + ["refresh", "request", "unregister", "refresh"]
    yield FIRST + ["lastPageCloses", "update changed", "installed", "update changed", "installed", "activated"]
    yield FIRST + ["lastPageCloses", "update changed", "installed", "pause", "update changed", "installed", "activated", "activated"]
    yield FIRST + ["navigate", "navigate", "update changed", "installed", "lastPageCloses", "activated"]


def random_plays(seed, count):
    dice = random.Random(seed)
    steps = ["update changed"] * 4 + ["installed"] * 5 + ["activated"] * 5 + ["skipWaiting", "settle", "refresh", "request"] * 2 + [
        "update importChanged", "update unchanged", "update threw", "update fetchFailed", "register changed", "installFailed", "claim active",
        "claim waiting", "navigate", "lastPageCloses", "unregister"]
    for _ in range(count):
        yield FIRST[: dice.choice([1, 2, 3, 3, 3])] + [dice.choice(steps) for _ in range(dice.randint(4, 14))]


def main(seed, count):
    browser = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
    if not browser:
        print("there is no Chromium", file=sys.stderr)
        sys.exit(77)
    plays = [{"name": f"written {number}", "steps": steps} for number, steps in enumerate(hand_written())]
    plays += [{"name": f"random {number}", "steps": steps} for number, steps in enumerate(random_plays(seed, count))]
    site = Site(plays)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", f"--user-data-dir={profile}"]
        process = subprocess.Popen([browser, *options, f"http://127.0.0.1:{site.server_address[1]}/"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            end = time.monotonic() + 60 + 10 * len(plays)
            while not site.over.wait(timeout=1) and process.poll() is None and time.monotonic() < end:
                pass
        finally:
            process.terminate()
            process.wait()
    if not site.over.is_set() or site.failure:
        sys.exit(site.failure or "the browser didn't come to the end")


main(int(sys.argv[1]) if len(sys.argv) > 1 else 1, int(sys.argv[2]) if len(sys.argv) > 2 else 20)
