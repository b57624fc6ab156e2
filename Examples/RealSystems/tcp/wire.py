"""Two network namespaces, and a wire between them that carries a segment only when it is told to.

Each namespace has a TUN device. What the kernel sends there is read from the device, and what is written to it arrives.
"""
import ctypes, dataclasses, fcntl, os, select, socket, struct, sys

libc = ctypes.CDLL(None, use_errno=True)
NEW_USER, NEW_NET = 0x10000000, 0x40000000
FIN, SYN, RST, ACK = 1, 2, 4, 16


def call(function, *arguments):
    if function(*arguments) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


@dataclasses.dataclass
class Segment:
    """What matters of a TCP segment, and the packet that it comes in."""
    source: int
    target: int
    sequence: int
    acknowledged: int
    flags: int
    length: int
    packet: bytes

    @property
    def end(self):
        """The sequence number after it: a SYN and a FIN count as one."""
        return (self.sequence + self.length + bool(self.flags & SYN) + bool(self.flags & FIN)) % 2**32


def read_segment(packet):
    """Returns the segment of an IPv4 packet, or none if it is something else."""
    if packet[0] >> 4 != 4 or packet[9] != socket.IPPROTO_TCP:
        return None
    begin = (packet[0] & 15) * 4
    source, target, sequence, acknowledged, offset, flags = struct.unpack_from(">HHIIBB", packet, begin)
    length = struct.unpack_from(">H", packet, 2)[0] - begin - (offset >> 4) * 4
    return Segment(source, target, sequence, acknowledged, flags & 0x17, length, packet)


def checksum(data):
    data += b"\0" * (len(data) % 2)
    total = sum(struct.unpack(f">{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def forge(source, target, sequence, acknowledged, flags):
    """Returns a segment without text that no end has sent. `source` and `target` are addresses with ports."""
    addresses = socket.inet_aton(source[0]) + socket.inet_aton(target[0])
    def header(check):
        return struct.pack(">HHIIBBHHH", source[1], target[1], sequence % 2**32, acknowledged % 2**32, 0x50, flags, 65535, check, 0)
    transport = header(checksum(addresses + struct.pack(">HH", socket.IPPROTO_TCP, 20) + header(0)))
    def network(check):
        return struct.pack(">BBHHHBBH", 0x45, 0, 40, 0, 0, 64, socket.IPPROTO_TCP, check) + addresses
    return read_segment(network(checksum(network(0))) + transport)


def configure(**values):
    for name, value in values.items():
        with open(f"/proc/sys/net/ipv4/{name}", "w") as file:
            file.write(str(value))


class Network:
    """A network namespace with one TUN device. The thread is in it after it was made."""

    def __init__(self, address):
        self.address = address
        call(libc.unshare, NEW_NET)
        self.namespace = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
        self.tun = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(self.tun, 0x400454CA, struct.pack("16sH22x", b"wire", 0x1001))  # TUNSETIFF: IFF_TUN | IFF_NO_PI
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
            for request, number in (0x8916, address), (0x891C, "255.255.255.0"):  # SIOCSIFADDR, SIOCSIFNETMASK
                fcntl.ioctl(control, request, struct.pack("16sHH4s16x", b"wire", socket.AF_INET, 0, socket.inet_aton(number)))
            fcntl.ioctl(control, 0x8914, struct.pack("16sH22x", b"wire", 0x41))  # SIOCSIFFLAGS: IFF_UP | IFF_RUNNING
        # Segments without options are easy to read and to forge.
        configure(tcp_timestamps=0, tcp_sack=0)
        # It goes on showing this namespace when the thread is in another one.
        self.table = open("/proc/thread-self/net/tcp")

    def enter(self):
        call(libc.setns, self.namespace, NEW_NET)

    def socket(self):
        self.enter()
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        made.setblocking(False)
        return made

    def sockets(self):
        """Returns a local port, a remote port and a state for each line of `/proc/net/tcp`."""
        self.table.seek(0)
        for line in list(self.table)[1:]:
            _, local, remote, state = line.split()[:4]
            yield int(local.split(":")[1], 16), int(remote.split(":")[1], 16), int(state, 16)

    def sent(self):
        """Returns a segment that the kernel has sent, or none."""
        while select.select([self.tun], [], [], 0)[0]:
            if segment := read_segment(os.read(self.tun, 65536)):
                return segment

    def deliver(self, segment):
        os.write(self.tun, segment.packet)


def networks():
    """Makes two networks, in a namespace of users if need be; says why if that isn't allowed, and exits with 77."""
    try:
        user = os.geteuid()
        if libc.unshare(NEW_NET) != 0:
            call(libc.unshare, NEW_USER | NEW_NET)
            with open("/proc/self/uid_map", "w") as file:
                file.write(f"0 {user} 1")
        # The namespaces that are made from here have a table of sockets of their own, and `/proc/net/tcp` isn't read slowly.
        if os.path.exists("/proc/sys/net/ipv4/tcp_child_ehash_entries"):
            configure(tcp_child_ehash_entries=64)
        outer = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
        made = []
        for address in "10.0.0.1", "10.0.0.2":
            call(libc.setns, outer, NEW_NET)
            made.append(Network(address))
        return made
    except OSError as error:
        print(f"there is no network namespace with a TUN device: {error}", file=sys.stderr)
        sys.exit(77)
