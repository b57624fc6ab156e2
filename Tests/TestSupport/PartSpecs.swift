import Foundation
import LifelineLanguage
import LifelineModel
import LifelineSource

/// Returns what became of specs that others use, by their paths. A spec may use those before it.
package func usedSpecs(_ specs: KeyValuePairs<String, String>) -> UsedSpecs {
  var used: UsedSpecs = [:]
  for (path, text) in specs {
    let reading = SpecReader.read(bytes: Array(text.utf8), path: path, using: used)
    if let difference = schemaDifferences(of: text, reading.diagnostics).first {
      used[path] = .refused(difference)
      continue
    }
    used[path] = reading.machine.map { .machine($0) } ?? .refused("has errors: \(reading.diagnostics.map(\.message))")
  }
  return used
}

/// Returns the machine of a spec whose parts are in other files. It must have no diagnostics except suppressed ones.
package func machine(
  _ yaml: String, using used: KeyValuePairs<String, String>, path: String = "Spec.yaml"
) throws -> Machine {
  let reading = SpecReader.read(bytes: Array(yaml.utf8), path: path, using: usedSpecs(used))
  var filter = SuppressionFilter.prepare(reading.suppressions)
  let wanted = filter.wanted(reading.diagnostics)
  guard let machine = reading.machine, wanted.isEmpty else {
    throw UnreadableSpec(description: wanted.map(\.message).joined(separator: "\n"))
  }
  if let difference = schemaDifferences(of: yaml, reading.diagnostics).first {
    throw UnreadableSpec(description: difference)
  }
  return machine
}

/// Returns the machine of a documented life cycle or an example, whose parts may be documented life cycles.
package func documentedMachine(_ file: URL) throws -> Machine {
  func read(_ file: URL, using used: UsedSpecs = [:]) throws -> Machine? {
    SpecReader.read(bytes: Array(try Data(contentsOf: file)), path: file.lastPathComponent, using: used).machine
  }
  if let machine = try read(file) { return machine }
  var used: UsedSpecs = [:]
  for other in try documentedSpecs() where other != file {
    let machine = try read(other).map { UsedSpec.machine($0) }
    for folder in ["", "../../../Specs/Protocols/"] { used[folder + other.lastPathComponent] = machine }
  }
  guard let machine = try read(file, using: used) else {
    throw UnreadableSpec(description: "\(file.lastPathComponent) has errors")
  }
  return machine
}

/// A spec of a screen that appears and disappears in steps, for tests of parts.
package let screenSpec = """
  lifeline: 1
  machine: Screen
  context:
    isModal: false
    version: {default: 17, fixed: true}
    loads: {default: 0, private: true}
    patience: 5s
  callbacks:
    load:
    willAppear: {onlyAfter: load}
    didAppear:
    willDisappear:
    didDisappear:
    warn: {channel: log}
  events: [create, show, hide, finish, memoryWarning]
  observing: delegate
  initial: absent
  states:
    absent:
      on: {create: hidden}
    hidden:
      on:
        show:
          to: appearing
          do: [{if: loads == 0, do: [{set: {loads: 1}}, load]}, willAppear]
        memoryWarning: {do: [warn, {set: {loads: 0}}]}
    appearing:
      on: {finish: {to: visible, do: didAppear}}
      defer: memoryWarning
    visible:
      on:
        hide: {to: disappearing, do: willDisappear}
        memoryWarning: {do: warn}
      after: {patience: gone}
    disappearing:
      on: {finish: {to: hidden, do: didDisappear}}
    gone: {final: true}

  """
