import Foundation

/// The radio of the device. In an app this is a `CBCentralManager`, whose peripherals have an `identifier`.
@MainActor protocol Radio: AnyObject {
  func connect(_ device: UUID)
  func cancel(_ device: UUID)
}

/// The headphones that the user hears with.
///
/// The machine decides which ones are connected, and when. It carries their identity to each call, so this class keeps none.
@MainActor final class Headphones {
  private let link = LinkObject()
  private let radio: any Radio
  /// The sentence that the user sees.
  private(set) var status = ""

  init(radio: any Radio) {
    self.radio = radio
    link.start { [weak self] callback in self?.perform(callback) }
  }

  func choose(_ device: UUID) { link.handle(.choose(other: device)) }

  func close() { link.handle(.close) }

  /// The radio has connected a device. An answer about another one than the latest comes too late.
  func didConnect(_ device: UUID) {
    if device == link.context.device { link.handle(.answer) }
  }

  /// The radio has lost a device.
  func didLose(_ device: UUID) {
    if device == link.context.device { link.handle(.lose) }
  }

  /// Tries lost connections again until the task is cancelled.
  func run(clock: some Clock<Duration> = .continuous) async { await link.run(clock: clock) }

  private func perform(_ callback: Link.Callback) {
    switch callback {
    case .connect(let device?):
      status = "connecting"
      radio.connect(device)
    case .cancel(let device?):
      status = ""
      radio.cancel(device)
    case .didConnect: status = "connected"
    case .didLose: status = "lost"
    case .didGiveUp: status = "not found"
    case .connect(nil), .cancel(nil): assertionFailure("the machine connects and cancels only what was chosen")
    }
  }
}
