import BannerMachine

/// A closure receives the machine's calls.
@MainActor final class ClosureModel {
  private let banner = BannerObject()
  private(set) var text: String?

  init() {
    banner.start { [weak self] callback in
      switch callback {
      case .appear(let text): self?.text = text
      case .disappear: self?.text = nil
      }
    }
  }

  func show(_ text: String) { banner.handle(.show(text: text)) }

  func tap() { banner.handle(.tap) }

  /// Keeps time until its task is cancelled. In a view: `.task { await model.run() }`.
  func run(clock: some Clock<Duration> = .continuous) async { await banner.run(clock: clock) }
}
