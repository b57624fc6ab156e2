import TestSupport
import XCTest

/// Fields that a host can only choose when it creates a machine.
final class ProtectedFieldTests: CompilingTestCase {
  private let spec = """
    lifeline: 1
    machine: Phone
    context: {version: {default: 17, fixed: true}, isLoud: false, rings: 0}
    callbacks: {rang: {parameters: {version: Int}}}
    events: [ring]
    states: {idle: {on: {ring: {if: version > 16 and isLoud, do: [{set: {rings: rings + version}}, rang]}}}}
    """

  func testAssigningTheContextKeepsThem() throws {
    try write(generate(spec, object: true).machine, to: "Phone.swift")
    try write(
      """
      import Foundation

      var phone = Phone(context: Phone.Context(version: 18))
      phone.context.isLoud = true
      phone.handle(.ring) { print($0) }
      phone.context = Phone.Context(version: 3, isLoud: true, rings: 1)
      print(phone.context)
      phone = Phone(resumingIn: .idle, context: Phone.Context(version: 20, isLoud: true))
      phone.handle(.ring) { print($0) }
      print(phone.context)
      print(try JSONDecoder().decode(Phone.self, from: JSONEncoder().encode(phone)) == phone)
      let object = PhoneObject(context: Phone.Context(version: 19)) { _ in }
      object.updateContext { $0 = Phone.Context(version: 1, rings: 5) }
      print(object.context)
      """, to: "main.swift")
    try compile(["Phone.swift", "main.swift"], ["-o", "program"])
    let outcome = try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true)
    XCTAssertEqual(
      outcome.output,
      """
      rang(version: 18)
      Context(version: 18, isLoud: true, rings: 1)
      rang(version: 20)
      Context(version: 20, isLoud: true, rings: 20)
      true
      Context(version: 19, isLoud: false, rings: 5)

      """)
  }

  private let counting = """
    lifeline: 1
    machine: Phone
    context:
      rings: {default: 0, private: true}
      pause: {default: 5s, private: true}
      mode: {cases: [none, loud], default: none, private: true}
      limit: 3
    callbacks: {rang: {parameters: {rings: Int}}}
    events: [ring]
    initial: {to: idle, do: {set: {rings: rings + 10, pause: pause + 1s}}}
    states:
      idle: {on: {ring: {if: rings < 20 and mode == none, do: [{set: {rings: rings + limit}}, rang]}}}
      tired: {entry: {set: {mode: loud}}, after: {pause: idle}}
    """

  func testPrivateFieldsStartAtTheirDefaults() throws {
    try skipTest(below: .thorough)
    try write(generate(counting, object: true).machine, to: "Phone.swift")
    try write(
      """
      import Foundation

      final class Listener: PhoneDelegate { func rang(rings: Int) { print("delegate", rings) } }
      let other = Phone.Context(rings: 50, pause: .seconds(60), mode: .loud, limit: 1)
      var phone = Phone(context: other) { _ in }
      print(phone.context)
      phone.context = other
      phone.context.limit = 2
      phone.handle(.ring) { print($0) }
      print(phone.context)
      print(Phone(context: other, delegate: Listener()).context, Phone(context: other).context == Phone(context: other) { _ in }.context)
      phone = Phone(resumingIn: .tired, context: other)
      print(phone.context, phone.timeUntilNextTimer!)
      print(try JSONDecoder().decode(Phone.self, from: JSONEncoder().encode(phone)) == phone)
      let object = PhoneObject(context: other) { print($0) }
      object.updateContext { $0 = Phone.Context(rings: 1, limit: 7) }
      object.handle(.ring)
      print(object.context)
      let late = PhoneObject(context: other)
      late.updateContext { $0 = other }
      late.start { _ in }
      print(late.context)
      print(PhoneObject(continuing: phone).context == other)
      """, to: "main.swift")
    try compile(["Phone.swift", "main.swift"], ["-o", "program"])
    let outcome = try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true)
    XCTAssertEqual(
      outcome.output,
      """
      Context(rings: 10, pause: 6.0 seconds, mode: none, limit: 1)
      rang(rings: 12)
      Context(rings: 12, pause: 6.0 seconds, mode: none, limit: 2)
      Context(rings: 10, pause: 6.0 seconds, mode: none, limit: 1) true
      Context(rings: 50, pause: 60.0 seconds, mode: loud, limit: 1) 60.0 seconds
      true
      rang(rings: 17)
      Context(rings: 17, pause: 6.0 seconds, mode: none, limit: 7)
      Context(rings: 10, pause: 6.0 seconds, mode: none, limit: 1)
      true

      """)
  }

  func testTheyCantBeWritten() throws {
    for access in ["", "public "] {
      try write(generate(spec, access: access.isEmpty ? .internal : .public).machine, to: "Phone.swift")
      try write("var phone = Phone()\nphone.context.version = 3\n", to: "main.swift")
      let outcome = try execute(
        "swiftc", ["-swift-version", "6", "-typecheck", "Phone.swift", "main.swift"], in: folder, mergingErrors: true)
      XCTAssertNotEqual(outcome.status, 0)
      XCTAssertTrue(outcome.output.contains("'version' setter is inaccessible"), outcome.output)
    }
    try write(generate(counting, object: true).machine, to: "Phone.swift")
    try write("PhoneObject { _ in }.updateContext { $0.rings = 3 }\n", to: "main.swift")
    let outcome = try execute(
      "swiftc", ["-swift-version", "6", "-typecheck", "Phone.swift", "main.swift"], in: folder, mergingErrors: true)
    XCTAssertTrue(outcome.output.contains("'rings' setter is inaccessible"), outcome.output)
  }
}
