/// The events that are sent to machines repeatedly. The generated machine and the one written by hand have an event
/// type each, whose cases have the same names.

protocol ConnectionEvent {
  static var openPassive: Self { get }
  static var openActive: Self { get }
  static var send: Self { get }
  static var receive: Self { get }
  static var close: Self { get }
  static var abort: Self { get }
  static func receiveOutOfWindow(rst: Bool) -> Self
  static func receiveRST(exact: Bool) -> Self
  static var receiveSYN: Self { get }
  static var receiveSYNACK: Self { get }
  static var receiveACK: Self { get }
  static var receiveACKOfSend: Self { get }
  static var receiveACKOfFIN: Self { get }
  static var receiveText: Self { get }
  static var receiveFIN: Self { get }
  static var retransmissionTimeout: Self { get }
  static var textTimesOut: Self { get }
}

extension ConnectionEvent {
  /// Four connections. In one, a CLOSE waits for text to be sent; another is closed as soon as it's open. Between them
  /// are events that are ignored or refused.
  static var script: [Self] {
    [
      .openActive, .send, .receiveSYNACK, .receiveText, .receiveACK, .receiveText, .send, .receiveACK,
      .receiveACKOfSend, .receiveOutOfWindow(rst: false), .receiveText, .retransmissionTimeout,
      .receiveRST(exact: false), .receiveACK, .close, .receiveText, .receiveACKOfFIN, .receiveFIN, .receiveFIN,
      .receiveSYN, .abort, .receiveText,

      .openPassive, .openPassive, .receiveSYN, .receiveACK, .receiveText, .receiveACK, .send, .receiveACKOfSend,
      .receiveText, .receiveOutOfWindow(rst: true), .receiveFIN, .send, .receiveACK, .receive, .close, .receiveACK,
      .receiveACKOfFIN, .receiveACKOfFIN,

      .openPassive, .receiveSYN, .send, .close, .receiveACK, .receiveACKOfFIN, .receiveText, .receiveFIN,
      .receiveRST(exact: true),

      .openPassive, .receiveSYN, .receiveACK, .receiveFIN, .send, .textTimesOut,
    ]
  }
}

protocol DocumentEvent {
  static var tap: Self { get }
  static var select: Self { get }
  static var find: Self { get }
  static var preview: Self { get }
  static var print: Self { get }
  static var save: Self { get }
  static var done: Self { get }
  static var fail: Self { get }
  static var cancel: Self { get }
  static var retry: Self { get }
}

extension DocumentEvent {
  static var script: [Self] {
    mixed([.tap, .select, .find, .preview, .print, .save, .done, .fail, .cancel, .retry])
  }
}

protocol PlayerEvent {
  static var play: Self { get }
  static var pause: Self { get }
  static var scan: Self { get }
  static var stop: Self { get }
  static var interrupt: Self { get }
  static var resume: Self { get }
  static var toggleMute: Self { get }
  static var open: Self { get }
  static var opened: Self { get }
  static var lost: Self { get }
}

extension PlayerEvent {
  static var script: [Self] {
    mixed([.play, .pause, .scan, .stop, .interrupt, .resume, .toggleMute, .open, .opened, .lost])
  }
}

protocol RingEvent {
  static var next: Self { get }
  static var back: Self { get }
}

extension RingEvent {
  /// Steps forward more often than back.
  static var script: [Self] { mixed([.next, .next, .back]) }
}

/// Returns a thousand of `events` in a random order that is always the same.
private func mixed<Event>(_ events: [Event]) -> [Event] {
  var number: UInt64 = 2026
  return (0..<1_000).map { _ in
    number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return events[Int(number >> 33) % events.count]
  }
}
