/// The names of forms that are used more than once, or contain themselves.
package enum ShapeName: String, CaseIterable, Sendable {
  case citations, suppressions
  case type, source, field, part, callback, callbackOfPart, event, parameters
  case predecessors, boundary
  case assignments, arguments, fieldValues, parameterValues
  case state, states, regions, stateReferences, transition, transitions, action, actions, madeCall, sentEvent
  case scenario, step, calls, call, givenState, expectedState
  case trace

  /// The form that has the name.
  package var shape: ValueShape {
    switch self {
    case .citations: .list(.name(of: .citations, .visible))
    case .suppressions: .entries(.init(names: .code, group: .codes, values: .text(.prose)))
    case .type: .anyOf([.cases, .mapping(.type)])
    case .source: .anyOf([.nothing, .mapping(.source)])
    case .field: .anyOf([.text(.other), .mapping(.field)])
    case .part: .anyOf([.text(.other), .mapping(.part)])
    case .callback: .anyOf([.nothing, .mapping(.callback)])
    case .callbackOfPart: .mapping(.callbackOfPart)
    case .event: .anyOf([.nothing, .mapping(.event)])
    case .predecessors: MappingKind.predecessorsShape
    case .boundary: .anyOf([.name(of: .allCallbacks), .mapping(.boundary)])
    case .parameters: .entries(.init(names: .name(.parameter), values: .name(of: .types)))
    case .assignments: .entries(.init(group: .fields, values: .text(.expression)))
    case .arguments: .entries(.init(group: .parameters, values: .text(.expression)))
    case .fieldValues: .entries(.init(group: .fields, values: .text(.value)))
    case .parameterValues: .entries(.init(group: .parameters, values: .text(.value)))
    case .state: .anyOf([.nothing, .mapping(.state)])
    case .states: .entries(.init(names: .name(.state), values: .named(.state), other: .has("history")))
    case .regions:
      .entries(
        .init(
          names: .name(.state), values: .except(.isTrue("final"), .named(.state)), other: .has("history")))
    case .stateReferences: .list(.name(of: .states), minimum: 1)
    case .transition: .anyOf([.name(of: .states), .mapping(.transition)])
    case .transitions: .list(.named(.transition), minimum: 1)
    case .action: MappingKind.actionShape
    case .actions: .list(.named(.action))
    case .madeCall:
      .anyOf([
        .name(of: .callbacks),
        .entry(.init(names: .path(.callback), group: .callbacks, values: .named(.arguments))),
      ])
    case .sentEvent:
      .anyOf([
        .name(of: .hostEvents), .mapping(.optionalEvent),
        .entry(.init(names: .name(.event), group: .hostEvents, values: .named(.arguments))),
      ])
    case .scenario: .mapping(.scenario)
    case .step: MappingKind.stepShape
    case .calls: MappingKind.callsShape
    case .call:
      .anyOf([
        .name(of: .allCallbacks),
        .entry(.init(names: .path(.callback), group: .callbacks, values: .named(.parameterValues))),
      ])
    case .givenState: .anyOf([.named(.stateReferences), .facts(states: .named(.stateReferences))])
    case .expectedState:
      .anyOf([.list(.name(of: .states)), .facts(states: .list(.name(of: .states)), minimum: 1)])
    case .trace: .mapping(.trace)
    }
  }
}

extension ValueShape {
  /// The names of cases.
  static let cases = list(.text(.other, .name(.enumCase)), minimum: 1)

  /// Returns a mapping from fields to values, with states beside them.
  static func facts(states: ValueShape, values: ValueShape = .text(.value), minimum: Int = 0) -> ValueShape {
    .entries(
      .init(
        group: .fields, values: values,
        keys: [MappingKind.FixedKey("state", states, "The states, beside the values of fields.")], minimum: minimum))
  }
}
