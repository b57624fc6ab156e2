// Sends events to a machine, so that valgrind can count the instructions, or prints what all machines do with the
// events. Compiled with `BY_HAND`, it uses the machines written by hand, otherwise the generated ones.
//
//     events MACHINE COUNT
//     events trace
#if BY_HAND
  #if !ONE_MODULE
    import ByHand
  #endif

  typealias Ring = RingByHand
  typealias TCPConnection = TCPConnectionByHand
  typealias Document = DocumentByHand
  typealias Player = PlayerByHand
#elseif !ONE_MODULE
  import Machines
#endif

extension TCPConnection.Event: ConnectionEvent {}
extension Document.Event: DocumentEvent {}
extension Player.Event: PlayerEvent {}
extension Ring.Event: RingEvent {}

extension TCPConnection: Playable {
  init(calling call: (Callback) -> Void) { self.init() }
}
extension Document: Playable {}
extension Player: Playable {}
extension Ring: Playable {}

let words = CommandLine.arguments.dropFirst()
let count = words.last.flatMap { Int($0) } ?? 0

switch words.first {
case "Ring": print(play(Ring.self, Ring.Event.script, count: count))
case "TCPConnection": print(play(TCPConnection.self, TCPConnection.Event.script, count: count))
case "Document": print(play(Document.self, Document.Event.script, count: count))
case "Player": print(play(Player.self, Player.Event.script, count: count))
case "Nothing": print(play(Nothing.self, [.nothing, .nothing], count: count))
case "trace":
  trace(Ring.self, Ring.Event.script)
  trace(TCPConnection.self, TCPConnection.Event.script)
  trace(Document.self, Document.Event.script)
  trace(Player.self, Player.Event.script)
default:
  print("usage: events MACHINE COUNT | events trace")
}
