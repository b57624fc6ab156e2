"""Prints what asyncio calls on the protocols of many short connections: a JSON object a line, as `lifeline trace` reads it."""
import asyncio, json, os, random, socket, ssl, subprocess, sys, tempfile, time

start = time.monotonic()


def log(session, **members):
    print(json.dumps({"session": session, "time": round(time.monotonic() - start, 6), **members}))


class Recorder(asyncio.Protocol):
    """One end of a connection. `play` says what it does in a call or after some time, by the name of the call."""

    def __init__(self, session, play):
        self.session, self.play, self.transport = session, dict(play), None
        self.over = asyncio.get_running_loop().create_future()

    def called(self, name):
        log(self.session, callback=name)
        for action in self.play.pop(name, []):
            self.act(action)

    def act(self, action):
        transport = self.transport
        if isinstance(action, tuple):  # a number of bytes to write, or a time with actions
            number, actions = action
            if actions is None:
                transport.write(b"x" * number)
            else:
                asyncio.get_running_loop().call_later(number, lambda: [self.act(action) for action in actions])
        elif action == "eof":
            if transport.can_write_eof():
                transport.write_eof()
        # The page says nothing of a transport that is paused or closed again.
        elif not transport.is_closing():
            event, method = {"close": ("close", transport.close), "abort": ("abort", transport.abort),
                             "pause": ("pauseReading", transport.pause_reading),
                             "resume": ("resumeReading", transport.resume_reading)}[action]
            log(self.session, event=event)
            method()

    def connection_made(self, transport):
        self.transport = transport
        if hasattr(transport, "set_write_buffer_limits"):
            transport.set_write_buffer_limits(high=65_536)
        self.called("connection_made")

    def data_received(self, data): self.called("data_received")

    def eof_received(self):
        self.called("eof_received")
        return "keep" in self.play

    def pause_writing(self): self.called("pause_writing")
    def resume_writing(self): self.called("resume_writing")

    def connection_lost(self, error):
        self.called("connection_lost")
        if not self.over.done():
            self.over.set_result(None)


async def connect(kind, number, plays, contexts, folder):
    """Makes a connection of a kind, and waits until both ends have lost it."""
    loop = asyncio.get_running_loop()
    ends = [Recorder(f"{kind} {number} {side}", play) for side, play in zip(["server", "client"], plays)]
    secure, client = {}, {}
    if kind == "tls":
        secure, client = {"ssl": contexts[0]}, {"ssl": contexts[1], "server_hostname": "localhost"}
    if kind == "unix":
        path = os.path.join(folder, str(number))
        server = await loop.create_unix_server(lambda: ends[0], path)
        await loop.create_unix_connection(lambda: ends[1], path)
    elif kind == "pair":
        pair = socket.socketpair()
        server = None
        for end, one in zip(ends, pair):
            await loop.create_connection(lambda: end, sock=one)
    else:
        server = await loop.create_server(lambda: ends[0], "127.0.0.1", 0, **secure)
        await loop.create_connection(lambda: ends[1], *server.sockets[0].getsockname(), **client)
    done, pending = await asyncio.wait([end.over for end in ends], timeout=1)
    for end in ends:
        # What is left to write stays so if nobody reads it.
        if not end.over.done() and end.transport:
            log(end.session, event="abort")
            end.transport.abort()
    if pending:
        await asyncio.wait(pending, timeout=1)
    if server:
        server.close()


def hand_written():
    """The plays that the page suggests: for each end what it does in which call."""
    much = (4_000_000, None)
    yield {"connection_made": [(10, None), "eof"]}, {"data_received": [(10, None)], "eof_received": ["close"]}
    yield {"connection_made": [(10, None), (0.1, ["close"])]}, {"data_received": ["close"]}
    yield {"connection_made": [much, "close"]}, {"connection_made": ["pause", (0.1, ["resume"])]}
    yield {"connection_made": [much, "abort"]}, {"connection_made": [(10, None)]}
    yield {"connection_made": [much, (0.2, ["close"])]}, {"data_received": [much, "close"]}
    yield {"connection_made": [much, (0.2, ["abort"])]}, {"data_received": [much, "abort"]}
    yield {"connection_made": [(10, None), (0.05, [(10, None)]), (0.2, ["close"])]}, {"data_received": ["pause", (0.1, ["resume"])]}
    yield {"connection_made": [(10, None), (0.05, [(10, None), "eof"])], "keep": []}, {"data_received": ["pause", (0.1, ["close"])]}
    yield {"connection_made": ["eof", (0.2, ["close"])]}, {"connection_made": [much], "keep": []}
    # Both ends write more than fits, and one of them closes while the other goes on writing.
    yield {"connection_made": [much, (0.01, ["close"])]}, {"connection_made": [much, (0.3, ["close"])]}
    yield {"connection_made": [much, "close"]}, {"connection_made": [much, (0.3, ["abort"])]}


def random_plays(seed, count):
    dice = random.Random(seed)

    def action(depth=0):
        kind = dice.randrange(8)
        if kind < 3:
            return (dice.choice([10, 10, 100_000, 4_000_000]), None)
        if kind < 5 and depth < 2:
            return (dice.choice([0, 0.01, 0.05]), [action(depth + 1) for _ in range(dice.randint(1, 2))])
        return dice.choice(["close", "abort", "pause", "resume", "eof"])

    calls = ["connection_made", "connection_made", "data_received", "eof_received", "pause_writing", "resume_writing"]
    for _ in range(count):
        plays = [{dice.choice(calls): [action() for _ in range(dice.randint(1, 3))] for _ in range(3)} for _ in range(2)]
        plays[0].setdefault("connection_made", []).append((0.2, ["close"]))
        yield plays


def contexts(folder):
    """Returns the contexts of a server and of a client that trusts it; none if there is no `openssl`."""
    key, certificate = os.path.join(folder, "key"), os.path.join(folder, "certificate")
    try:
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError):
        print("openssl is missing: connections with TLS are left out", file=sys.stderr)
        return None
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(certificate, key)
    return server, ssl.create_default_context(cafile=certificate)


async def main(seed, count):
    # A connection that ends while it is written to is what these plays are about.
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
    with tempfile.TemporaryDirectory() as folder:
        pair = contexts(folder)
        kinds = ["tcp", "unix", "pair"] + (["tls"] if pair else [])
        for kind in kinds:
            plays = list(hand_written()) + list(random_plays(seed, count))
            await asyncio.gather(*[connect(kind, number, play, pair, folder) for number, play in enumerate(plays)])


asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1, int(sys.argv[2]) if len(sys.argv) > 2 else 20))
