import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A server of HTTP on the loopback address that sends what a test tells it to, one connection after the other.
actor LoopbackServer {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The number of milliseconds after which the server gives up, so that a test can't hang.
  private static let patience: Int32 = 5000

  nonisolated let port: UInt16
  /// The address of the server.
  nonisolated let url: URL
  private let listener: Int32
  private var connection: Int32?

  /// Creates a server at a port that the system chooses.
  init() throws {
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    let listener = socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 8) == 0 && getsockname(listener, address, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isListening, let url = URL(string: "http://127.0.0.1:\(port)") else {
      throw Failure(description: "no socket: \(String(cString: strerror(errno)))")
    }
    self.listener = listener
    self.url = url
  }

  deinit {
    if let connection { close(connection) }
    close(listener)
  }

  /// Takes the next connection, and reads the request with its body.
  func receiveRequest() throws {
    hangUp()
    try wait(for: listener)
    let connection = accept(listener, nil, nil)
    self.connection = connection
    var request = ""
    while !Self.isComplete(request) {
      try wait(for: connection)
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = read(connection, &bytes, bytes.count)
      guard count > 0 else { throw Failure(description: "the connection ended within the request") }
      request += String(decoding: bytes[..<count], as: UTF8.self)
      // The client may wait for this before it sends the body.
      if request.contains("100-continue"), request.hasSuffix("\r\n\r\n") { try send("HTTP/1.1 100 Continue\r\n\r\n") }
    }
  }

  private static func isComplete(_ request: String) -> Bool {
    guard let head = request.range(of: "\r\n\r\n") else { return false }
    let length = request[..<head.lowerBound].lowercased().split(separator: "\r\n")
      .first { $0.hasPrefix("content-length:") }.flatMap { Int($0.dropFirst(15).drop { $0 == " " }) }
    return request[head.upperBound...].utf8.count >= length ?? 0
  }

  /// Sends a text on the connection.
  func send(_ text: String) throws {
    guard let connection else { throw Failure(description: "there is no connection") }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure(description: "the client is gone") }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Ends the connection.
  func hangUp() {
    if let connection { close(connection) }
    connection = nil
  }

  private func wait(for descriptor: Int32) throws {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard Self.poll(&poll) > 0 else { throw Failure(description: "no client came, or it sent nothing") }
  }

  private static func poll(_ descriptor: inout pollfd) -> Int32 {
    #if canImport(Glibc)
      Glibc.poll(&descriptor, 1, patience)
    #elseif canImport(Musl)
      Musl.poll(&descriptor, 1, patience)
    #else
      Darwin.poll(&descriptor, 1, patience)
    #endif
  }
}
