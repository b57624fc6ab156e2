"""Prints what both ends of many TCP connections do and in which states they are: a JSON object a line, as `lifeline trace` reads it.

The two ends are sockets of the kernel, in two network namespaces. Each step of a play is a call of a user, or carries a segment.
"""
import collections, errno, fcntl, json, random, select, socket, struct, sys, termios, time

from wire import ACK, FIN, RST, SYN, configure, forge, networks

STATES = dict(enumerate("ESTABLISHED SYN-SENT SYN-RECEIVED FIN-WAIT-1 FIN-WAIT-2 TIME-WAIT CLOSED CLOSE-WAIT LAST-ACK LISTEN CLOSING".split(), 1))
start = time.monotonic()


def before(one, other):
    """Whether a sequence number comes before another one."""
    return (one - other) % 2**32 >= 2**31


class End:
    """One end of a connection: its socket, and the sequence numbers that say what a segment means to it."""

    def __init__(self, name, network, port):
        self.name, self.network, self.port, self.address = name, network, port, (network.address, port)
        self.socket = self.listener = None
        self.state, self.readable, self.told = "CLOSED", 0, False
        self.first = self.next = self.fin = self.peer_first = self.expected = None
        self.early, self.acknowledged, self.backed_off, self.answered = {}, False, False, False
        self.wire = collections.deque()  # the segments that this end has sent and that are still on their way
        self.lines = []

    def log(self, **members):
        self.lines.append({"session": self.name, "time": round(time.monotonic() - start, 6), **members, "was": self.state})

    # The user

    def open(self, listening, peer):
        made = self.network.socket()
        made.bind(self.address)
        if listening:
            self.log(event="openPassive")
            made.listen()
            self.listener = made
        else:
            self.log(event="openActive")
            self.socket = made
            made.connect_ex(peer.address)

    def act(self, action):
        """Does what a user can do with a socket. Text and FIN that congestion control would hold back aren't sent."""
        if not self.socket or self.backed_off and action != "abort":
            return
        if action == "send":
            if self.fin is None and self.state in ("ESTABLISHED", "CLOSE-WAIT"):
                self.log(event="send")
                self.socket.send(b"x" * 10)
        elif action == "read":
            if self.readable:
                self.readable -= len(self.socket.recv(65536))
        elif action == "shutdown":
            if self.state != "CLOSED":
                self.log(event="shutdown")
                try:
                    self.socket.shutdown(socket.SHUT_WR)
                except OSError:
                    self.log(callback="tcp.errorConnectionClosing")
        else:
            self.log(event="closeUnread" if action == "close" and self.readable else action)
            if action == "abort":
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.socket.close()
            self.socket = None

    # The wire

    def sent(self, segment):
        self.wire.append(segment)
        if segment.flags & RST:
            return self.log(callback="tcp.sendRST")
        if segment.flags & SYN:
            answer = bool(segment.flags & ACK)
            if (self.first, self.answered) == (segment.sequence, answer):
                self.backed_off = True
                return self.log(callback="tcp.retransmit")
            self.first, self.next, self.answered = segment.sequence, segment.end, answer
            return self.log(callback="tcp.sendSYNACK" if answer else "tcp.sendSYN")
        if segment.length or segment.flags & FIN:
            if not before(self.next, segment.end):
                self.backed_off = True
                return self.log(callback="tcp.retransmit")
            self.next = segment.end
            if segment.flags & FIN:
                self.fin = segment.end
                self.log(callback="tcp.sendFIN")

    def meaning(self, segment):
        """Returns what arrives by a segment, as events."""
        flags, sequence, number = segment.flags, segment.sequence, segment.acknowledged
        if self.state in ("CLOSED", "LISTEN"):
            if flags & RST:
                return ["receiveRST"]
            if flags & ACK:
                return ["receiveBadACK"]
            if self.state == "LISTEN":
                self.peer_first, self.expected = sequence, segment.end
            return ["receiveSYN"]
        if self.state == "SYN-SENT":
            if flags & ACK and number != self.next:
                return ["receiveDoubtfulRST" if flags & RST else "receiveBadACK"]
            if flags & RST:
                return ["receiveRST" if flags & ACK else "receiveDoubtfulRST"]
            if not flags & SYN:
                return ["receiveACK"]
            self.peer_first, self.expected = sequence, segment.end
            self.backed_off &= not flags & ACK
            return ["receiveSYNACK" if flags & ACK else "receiveSYN"]
        if flags & SYN and flags & ACK and self.state == "SYN-RECEIVED" and sequence == self.peer_first and number == self.next:
            self.backed_off = False
            return ["receiveSYNACK"]
        again = self.state == "TIME-WAIT" and (flags & FIN and segment.end == self.expected or flags & SYN)
        old = before(sequence, self.expected) and not before(self.expected, segment.end)
        if old and not again or before((self.expected + 60_000) % 2**32, sequence):
            return ["receiveRSTOutOfWindow" if flags & RST else "receiveOutOfWindow"]
        if flags & RST:
            return ["receiveRST" if sequence == self.expected else "receiveDoubtfulRST"]
        if flags & SYN:
            return ["receiveSYN"]
        if before(self.next, number):
            return ["receiveBadACK"]
        ofFIN = self.fin is not None and number == self.fin and not self.acknowledged
        self.acknowledged |= ofFIN
        self.backed_off &= number != self.next
        events = ["receiveACKOfFIN" if ofFIN else "receiveACK"]
        if again:
            return events + ["receiveFIN"]
        if segment.length and not self.socket and self.state in ("FIN-WAIT-1", "FIN-WAIT-2"):
            return events + ["receiveText"]  # It ends the connection, and nothing else of the segment counts.
        # What comes early waits until the gap is filled.
        self.early[sequence] = segment
        while part := next((part for part in self.early.values() if not before(self.expected, part.sequence)), None):
            del self.early[part.sequence]
            if before(self.expected, part.end):
                self.expected = part.end
                if part.length:
                    events.append("receiveText")
                if part.flags & FIN:
                    events.append("receiveFIN")
        return events

    # What the user and the system can see

    def accept(self):
        if self.listener:
            try:
                self.socket, _ = self.listener.accept()
                self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self.socket.setblocking(False)
                self.listener.close()
                self.listener = None
            except BlockingIOError:
                pass

    def looked_at(self, peer):
        """Returns the state that the system shows."""
        states = [(remote, STATES[state]) for local, remote, state in self.network.sockets() if local == self.port]
        return next((state for remote, state in states if remote == peer.port), "LISTEN" if self.listener else "CLOSED")

    def look(self, peer):
        """Prints what has happened since the last look, and what can be seen now."""
        self.accept()
        for event, callback in self.news().items():
            index = next((index for index, line in enumerate(self.lines) if line.get("event") == event), len(self.lines) - 1)
            self.log(callback=callback)
            self.lines.insert(index + 1, self.lines.pop())
        state = self.looked_at(peer)
        if state != "CLOSED" or self.state != state:
            self.log(callback=state)
        if state == "LISTEN":
            self.first = self.next = self.fin = None
        self.state = state
        for line in self.lines:
            print(json.dumps(line))
        self.lines = []

    def news(self):
        """Returns the callbacks that the socket shows, by the event that they follow from."""
        if not self.socket:
            return {}
        told = {}
        waiting = struct.unpack("i", fcntl.ioctl(self.socket, termios.FIONREAD, b"\0" * 4))[0]
        if waiting > self.readable:
            told["receiveText"] = "tcp.deliverText"
        self.readable = waiting
        poll = select.poll()
        poll.register(self.socket, select.POLLRDHUP)
        if error := self.socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
            self.told = True
            if error == errno.ETIMEDOUT:
                told["error"] = "tcp.connectionTimedOut"
            elif any(line.get("event") == "shutdown" for line in self.lines):
                told["error"] = "tcp.errorClosing"
            else:
                told["error"] = "tcp.connectionRefused" if self.state == "SYN-RECEIVED" else "tcp.connectionReset"
        elif not self.told and any(event & select.POLLRDHUP for _, event in poll.poll(0)) and self.state != "CLOSED":
            self.told = True
            told["receiveFIN"] = "tcp.connectionClosing"
        return told


class Play:
    """A connection between two ends, which goes on step by step."""

    def __init__(self, name, pair, port):
        self.ends = [End(f"{name} {side}", network, port + index) for index, (side, network) in enumerate(zip("AB", pair))]

    def settle(self, seconds=0.0):
        """Waits until nothing is sent any more, and for some time. Then says in which state each end is."""
        until = time.monotonic() + seconds
        while select.select([end.network.tun for end in self.ends], [], [], max(0.002, until - time.monotonic()))[0]:
            for end, peer in zip(self.ends, reversed(self.ends)):
                # Segments of earlier plays are left out.
                if (segment := end.network.sent()) and (segment.source, segment.target) == (end.port, peer.port):
                    end.sent(segment)

    def look(self):
        for end, peer in zip(self.ends, reversed(self.ends)):
            end.look(peer)

    def deliver(self, segment, end):
        for event in end.meaning(segment):
            end.log(event=event)
        end.network.deliver(segment)

    def step(self, step):
        action, *rest = step if isinstance(step, tuple) else (step,)
        end, peer = (self.ends if action[0] == "A" else self.ends[::-1])
        action = action[1:]
        if action in ("listen", "connect"):
            if not end.socket and not end.listener and end.first is None:
                end.open(action == "listen", peer)
        elif action == "wait":
            return self.settle(rest[0]) or self.look()
        elif action in ("carry", "last", "lose", "again"):  # what this end has sent
            if not end.wire:
                return
            segment = end.wire[-1 if action == "last" else 0]
            if action != "again":
                end.wire.remove(segment)
            if action != "lose":
                self.deliver(segment, peer)
        elif action in ("forgeRST", "forgeGuess", "forgeSYN", "forgeACK"):  # in the name of the peer
            if end.expected is not None and end.state not in ("CLOSED", "LISTEN"):
                offset, flags = {"forgeRST": (0, RST), "forgeGuess": (100, RST), "forgeSYN": (100, SYN), "forgeACK": (0, ACK)}[action]
                number = end.next + 1000 if action == "forgeACK" else 0
                self.deliver(forge(peer.address, end.address, end.expected + offset, number, flags), end)
        else:
            end.act(action)
        self.settle()
        self.look()

    def finish(self):
        for end in self.ends:
            for made in end.socket, end.listener:
                if made:
                    made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    made.close()


OPEN = ["Blisten", "Aconnect", "Acarry", "Bcarry", "Acarry"]
CROSSED = ["Aconnect", "Bconnect"]


def hand_written():
    """The figures of RFC 9293, and what Linux does besides."""
    yield OPEN + ["Asend", "Acarry", "Bsend", "Bcarry", "Ashutdown", "Acarry", "Bcarry", "Bsend", "Bcarry", "Aread", "Bread", "Bclose", "Bcarry", "Acarry"]
    yield OPEN + ["Ashutdown", "Bshutdown", "Acarry", "Bcarry", "Acarry", "Bcarry", "Aclose", "Bclose"]  # both close at once
    yield CROSSED + ["Acarry", "Bcarry", "Acarry", "Bcarry", "Aclose", "Bclose"]  # both open at once
    yield CROSSED + ["Acarry", "Bcarry", "Ashutdown", "Acarry", "Bcarry"]
    yield ["Aconnect", "Acarry", "Bcarry"]  # refused
    yield OPEN + ["Aabort", "Acarry"]
    yield OPEN + ["Bsend", "Bcarry", "Aclose", "Acarry"]  # unread text
    yield OPEN + ["Aclose", "Acarry", "Bcarry", "Bsend", "Bcarry", "Acarry"]  # text for an orphan
    yield OPEN + ["Ashutdown", "Acarry", "Bcarry", "Bsend", "Bcarry", "Aclose", "Acarry"]
    yield OPEN + ["Ashutdown", "Acarry", "Bcarry", "Aclose", "Bsend", "Bcarry", "Acarry"]
    yield OPEN + ["Asend", "Alose", ("Await", 0.3), "Acarry", "Bcarry", "Aclose", "Acarry", "Bcarry"]
    yield OPEN + ["Aclose", "Acarry", "Bclose", "Bcarry", "Bcarry", "Alose", ("Bwait", 0.3), "Bcarry", "Acarry"]  # the last ACK is lost
    yield ["Blisten", "Aconnect", "Acarry", "Bcarry", "Alose", ("Bwait", 1.2), "Bcarry", "Acarry"]
    yield ["Blisten", "Aconnect", "Aagain", ("Await", 1.2), "Acarry", "Acarry", "Bcarry", "Bcarry", "Acarry"]
    for forged in "forgeRST", "forgeGuess", "forgeSYN", "forgeACK":
        yield OPEN + ["A" + forged, "Asend", "Acarry"]
        yield ["Blisten", "Aconnect", "Acarry", "B" + forged, "Bcarry", "Acarry"]
        yield OPEN + ["Aclose", "A" + forged, "Acarry", "Bcarry", "A" + forged, "Bclose", "Bcarry", "A" + forged]
        yield OPEN + ["Ashutdown", "Acarry", "Bcarry", "A" + forged, "Bshutdown", "B" + forged, "Bcarry", "A" + forged]
        yield OPEN + ["Ashutdown", "Bshutdown", "Acarry", "Bcarry", "A" + forged, "Acarry", "Bcarry"]


def orphans():
    """The end of FIN-WAIT-2, after more than `tcp_fin_timeout`."""
    for user in ["Aclose", "Acarry", "Bcarry"], ["Ashutdown", "Acarry", "Bcarry"], ["Ashutdown", "Acarry", "Bcarry", "Aclose"]:
        yield OPEN + user + [("Await", 1.5), "Bclose", "Bcarry", "Acarry"]


def random_play(dice):
    steps = dice.choice([OPEN, OPEN, OPEN, CROSSED, []])[: dice.choice([2, 3, 4, 5, 5, 5])]
    wire = ["carry"] * 12 + ["last", "last", "lose", "again"]
    user = ["listen", "connect", "send", "send", "read", "shutdown", "shutdown", "close", "close", "abort"]
    rare = ["forgeRST", "forgeGuess", "forgeSYN", "forgeACK"]
    for _ in range(dice.randint(5, 25)):
        action = dice.choice(dice.choice([wire, wire, wire, user, user, rare] if dice.random() < 0.3 else [wire, wire, user]))
        steps = steps + [dice.choice("AB") + action]
        if dice.random() < 0.03:
            steps = steps + [("Await", dice.choice([0.05, 0.25, 0.5]))]
    return steps


def main(seed, count):
    pair, dice, port = networks(), random.Random(seed), 2000
    plays = [("written", number, play) for number, play in enumerate(hand_written())]
    plays += [("random", number, random_play(dice)) for number in range(count)]
    plays += [("orphan", number, play) for number, play in enumerate(orphans())]
    for kind, number, steps in plays:
        if kind == "orphan":
            for network in pair:
                network.enter()
                configure(tcp_fin_timeout=1)
        play = Play(f"{kind} {number}", pair, port)
        port += 2
        for step in steps:
            play.step(step)
        play.finish()


main(int(sys.argv[1]) if len(sys.argv) > 1 else 1, int(sys.argv[2]) if len(sys.argv) > 2 else 20)
