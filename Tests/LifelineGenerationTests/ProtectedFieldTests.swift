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

  func testTheyCantBeWritten() throws {
    for access in ["", "public "] {
      try write(generate(spec, access: access.isEmpty ? .internal : .public).machine, to: "Phone.swift")
      try write("var phone = Phone()\nphone.context.version = 3\n", to: "main.swift")
      let outcome = try execute(
        "swiftc", ["-swift-version", "6", "-typecheck", "Phone.swift", "main.swift"], in: folder, mergingErrors: true)
      XCTAssertNotEqual(outcome.status, 0)
      XCTAssertTrue(outcome.output.contains("'version' setter is inaccessible"), outcome.output)
    }
  }
}
