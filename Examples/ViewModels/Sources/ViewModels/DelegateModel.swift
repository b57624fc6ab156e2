import BannerMachine

/// The model is the machine's delegate: a method for each call.
///
/// The protocol has no isolation, so a class on the main actor says that it conforms to it there.
@MainActor final class DelegateModel: @MainActor BannerDelegate {
  private let banner = BannerObject()
  private(set) var text: String?

  init() { banner.start(delegate: self) }

  func appear(text: String) { self.text = text }

  func disappear() { text = nil }

  func show(_ text: String) { banner.handle(.show(text: text)) }

  func tap() { banner.handle(.tap) }

  func run(clock: some Clock<Duration> = .continuous) async { await banner.run(clock: clock) }
}
