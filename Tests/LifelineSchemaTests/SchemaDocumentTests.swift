import Foundation
import LifelineLanguage
import LifelineSchema
import TestSupport
import XCTest

final class SchemaDocumentTests: XCTestCase {
  private func object(_ document: SchemaDocument) throws -> [String: Any] {
    try XCTUnwrap(JSONSerialization.jsonObject(with: Data(document.text.utf8)) as? [String: Any])
  }

  /// Calls `body` with each schema inside a schema.
  private func forEachSchema(in schema: [String: Any], _ body: ([String: Any]) -> Void) {
    body(schema)
    for (key, value) in schema {
      switch key {
      case "properties", "patternProperties", "$defs":
        for case let inner as [String: Any] in (value as? [String: Any] ?? [:]).values {
          forEachSchema(in: inner, body)
        }
      case "anyOf", "allOf":
        for case let inner as [String: Any] in value as? [Any] ?? [] { forEachSchema(in: inner, body) }
      default:
        if let inner = value as? [String: Any] { forEachSchema(in: inner, body) }
      }
    }
  }

  func testSchemasBeginWithTheirMarker() throws {
    for document in SchemaDocument.allCases {
      XCTAssertTrue(document.text.hasPrefix(SchemaDocument.marker))
      XCTAssertTrue(document.text.hasSuffix("}\n"))
      XCTAssertEqual(try object(document)["$schema"] as? String, "https://json-schema.org/draft/2020-12/schema")
    }
  }

  func testOnlyKeywordsThatOlderEditorsKnow() throws {
    let keywords: Set<String> = [
      "$comment", "$schema", "$defs", "$ref", "title", "description", "type", "enum", "const", "pattern", "minimum",
      "maximum", "items", "minItems", "maxItems", "properties", "patternProperties", "additionalProperties",
      "propertyNames", "required", "minProperties", "maxProperties", "allOf", "anyOf", "not",
    ]
    for document in SchemaDocument.allCases {
      try forEachSchema(in: object(document)) { schema in
        XCTAssertEqual(Set(schema.keys).subtracting(keywords), [])
        // Draft 7 ignores what stands beside a reference.
        if schema["$ref"] != nil { XCTAssertEqual(Set(schema.keys).subtracting(["$ref", "description"]), []) }
      }
    }
  }

  func testEveryReferenceLeadsToADefinitionAndEveryDefinitionIsUsed() throws {
    for document in SchemaDocument.allCases {
      let schema = try object(document)
      var references: Set<String> = []
      forEachSchema(in: schema) { if let reference = $0["$ref"] as? String { references.insert(reference) } }
      let definitions = try XCTUnwrap(schema["$defs"] as? [String: Any]).keys.map { "#/$defs/\($0)" }
      XCTAssertEqual(references, Set(definitions))
    }
    let names = try Set(SchemaDocument.allCases.flatMap { try XCTUnwrap(object($0)["$defs"] as? [String: Any]).keys })
    XCTAssertEqual(names, Set(ShapeName.allCases.map(\.rawValue)))
  }

  func testEveryMappingIsClosed() throws {
    for document in SchemaDocument.allCases {
      try forEachSchema(in: object(document)) { schema in
        guard schema["properties"] != nil, (schema["properties"] as? [String: Any])?.count ?? 0 > 0 else { return }
        // The condition that a key is `true` is no mapping of the language.
        let isCondition = schema["required"] != nil && schema.count == 3
        XCTAssertTrue(isCondition || schema["additionalProperties"] != nil, "\(schema)")
      }
    }
  }

  func testEveryKeyHasASentence() throws {
    var count = 0
    for document in SchemaDocument.allCases {
      try forEachSchema(in: object(document)) { schema in
        guard schema["additionalProperties"] != nil, let properties = schema["properties"] as? [String: Any] else {
          return
        }
        for (key, value) in properties {
          count += 1
          let description = (value as? [String: Any])?["description"] as? String ?? ""
          XCTAssertTrue(description.hasSuffix(".") && description.first?.isUppercase == true, "\(key): \(description)")
          XCTAssertLessThan(description.count, 120, key)
        }
      }
    }
    XCTAssertGreaterThan(count, 90)
  }

  func testKeysOfTheReaderAreInTheSchema() throws {
    let schema = try object(.configuration)
    XCTAssertEqual(
      Set(try XCTUnwrap(schema["properties"] as? [String: Any]).keys), Set(MappingKind.configuration.keys))
    XCTAssertEqual(
      Set(try XCTUnwrap(object(.spec)["properties"] as? [String: Any]).keys), Set(MappingKind.spec.keys))
  }

  /// The verdicts are those of a validator that others wrote. The tests of the reader ask it about each of their specs.
  func testTheValidatorIsAvailable() throws {
    guard let validator = SchemaValidator.shared else {
      throw XCTSkip(
        "\(SchemaValidator.variable) isn't set, so no spec is held against the schema; set it to what "
          + "`.ci/schema-validator FOLDER` prints")
    }
    XCTAssertEqual(
      validator.verdict(on: "lifeline: 1\nmachine: M\nstates: {on: , off: }\n", by: .spec), .accepted)
    guard case .refused(let reason) = validator.verdict(on: "lifeline: 1\nstates: {a: }\n", by: .spec) else {
      return XCTFail("a spec without a name is accepted")
    }
    XCTAssertTrue(reason.contains("machine"), reason)
    guard case .unreadable = validator.verdict(on: "a: b: c", by: .spec) else {
      return XCTFail("a text that is no YAML has a verdict")
    }
    for text in ["", "# Nothing\n", "access: public"] {
      XCTAssertEqual(validator.verdict(on: text, by: .configuration), .accepted, text)
    }
  }

  /// A schema judges more than the first mistake of a file, so each mistake stands alone here.
  func testMistakes() throws {
    guard SchemaValidator.shared != nil else { return }
    let mistakes = [
      "states: {a: {final: true, on: {e: a}}}", "regions: {a: {final: true}}",
      "states: {h: {history: deep, default: h}}",
      "states: {a: {states: {b: }, regions: {c: }}}", "states: {a: {done: a}}", "states: {}", "{}",
      "states: {a: }\nscenarios: {s: {when: [{e: c, f: d}]}}", "states: {a: }\nscenarios: {s: {when: [{then: a}]}}",
      "states: {a: }\nscenarios: {s: {when: [{wait: 5s, with: {a: b}}]}}",
      "states: {a: }\nscenarios: {s: {when: [{set: {a: b}, expect: c}]}}",
      "states: {a: }\nscenarios: {s: {when: [{wait: 5}]}}", "states: {a: }\nscenarios: {s: {when: [{e: }]}}",
      "states: {a: }\nscenarios: {s: {refuted: no}}", "states: {a: }\nscenarios: {s: {follows: t, given: a}}",
      "states: {a: {entry: {do: c}}}", "states: {a: {entry: {if: c}}}", "states: {a: {on: {e: []}}}",
      "states: {a: {after: {soon after: b}}}", "states: {a: {entry: {set: {a: b}, raise: c}}}",
      "states: {a: }\nevents: [start]", "states: {a: }\ncallbacks: {c: {needs: }}", "states: {a: }\ncontext: {f: {}}",
    ]
    for mistake in mistakes {
      let text = "lifeline: 1\nmachine: M\n\(mistake == "{}" ? "" : mistake)\n"
      guard case .refused = SchemaValidator.shared?.verdict(on: text, by: .spec) else {
        XCTFail("the schema accepts \(mistake)")
        continue
      }
    }
  }
}
