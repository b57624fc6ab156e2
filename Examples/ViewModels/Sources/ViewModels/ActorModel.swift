import BannerMachine

/// An actor owns the machine, and everything happens there.
actor ActorModel {
  private let banner = BannerObject()
  private var time: Task<Void, Never>?
  private(set) var text: String?

  func start(clock: some Clock<Duration> = .continuous) {
    banner.start { [weak self] callback in
      // The machine calls only while the actor itself sends events or keeps time.
      self?.assumeIsolated { $0.perform(callback) }
    }
    time = Task { await run(clock: clock) }
  }

  /// Ends the time. Until then, its task holds the actor.
  func stop() { time?.cancel() }

  func show(_ text: String) { banner.handle(.show(text: text)) }

  func tap() { banner.handle(.tap) }

  private func run(clock: some Clock<Duration>) async { await banner.run(clock: clock) }

  private func perform(_ callback: Banner.Callback) {
    switch callback {
    case .appear(let text): self.text = text
    case .disappear: text = nil
    }
  }
}
