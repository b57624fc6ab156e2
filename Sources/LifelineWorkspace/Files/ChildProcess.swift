#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The things that a program wrote before it ended.
struct ProgramOutput {
  /// Whether the program ended by itself, with the exit code of success.
  var hasSucceeded: Bool
  /// Whether the program was ended because it took too long.
  var isOutOfTime: Bool
  var output: [UInt8]
  var errors: [UInt8]
}

extension FileSystem {
  /// Runs a program to its end, or ends it after a while.
  ///
  /// Files stand for its input and its outputs: with pipes, both sides could wait for each other.
  /// - Parameters:
  ///   - program: The path of the program, or its name, which is looked for in the folders of `PATH`.
  ///   - input: The bytes that the program reads.
  ///   - limit: The time after which the program is ended.
  static func run(
    _ program: String, _ arguments: [String], input: [UInt8], limit: Duration
  ) throws(SystemError) -> ProgramOutput {
    let files = try [openScratchFile(), openScratchFile(), openScratchFile()]
    defer { for file in files { closeFile(file) } }
    try writeAll(input, to: files[0])
    lseek(files[0], 0, SEEK_SET)
    let status = try wait(for: spawn([program] + arguments, files), limit: limit)
    return ProgramOutput(
      hasSucceeded: status == 0, isOutOfTime: status == nil, output: try contents(of: files[1]),
      errors: try contents(of: files[2]))
  }

  /// Starts a program that has some files as its first descriptors, and returns its number.
  private static func spawn(_ arguments: [String], _ files: [Int32]) throws(SystemError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, file) in files.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, file, Int32(descriptor))
    }
    let words = arguments.map { strdup($0) } + [nil]
    let variables = environment().map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    var process = pid_t()
    let code = posix_spawnp(&process, arguments[0], &actions, nil, words, variables)
    guard code == 0 else { throw SystemError(code: code) }
    return process
  }

  /// Returns the variables that programs and their libraries need to find their files, as far as they are set.
  private static func environment() -> [String] {
    let names = [
      "PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH",
      "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "GVBINDIR",
    ]
    return names.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
  }

  /// Waits for the end of a program, and returns its status, which is 0 for success; `nil` if it had to be ended.
  private static func wait(for process: pid_t, limit: Duration) throws(SystemError) -> Int32? {
    let end = ContinuousClock.now + limit
    // A short run isn't kept waiting, and a long one is asked seldom.
    var pause: UInt32 = 500
    while true {
      if let status = try status(of: process, options: WNOHANG) { return status }
      guard ContinuousClock.now < end else { break }
      usleep(pause)
      pause = min(2 * pause, 20_000)
    }
    // It stays in the table of processes until somebody has waited for it.
    kill(process, SIGKILL)
    _ = try status(of: process, options: 0)
    return nil
  }

  /// Returns the status of a program; `nil` if it hasn't ended, and the options don't say to wait for that.
  private static func status(of process: pid_t, options: Int32) throws(SystemError) -> Int32? {
    var status: Int32 = 0
    while true {
      let ended = waitpid(process, &status, options)
      if ended == process { return status }
      if ended == 0 { return nil }
      guard errno == EINTR else { throw .last }
    }
  }

  /// Opens a new file without a name, which goes when it is closed.
  private static func openScratchFile() throws(SystemError) -> Int32 {
    var path = scratchTemplate
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw .last }
    unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  /// Returns all bytes of an open file.
  private static func contents(of descriptor: Int32) throws(SystemError) -> [UInt8] {
    lseek(descriptor, 0, SEEK_SET)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = try readNext(descriptor, into: &chunk), count > 0 { bytes += chunk.prefix(count) }
    return bytes
  }
}
