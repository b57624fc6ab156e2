import LifelineYAML
import XCTest

@testable import LifelineLanguage

/// The places of values agree with the table of keys.
final class SpecPlaceTests: XCTestCase {
  private let places: [SpecPlace] = [
    .spec, .type, .source, .field, .part("p"), .callback, .event, .state, .transition, .action, .scenario, .step,
    .expectation(part: nil), .entrance, .sentEvents(part: "p"),
  ]

  /// Returns whether a mapping can have a form.
  private func allowsMappings(_ shape: ValueShape, depth: Int = 0) -> Bool {
    // A form that contains itself has another alternative that decides.
    if depth > 4 { return false }
    switch shape {
    case .mapping, .entries, .entry: return true
    case .anyOf(let shapes): return shapes.contains { allowsMappings($0, depth: depth + 1) }
    case .array(let item, _, _), .except(_, let item): return allowsMappings(item, depth: depth + 1)
    case .named(let name): return allowsMappings(name.shape, depth: depth + 1)
    case .text, .form, .word, .flag, .number, .nothing: return false
    }
  }

  func testEveryKeyWithAMappingHasAPlaceForIt() {
    var count = 0
    for place in places {
      for key in place.fixedKeys where allowsMappings(key.shape) {
        count += 1
        let inner = place.value(of: key.name, among: [key.name])
        XCTAssertFalse([.other, .text].contains(inner), "\(key.name) in \(place)")
      }
    }
    XCTAssertGreaterThan(count, 35)
  }

  func testEveryFlagAndEveryWordHasAPlace() {
    for place in places {
      for key in place.fixedKeys {
        let inner = place.value(of: key.name)
        if case .flag = key.shape { XCTAssertEqual(inner, .flag, "\(key.name) in \(place)") }
        let isText = ["doc", "title", "url", "note", "selector", "refuted"].contains(key.name)
        XCTAssertEqual(inner == .text, isText, "\(key.name) in \(place)")
      }
    }
  }

  func testTheKindsOfValues() {
    let kinds: [(path: String, kind: String)] = [
      ("", "a spec"), ("machine", "other"), ("types", "mapping"), ("types T", "a type"), ("sources s claims c", "text"),
      ("context f", "a context field"), ("callbacks c selector", "text"), ("events e doc", "text"),
      ("states a", "a state"), ("states a regions b entry", "an action"), ("states a on e", "a transition"),
      ("states a on e if", "expression"), ("states doc", "a state"), ("states a initial", "`initial`"),
      ("states a entry c x", "expression"), ("states a entry set f", "expression"), ("states a defer", "other"),
      ("states a entry else", "an action"), ("scenarios s", "a scenario"), ("scenarios s when e", "mapping"),
      ("scenarios s when with x", "text"), ("scenarios s when set f", "text"), ("scenarios s when e c x", "text"),
      ("scenarios s when e if", "expression"), ("scenarios s given", "mapping"), ("scenarios s follows", "text"),
      ("scenarios s never", "other"), ("allow L801", "text"),
    ]
    for (path, expected) in kinds {
      XCTAssertEqual(name(YAMLFormat.spec.valueKind(path.split(separator: " ").map(String.init))), expected, path)
    }
  }

  private func name(_ kind: YAMLValueKind) -> String {
    switch kind {
    case .text: "text"
    case .expression: "expression"
    case .mapping(let name, _, _): name ?? "mapping"
    case .other: "other"
    }
  }
}
