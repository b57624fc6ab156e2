import LifelineModel
import TestSupport
import XCTest

@testable import LifelineGeneration

/// Returns the program of the machine of a spec, of which the first two lines are left out.
func program(_ yaml: String) throws -> MachineProgram { MachineLowering.lower(try context(yaml)) }

/// Returns the facts about the machine of a spec, of which the first two lines are left out.
func context(_ yaml: String) throws -> MachineContext {
  MachineContext.analyze(try machine("lifeline: 1\nmachine: Door\n" + yaml))
}

/// A spec with two regions, without its first two lines.
let twoRegions = """
  events: [go]
  states:
    both:
      regions:
        left: {states: {a: {on: {go: b}}, b: {}}}
        right: {states: {c: {after: {1s: d}}, d: {}}}
    neither: {on: {go: both}}
  """

extension MachineProgram {
  /// Returns the body of the only function with a name.
  func body(of name: FunctionName, file: StaticString = #filePath, line: UInt = #line) throws -> [Statement] {
    let bodies = members.compactMap { member in
      if case .function(let function) = member, function.name == name { function.body } else { nil }
    }
    XCTAssertEqual(bodies.count, 1, "\(name)", file: file, line: line)
    return try XCTUnwrap(bodies.first, file: file, line: line)
  }
}

extension [Member] {
  /// The heads of the declarations, in order, and nothing for functions.
  var heads: [String] {
    compactMap { if case .declaration(let declaration) = $0 { declaration.head } else { nil } }
  }

  /// Returns the statements of the only declaration whose head contains a text.
  func body(of head: String, file: StaticString = #filePath, line: UInt = #line) throws -> [Statement] {
    let bodies = compactMap { member -> [Statement]? in
      guard case .declaration(let declaration) = member, declaration.head.contains(head),
        case .statements(let body) = declaration.body
      else { return nil }
      return body
    }
    XCTAssertEqual(bodies.count, 1, head, file: file, line: line)
    return try XCTUnwrap(bodies.first, file: file, line: line)
  }
}
