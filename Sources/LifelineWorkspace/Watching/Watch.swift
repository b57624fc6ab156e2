import LifelineSource

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A wait for changes of what the specs at some paths depend on.
package struct Watch: Sendable {
  /// The milliseconds between two looks at the disk.
  private static let interval = 500
  /// The milliseconds for which nothing may change, so that half a file isn't read.
  private static let rest = 100
  /// The divisor of the time: looking at the disk takes at most this part of it, a twentieth.
  private static let share = 20

  private let paths: [String]
  private var list: WatchList
  private var snapshot: WatchSnapshot

  /// The number of files that are watched.
  package var fileCount: Int { snapshot.fileCount }

  /// Finds the files that the specs at `paths` depend on, and looks at them. A check that begins afterwards sees these
  /// files, or newer ones.
  package static func begin(at paths: [String]) -> Watch {
    var list = WatchList.find(at: paths)
    var snapshot = WatchSnapshot.take(of: list)
    // A spec may have got another part in between.
    for _ in 0..<3 {
      let next = WatchList.find(at: paths)
      if next.places == list.places { break }
      list = next
      snapshot = WatchSnapshot.take(of: list)
    }
    return Watch(paths: paths, list: list, snapshot: snapshot)
  }

  /// Waits until anything changes, and then begins anew.
  /// - Returns: A sentence about what has changed; `nil` if nobody reads standard output any more.
  package mutating func waitForChange() -> String? {
    let workingFolder = FileSystem.workingFolder()
    var pause = Self.interval
    while true {
      if outputCloses(within: pause) { return nil }
      var duration = ContinuousClock.Duration.zero
      var current = snapshot
      duration = ContinuousClock().measure { current = .take(of: list) }
      pause = max(Self.interval, Int(duration / .milliseconds(1)) * Self.share)
      if current == snapshot { continue }
      // An editor may write a file in several steps.
      for _ in 0..<20 {
        if outputCloses(within: Self.rest) { return nil }
        let next = WatchSnapshot.take(of: list)
        if next == current { break }
        current = next
      }
      let change = current.difference(from: snapshot, workingFolder: workingFolder)
      // A file that is as before again is no change.
      self = Watch.begin(at: paths)
      if let change { return change }
    }
  }

  /// Waits, unless the reader of standard output goes away.
  /// - Returns: Whether it has gone.
  private func outputCloses(within milliseconds: Int) -> Bool {
    var request = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    if poll(&request, 1, Int32(clamping: milliseconds)) > 0, Int32(request.revents) & (POLLERR | POLLHUP) != 0 {
      return true
    }
    // A system may not be able to watch this kind of file.
    let rest = Int((end - .now) / .microseconds(1))
    if rest > 1_000 { usleep(UInt32(clamping: rest)) }
    return false
  }
}
