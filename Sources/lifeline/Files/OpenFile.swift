#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file, which is closed at the end of the value's life.
struct OpenFile: ~Copyable {
  private let descriptor: Int32
  /// How many bytes are looked at at a time where they need not be kept: room for all of a file costs more than its
  /// reading.
  static let pieceLength = 1 << 14

  /// Opens the file at `path` to be read. A pipe that nobody writes to does not make it wait.
  init(reading path: String) throws(SystemError) {
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .last }
  }

  /// Creates a file at `path`, where there may be nothing yet, to be written.
  init(creating path: String) throws(SystemError) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .last }
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// What sort of file it is.
  func status() throws(SystemError) -> FileStatus {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    return FileStatus(status)
  }

  /// The file's bytes up to its end, at most `limit` of them; `size` is how many are expected.
  func read(atMost limit: Int, expecting size: Int) throws(SystemError) -> [UInt8] {
    var bytes = try readChunk(ofAtMost: min(limit, size + 1))
    while bytes.count < limit {
      // If all is as expected, one byte more than there is shows that.
      let step = bytes.count == size ? 1 : 1 << 16
      let chunk = try readChunk(ofAtMost: min(limit - bytes.count, step))
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return bytes
  }

  /// Whether the bytes that follow what was read last, up to the file's end, are `expected`. If not, there is no saying
  /// how far has been read.
  func ends(with expected: ArraySlice<UInt8>) throws(SystemError) -> Bool {
    var rest = expected
    while true {
      let piece = try readChunk(ofAtMost: Self.pieceLength)
      if piece.isEmpty { return rest.isEmpty }
      guard FileSystem.areEqual(rest.prefix(piece.count), piece[...]) else { return false }
      rest = rest.dropFirst(piece.count)
    }
  }

  /// Some of the bytes that follow what was read last; none at the end of the file.
  private func readChunk(ofAtMost limit: Int) throws(SystemError) -> [UInt8] {
    var refusal: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      let result = withoutInterruption { systemRead(descriptor, buffer.baseAddress, limit) }
      if result < 0 { refusal = .last }
      count = max(0, result)
    }
    if let refusal { throw refusal }
    return bytes
  }

  /// Appends bytes to the file.
  func write(_ bytes: some Sequence<UInt8>) throws(SystemError) {
    try writeAll(ContiguousArray(bytes), to: descriptor)
  }

  /// Gives the file the permissions of another.
  func setPermissions(_ permissions: UInt32) { _ = fchmod(descriptor, mode_t(permissions)) }

  /// Closes the file; the last moment at which the system says that the bytes did not fit.
  consuming func finish() throws(SystemError) {
    let descriptor = descriptor
    discard self
    guard close(descriptor) == 0 || errno == EINTR else { throw .last }
  }
}

/// Writes all of `bytes` to an open file.
func writeAll(_ bytes: ContiguousArray<UInt8>, to descriptor: Int32) throws(SystemError) {
  var written = 0
  while written < bytes.count {
    let result = bytes.withUnsafeBytes { buffer in
      withoutInterruption {
        systemWrite(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      }
    }
    if result < 0 {
      let refusal = SystemError.last
      guard refusal.code == EAGAIN else { throw refusal }
      var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = poll(&wait, 1, -1)
      continue
    }
    written += result
  }
}

/// The result of a call that is made again if a signal came in between.
private func withoutInterruption(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

// `OpenFile` has methods of these names, which hide the system's.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
