/// A machine that the drivers can run. The conformances are in this module, so that the loop below is specialized for
/// each.
protocol Playable: Sendable {
  associatedtype Event: Sendable
  associatedtype Callback
  init(calling call: (Callback) -> Void)
  mutating func handle(_ event: Event, calling call: (Callback) -> Void) -> Bool
}

/// Sends `count` events, those of `events` again and again, and returns the number of calls that were made.
@inline(never)
func play<Machine: Playable>(_: Machine.Type, _ events: [Machine.Event], count: Int) -> Int {
  var calls = 0
  var machine = Machine { _ in calls += 1 }
  var place = 0
  for _ in 0..<count {
    _ = machine.handle(events[place]) { _ in calls += 1 }
    place += 1
    if place == events.count { place = 0 }
  }
  return calls
}

/// Prints what the machine does with the events, a line for each.
func trace<Machine: Playable>(_: Machine.Type, _ events: [Machine.Event]) {
  var calls: [String] = []
  var machine = Machine { calls.append("\($0)") }
  print("start: \(calls.joined(separator: " "))")
  for event in events {
    calls = []
    let isHandled = machine.handle(event) { calls.append("\($0)") }
    print("\(event): \(isHandled ? calls.joined(separator: " ") : "ignored")")
  }
}

/// A machine that does nothing at all with an event: what the loop itself costs.
struct Nothing: Playable {
  enum Event { case nothing }
  enum Callback { case nothing }

  private var isOn = false

  init(calling call: (Callback) -> Void) {}

  @inline(never)
  mutating func handle(_ event: Event, calling call: (Callback) -> Void) -> Bool {
    isOn.toggle()
    return true
  }
}
