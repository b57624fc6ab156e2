import BannerMachine

/// A loop receives what the machine has done, one reaction after the other.
@MainActor final class StreamModel {
  private let banner = BannerObject()
  private(set) var text: String?

  /// Listens until its task is cancelled. In a view: `.task { await model.listen() }`.
  func listen() async {
    // The stream comes first: it begins with the next reaction. The machine starts once, however often the view appears.
    let reactions = banner.changes()
    banner.start { _ in }
    for await reaction in reactions {
      for callback in reaction.callbacks {
        switch callback {
        case .appear(let text): self.text = text
        case .disappear: text = nil
        }
      }
    }
  }

  func show(_ text: String) { banner.handle(.show(text: text)) }

  func tap() { banner.handle(.tap) }

  func run(clock: some Clock<Duration> = .continuous) async { await banner.run(clock: clock) }
}
