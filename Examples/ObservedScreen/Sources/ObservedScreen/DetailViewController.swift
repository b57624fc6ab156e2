/// A screen that plays a video while it is visible, as somebody wrote it by hand.
@MainActor package class DetailViewController: ObservedViewController {
  private let loudspeaker: Loudspeaker
  private(set) var video: Video?

  /// Creates a screen without a view.
  package init(on loudspeaker: Loudspeaker) {
    self.loudspeaker = loudspeaker
    super.init()
  }

  // After viewWillDisappear, the author thought, always comes viewDidDisappear.
  package override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    openVideo()
  }

  package override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    closeVideo()
  }

  func openVideo() {
    note(.openVideo)
    video = Video(on: loudspeaker)
    video?.play()
  }

  private func closeVideo() {
    note(.closeVideo)
    video?.stop()
    video = nil
  }
}

/// The same screen without the mistake.
@MainActor package final class MendedDetailViewController: DetailViewController {
  /// After a cancelled swipe, the video is still open.
  override func openVideo() { if video == nil { super.openVideo() } }
}
