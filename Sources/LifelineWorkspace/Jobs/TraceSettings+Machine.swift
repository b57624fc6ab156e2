import LifelineAnalysis
import LifelineLanguage
import LifelineModel
import LifelineSource
import LifelineTraces

/// A setting that doesn't fit the spec.
package struct TraceSettingError: Error {
  /// The setting in which the mistake is, as `traces` spells it: `observing`, `observingEvents`, `eventPattern`, `statePattern`,
  /// `callPattern`, `without`, `by`, `as` or `given`.
  package var setting: String
  /// The message, which names what is wrong.
  package var message: String

  /// Creates an error. Long texts that the message quotes are shortened, as in a diagnostic.
  init(setting: String, message: String) {
    self.setting = setting
    self.message = message.shorteningQuotes()
  }
}

extension TraceSettings {
  /// Returns the callbacks whose calls must all be in a log.
  /// - Throws: If the machine doesn't have a channel or a callback that is named.
  func owedCallbacks(of machine: Machine) throws(TraceSettingError) -> IDSet<Callback> {
    var owed = observing.isEmpty ? machine.observedCallbacks : IDSet<Callback>()
    for name in observing {
      let found = machine.callbacks.indices.filter { index in
        let callback = machine.callbacks[index]
        return callback.name == name || callback.channel == name || callback.channel.hasPrefix(name + ".")
      }
      if found.isEmpty {
        let names = machine.channels + machine.callbacks.map(\.name)
        throw TraceSettingError(
          setting: "observing", message: unknown(name, "channel and no callback", of: machine, among: names))
      }
      owed.formUnion(IDSet(found.map { ID($0) }))
    }
    for name in without {
      guard let index = machine.callbacks.firstIndex(where: { $0.name == name }) else {
        throw TraceSettingError(
          setting: "without", message: unknown(name, "callback", of: machine, among: machine.callbacks.map(\.name)))
      }
      owed.remove(ID(index))
    }
    return owed
  }

  /// Returns the events that are all in a log.
  /// - Throws: If the machine doesn't have an event that is named, or if the host doesn't send it.
  func observedEvents(of machine: Machine) throws(TraceSettingError) -> IDSet<Event> {
    if observingEvents.isEmpty { return machine.observedEvents }
    let declared = machine.declared.events
    let names = declared.filter { !$0.isInternal }.map(\.name)
    var events = IDSet<Event>()
    for name in observingEvents {
      if name == "all", !names.contains(name) {
        events.formUnion(machine.hostEvents)
        continue
      }
      guard let index = declared.firstIndex(where: { $0.name == name }) else {
        throw TraceSettingError(
          setting: "observingEvents", message: unknown(name, "event", of: machine, among: names + ["all"]))
      }
      guard !declared[index].isInternal else {
        throw TraceSettingError(
          setting: "observingEvents",
          message: "`\(name)` is `internal`: the machine raises it itself, and no log shows that the host has sent it")
      }
      events.insert(ID(index))
    }
    return events
  }

  /// Returns the values of fixed fields that are given.
  /// - Throws: If the machine doesn't have a field, if a field isn't fixed, or if a value isn't one of its type.
  func givenValues(of machine: Machine) throws(TraceSettingError) -> [FieldValue] {
    var values: [FieldValue] = []
    for (name, text) in given {
      guard let index = machine.fields.firstIndex(where: { $0.name == name }) else {
        let names = machine.fields.filter(\.isFixed).map(\.name)
        throw TraceSettingError(setting: "given", message: unknown(name, "context field", of: machine, among: names))
      }
      let field = machine.fields[index]
      guard field.isFixed else {
        throw TraceSettingError(
          setting: "given",
          message: "`\(name)` is not `fixed`: it may change at any time, so a value says nothing; leave it out")
      }
      guard let value = readValue(text, as: field.type) else {
        throw TraceSettingError(
          setting: "given", message: "`\(text)` is no value of `\(name)`, which is \(field.type.valueText)")
      }
      if !field.allows(value), let range = field.boundsText, let words = field.boundsInWords {
        throw TraceSettingError(
          setting: "given",
          message: "`\(value)` lies outside of `\(range)`, the range of `\(name)`; write a value \(words)")
      }
      guard !values.contains(where: { $0.field == ID(index) }) else {
        throw TraceSettingError(setting: "given", message: "`\(name)` is given two values; leave one out")
      }
      values.append(FieldValue(field: ID(index), value: value))
    }
    return values
  }

  /// Returns the parts of the machine, with their receivers.
  /// - Throws: If the machine doesn't have a part that is named.
  func parts(of machine: Machine) throws(TraceSettingError) -> [(name: String, part: ID<Part>)] {
    var result: [(name: String, part: ID<Part>)] = []
    for (name, receiver) in receivers {
      guard let index = machine.parts.firstIndex(where: { $0.name == name }) else {
        let message =
          machine.parts.isEmpty
          ? "\(machine.name) has no parts" : unknown(name, "part", of: machine, among: machine.parts.map(\.name))
        throw TraceSettingError(setting: "as", message: message)
      }
      if let other = result.first(where: { $0.name == receiver && $0.part != ID(index) }) {
        let message = """
          the lines of `\(receiver)` can't belong to `\(machine[other.part].name)` and to `\(name)`; name the objects \
          by their addresses, or leave both out, so that they may belong to any part
          """
        throw TraceSettingError(setting: "as", message: message)
      }
      result.append((receiver, ID(index)))
    }
    return result
  }

  /// Checks what needs no spec.
  /// - Throws: If the key is neither a name nor a regular expression with a group, or if a pattern is none.
  package func check() throws(TraceSettingError) {
    // A word may be the name of a member.
    if let key, !key.utf8.allSatisfy({ isWord($0) }), let fault = keyPatternFault(key) {
      throw TraceSettingError(setting: "by", message: "`\(key)` is no key: it \(fault)")
    }
    if let eventPattern, let fault = keyPatternFault(eventPattern) {
      throw TraceSettingError(
        setting: "eventPattern", message: "`\(eventPattern)` finds no events: it \(fault), as in `sent ([a-zA-Z]+)`")
    }
    if let statePattern, let fault = keyPatternFault(statePattern) {
      throw TraceSettingError(
        setting: "statePattern", message: "`\(statePattern)` finds no states: it \(fault), as in `now in ([a-zA-Z]+)`")
    }
    if let callPattern, let fault = keyPatternFault(callPattern) {
      throw TraceSettingError(
        setting: "callPattern", message: "`\(callPattern)` finds no calls: it \(fault), as in `lifecycle: (.*)`")
    }
  }

  private func isWord(_ byte: UInt8) -> Bool {
    isIdentifierByte(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  private func unknown(_ name: String, _ kind: String, of machine: Machine, among names: [String]) -> String {
    let suggestion = nearestName(to: name, among: names).map { "; did you mean `\($0)`?" } ?? ""
    return "\(machine.name) has no \(kind) `\(name)`\(suggestion)"
  }
}
