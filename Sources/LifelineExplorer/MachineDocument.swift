import LifelineInterpreter
import LifelineModel
import LifelineReporting

extension Machine {
  /// The whole machine as JSON, in a closed form: everything that a program needs to run it, to play its scenarios, and
  /// to show it. Things refer to each other by their positions in the lists.
  package var explorerDocument: JSON {
    let components = components()
    let ranks = timerRanks(of: components)
    return [
      "name": .string(name), "doc": documentation.text.map(JSON.string),
      "states": .array(states.map(\.document)),
      "components": .array(
        components.map { document(of: $0, rank: ranks.isEmpty ? 0 : ranks[$0.root.index]) }),
      "fields": .array(fields.map(\.document)),
      "callbacks": .array(
        callbacks.map { callback in
          [
            "name": .string(callback.name), "channel": .string(callback.channel),
            "parameters": .list(callback.parameters, \.document),
            "unobserved": .flag(!observing.contains(callback.channel)),
            "doc": callback.documentation.text.map(JSON.string),
          ]
        }),
      "events": .array(
        events.map { event in
          [
            "name": .string(event.name), "parameters": .list(event.parameters, \.document),
            "internal": .flag(event.isInternal), "doc": event.documentation.text.map(JSON.string),
          ]
        }),
      "promises": .list(promises) { document(of: $0) },
      "scenarios": .list(scenarios, \.document),
    ]
  }

  private func document(of component: Component, rank: Int) -> JSON {
    func range(_ range: Range<Int>) -> JSON { [.number(range.lowerBound), .number(range.upperBound)] }
    let part = component.part.map { self[$0] }
    let callbackStart = part?.place.callbacks ?? 0
    let callbackCount = part?.machine.declared.callbacks.count ?? declared.callbacks.count
    let ownStates = part?.machine.declared.states.count ?? declared.states.count
    return [
      "part": part.map { .string($0.name) }, "machine": .string(component.machineName), "root": .id(component.root),
      "ownStates": range(component.root.index..<component.root.index + ownStates),
      "states": range(component.states), "events": range(component.events), "allEvents": range(component.allEvents),
      "callbacks": range(callbackStart..<callbackStart + callbackCount),
      "privateFields": .ids(component.privateFields), "container": component.container.map(JSON.number),
      "parts": .array(component.parts.map(JSON.number)), "rank": .number(rank),
    ]
  }

  private func document(of promise: Promise) -> JSON {
    var form: [JSON] = [.string(promise.key)]
    switch promise.form {
    case .needs(let quantity, let list), .onlyAfter(let quantity, let list):
      form += [.ids(list.map(\.callback)), .string(quantity.rawValue)]
    case .between(let opening, let closing): form += [.id(opening.callback), .id(closing.callback)]
    case .answeredBy(let answer):
      form += [
        .ids(answer.callbacks.map(\.callback)), answer.before.map(\.document) ?? .null,
        answer.within.map { .string("\($0)") } ?? .null,
      ]
    }
    return [
      "subject": promise.subject.document, "form": .array(form), "text": .string(text(of: promise)),
      "part": promise.declaredIn.map { .number($0.index + 1) },
    ]
  }
}

extension Promise.Happening {
  fileprivate var document: JSON {
    switch self {
    case .call(let callback): ["call", .id(callback)]
    case .event(let event): ["event", .id(event)]
    case .entry(let state): ["entry", .id(state)]
    }
  }
}

extension Field {
  fileprivate var document: JSON {
    [
      "name": .string(name), "type": type.document, "default": defaultValue.document, "fixed": .flag(isFixed),
      "private": .flag(isPrivate),
      "bounds": bounds.map { [.string("\($0.lowerBound)"), .string("\($0.upperBound)")] },
      "range": boundsText.map(JSON.string), "doc": documentation.text.map(JSON.string),
    ]
  }
}

extension Parameter {
  fileprivate var document: JSON { ["name": .string(name), "type": type.document] }
}
