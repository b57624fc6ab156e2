/// The loudspeaker of the device, which all screens share.
@MainActor package final class Loudspeaker {
  /// The number of videos that are playing at the same time.
  package private(set) var videoCount = 0

  /// Creates a loudspeaker that is silent.
  package init() {}

  fileprivate func add() { videoCount += 1 }
  fileprivate func remove() { videoCount -= 1 }
}

/// A video, which plays until it is stopped.
@MainActor final class Video {
  private let loudspeaker: Loudspeaker

  init(on loudspeaker: Loudspeaker) { self.loudspeaker = loudspeaker }

  func play() { loudspeaker.add() }
  func stop() { loudspeaker.remove() }
}
