import Benchmark
import ByHand
import ProtocolLifecycles
import Machines

extension TCPConnection.Event: ConnectionEvent {}
extension TCPConnectionByHand.Event: ConnectionEvent {}
extension Document.Event: DocumentEvent {}
extension DocumentByHand.Event: DocumentEvent {}
extension Player.Event: PlayerEvent {}
extension PlayerByHand.Event: PlayerEvent {}

extension TCPConnection: Playable {
  init(calling call: (Callback) -> Void) { self.init() }
}
extension TCPConnectionByHand: Playable {
  init(calling call: (Callback) -> Void) { self.init() }
}
extension Document: Playable {}
extension DocumentByHand: Playable {}
extension Player: Playable {}
extension PlayerByHand: Playable {}

/// Measures the events of `script`, sent repeatedly.
private func measure<Machine: Playable>(_ name: String, _ machine: Machine.Type, _ script: [Machine.Event]) {
  Benchmark(name) { benchmark in
    blackHole(play(machine, script, count: benchmark.scaledIterations.count))
  }
}

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(metrics: [.wallClock], scalingFactor: .kilo)
  measure("TCPConnection", TCPConnection.self, TCPConnection.Event.script)
  measure("TCPConnection by hand", TCPConnectionByHand.self, TCPConnectionByHand.Event.script)
  measure("Document", Document.self, Document.Event.script)
  measure("Document by hand", DocumentByHand.self, DocumentByHand.Event.script)
  measure("Player", Player.self, Player.Event.script)
  measure("Player by hand", PlayerByHand.self, PlayerByHand.Event.script)
}
