import BannerMachine
import Observation

/// A view observes the machine's state itself. The model holds only what the machine doesn't know.
@MainActor @Observable final class ObservableModel {
  let banner = BannerObject()
  private var lastText = ""

  /// The text while the banner is shown. A view that reads it follows both the text and the state.
  var text: String? { banner.state == .shown ? lastText : nil }

  init() {
    banner.start { [weak self] callback in
      if case .appear(let text) = callback { self?.lastText = text }
    }
  }

  func run(clock: some Clock<Duration> = .continuous) async { await banner.run(clock: clock) }
}
