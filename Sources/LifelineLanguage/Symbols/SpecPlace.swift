import LifelineModel

/// The meaning of a value in a spec: what keys or names may stand there.
///
/// An item of a list means the same as the list.
package indirect enum SpecPlace: Hashable, Sendable {
  // Mappings with fixed keys.
  case spec, type, source, field, callback, event, state, transition, action, scenario, step
  case part(String)
  /// The expectation of a scenario, of the machine or of a part.
  case expectation(part: String?)
  /// The value of `initial` or `default`.
  case entrance
  // Mappings from names.
  case types, sources, claims, context, parts, callbacks, events, parameters, states, handlers, timers, scenarios
  case suppressions
  /// Values of fields, and the states beside them if `states` holds.
  case facts(states: Bool)
  case assignments
  /// Arguments of a callback or of an event, with expressions or values behind their names.
  case callbackArguments(String), eventArguments(String)
  /// Arguments of an expected call, with values behind their names.
  case expectedArguments(ofCallback: String)
  /// Events that are sent to a part.
  case sentEvents(part: String), partArguments(part: String, event: String)
  /// Values of the fields of a part.
  case partContext(part: String)
  // Scalars.
  case machineName, stateReference, eventReference, internalEvent, callbackReference, scenarioReference, channel
  case typeName, citation, partReference, expression, flag, historyDepth
  /// A value of a field, or of a parameter of an event or a callback.
  case value(field: String), argument(event: String, parameter: String)
  case partValue(part: String, field: String), expectedArgument(callback: String, parameter: String)
  /// A text for people.
  case text
  /// Something else of which no names are known.
  case other

  /// The names that can be keys or values.
  package enum Names: Hashable, Sendable {
    case states, events, hostEvents, callbacks, partCallbacks, fields, durations, types, channels, scenarios, parts
    case citations, codes, expression
    case parameters(ofCallback: String), arguments(ofEvent: String), casesOfField(String)
    case casesOfArgument(event: String, parameter: String), casesOfExpected(callback: String, parameter: String)
    case eventsOfPart(String), callbacksOfPart(String), fieldsOfPart(String), casesOfPart(String, field: String)
    case argumentsOfPart(String, event: String)
  }

  /// The fixed keys of a mapping at this place, each with a sentence about it.
  package var keys: [(name: String, summary: String)] {
    fixedKeys.map { ($0.name, $0.summary) } + otherKeys
  }

  /// The keys in the table of keys that a mapping at this place can have.
  var fixedKeys: [MappingKind.Key] {
    switch self {
    case .action:
      // The keys beside `if` are those of a mapping of its own.
      MappingKind.action.entries + MappingKind.action(with: "if").entries.filter { $0.name != "if" }
    case .step: MappingKind.step.entries + MappingKind.stepAddition.entries
    case .expectation:
      MappingKind.expectation.entries + MappingKind.conditionalExpectation.entries.filter { $0.name != "if" }
    case .sentEvents: MappingKind.optionalEvent.entries
    default: kind?.entries ?? []
    }
  }

  /// The kind of a mapping at this place, if one kind can stand there.
  var kind: MappingKind? {
    switch self {
    case .spec: .spec
    case .type: .type
    case .source: .source
    case .field: .field
    case .part: .part
    case .callback: .callback
    case .event: .event
    case .state: .state
    case .transition: .transition
    case .action: .action
    case .scenario: .scenario
    case .entrance: .entrance("initial")
    default: nil
    }
  }

  private var otherKeys: [(name: String, summary: String)] {
    switch self {
    case .handlers: [("\"*\"", "Any event that no other transition of the state names.")]
    case .facts(states: true): [("state", "The states, beside the values of fields.")]
    default: []
    }
  }

  /// The keys of actions and expectations that only stand beside `if`.
  package static let keysBesideIf = Set(
    (MappingKind.action(with: "if").keys + MappingKind.conditionalExpectation.keys).filter { $0 != "if" })

  /// The names that can be keys of a mapping at this place.
  package var keyNames: [Names] {
    switch self {
    case .callbacks: [.partCallbacks]
    case .handlers: [.events]
    case .timers: [.durations]
    case .action: [.callbacks, .parts]
    case .step: [.hostEvents]
    case .expectation(nil): [.callbacks, .parts]
    case .expectation(let part?): [.callbacksOfPart(part)]
    case .suppressions: [.codes]
    case .facts, .assignments: [.fields]
    case .callbackArguments(let callback), .expectedArguments(let callback): [.parameters(ofCallback: callback)]
    case .eventArguments(let event): [.arguments(ofEvent: event)]
    case .sentEvents(let part): [.eventsOfPart(part)]
    case .partArguments(let part, let event): [.argumentsOfPart(part, event: event)]
    case .partContext(let part): [.fieldsOfPart(part)]
    default: []
    }
  }

  /// The names that can be the value at this place.
  package var valueNames: [Names] {
    switch self {
    case .transition, .entrance, .stateReference, .facts(states: true): [.states]
    case .action: [.callbacks]
    case .callbackReference: [.callbacks, .partCallbacks]
    case .expectation(nil): [.callbacks, .partCallbacks]
    case .expectation(let part?): [.callbacksOfPart(part)]
    case .step, .eventReference: [.hostEvents]
    case .internalEvent: [.events]
    case .scenarioReference: [.scenarios]
    case .channel: [.channels]
    case .typeName: [.types]
    case .citation: [.citations]
    case .partReference: [.parts]
    case .expression: [.expression]
    case .sentEvents(let part): [.eventsOfPart(part)]
    case .value(let field): [.casesOfField(field)]
    case .argument(let event, let parameter): [.casesOfArgument(event: event, parameter: parameter)]
    case .partValue(let part, let field): [.casesOfPart(part, field: field)]
    case .expectedArgument(let callback, let parameter): [.casesOfExpected(callback: callback, parameter: parameter)]
    default: []
    }
  }

  /// The words that can be the value at this place.
  package var words: [String] {
    switch self {
    case .flag: ["true", "false"]
    case .historyDepth: State.History.allCases.map(\.rawValue)
    case .expression: ["true", "false", "not", "and", "or", "in"]
    default: []
    }
  }

  /// Returns the place of the value of a key.
  /// - Parameters:
  ///   - siblings: The keys of the mapping.
  ///   - isPart: Returns whether a name is that of a part.
  package func value(
    of key: String, among siblings: [String] = [], isPart: (String) -> Bool = { _ in false }
  ) -> SpecPlace {
    switch (self, key) {
    case (.spec, "machine"): .machineName
    case (.spec, "types"): .types
    case (.spec, "sources"): .sources
    case (.spec, "context"): .context
    case (.spec, "parts"): .parts
    case (.spec, "callbacks"): .callbacks
    case (.spec, "events"): .events
    case (.spec, "initial"), (.state, "initial"), (.state, "default"): .entrance
    case (.spec, "states"), (.spec, "regions"), (.state, "states"), (.state, "regions"): .states
    case (.spec, "observing"), (.scenario, "observing"), (.callback, "channel"): .channel
    case (.spec, "scenarios"): .scenarios
    case (.types, _): .type
    case (.sources, _): .source
    case (.source, "claims"): .claims
    case (.source, "title"), (.source, "url"), (.source, "note"), (.callback, "selector"), (.scenario, "refuted"),
      (.claims, _), (.suppressions, _):
      .text
    case (.context, _): .field
    case (.field, "type"): .typeName
    case (.field, "fixed"), (.field, "private"), (.state, "final"), (.transition, "reenter"), (.scenario, "decides"):
      .flag
    case (.parts, _): .part(key)
    case (.part(let name), "context"): .partContext(part: name)
    case (.callbacks, _): .callback
    case (.callback, "parameters"), (.event, "parameters"): .parameters
    case (.callback, "needs"), (.callback, "onlyAfter"), (.scenario, "never"): .callbackReference
    case (.events, _): .event
    case (.parameters, _): .typeName
    case (.states, _): .state
    case (.state, "entry"), (.state, "exit"), (.transition, "do"), (.entrance, "do"): .action
    case (.state, "on"): .handlers
    case (.state, "always"), (.state, "done"), (.handlers, _), (.timers, _): .transition
    case (.state, "after"): .timers
    case (.state, "defer"): .eventReference
    case (.state, "history"): .historyDepth
    case (.transition, "to"), (.entrance, "to"), (.step, "through"): .stateReference
    case (.transition, "if"), (.action, "if"), (.expectation, "if"), (.assignments, _), (.callbackArguments, _),
      (.partArguments, _):
      .expression
    case (.action, "set"): .assignments
    case (.action, "raise"): .internalEvent
    case (.action, "do"), (.action, "else"): .action
    case (.action, "restart"): .partReference
    case (.action, _): isPart(key) ? .sentEvents(part: key) : .callbackArguments(key)
    case (.sentEvents(let part), "optional"): .sentEvents(part: part)
    case (.sentEvents(let part), _): .partArguments(part: part, event: key)
    case (.partContext(let part), _): .partValue(part: part, field: key)
    case (.scenarios, _): .scenario
    case (.scenario, "given"), (.scenario, "where"), (.scenario, "then"), (.step, "then"): .facts(states: true)
    case (.scenario, "follows"): .scenarioReference
    case (.scenario, "when"): .step
    case (.step, "set"): .facts(states: false)
    case (.step, "ignored"): .eventReference
    case (.step, "wait"): .other
    case (.step, "with"):
      .eventArguments(siblings.first { !Self.stepWords.contains($0) } ?? "")
    case (.step, _): .expectation(part: nil)
    case (.expectedArguments(let callback), _): .expectedArgument(callback: callback, parameter: key)
    case (.eventArguments(let event), _): .argument(event: event, parameter: key)
    case (.facts, "state"): .stateReference
    case (.facts, _): .value(field: key)
    case (.expectation(let part), _): expectation(key, of: part, isPart)
    case (_, "cites"): .citation
    case (_, "allow"): .suppressions
    case (_, "doc"): .text
    default: .other
    }
  }

  private func expectation(_ key: String, of part: String?, _ isPart: (String) -> Bool) -> SpecPlace {
    if MappingKind.expectation.keys.contains(key) || key == "expect" || key == "else" {
      return .expectation(part: part)
    }
    if part == nil, isPart(key) { return .expectation(part: key) }
    return .expectedArguments(ofCallback: key)
  }

  private static let stepWords = MappingKind.step.keys + MappingKind.stepAddition.keys
}
