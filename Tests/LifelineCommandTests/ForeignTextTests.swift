import Foundation
import TestSupport
import XCTest

/// Tests that nothing shows the text of a file that isn't a spec, to which a spec of somebody else may lead.
final class ForeignTextTests: CommandTestCase {
  /// Texts with a secret that no message may show.
  private let texts: KeyValuePairs<String, [UInt8]> = [
    "a mapping": Array("password: s3cret\nmachine: s3cret\nstates: {s3cret: }\n".utf8),
    "a file with parts": Array("parts: {s3cret: s3cret.yaml}\n".utf8),
    "lines": Array("TOKEN=s3cret\nOTHER=s3cret\n".utf8),
    "broken YAML": Array("s3cret: [s3cret\ns3cret: }\n\ts3cret".utf8),
    "a line of a spec further below": Array("s3cret: [s3cret\nlifeline: 1\ns3cret }\n".utf8),
    "the key further inside": Array("s3cret:\n  lifeline: 1\n".utf8),
    "several documents": Array("---\ns3cret: 1\n---\nlifeline: 1\ns3cret: 1\n".utf8),
    "another encoding": Array("s3cret: ".utf8) + [0xFF, 0xFE] + Array("s3cret\nlifeline: 1\n".utf8),
    "nothing before the secret": Array("\u{FEFF}# s3cret\n%s3cret\n\n  s3cret: [\n".utf8),
  ]
  private func assertNoSecret(
    _ arguments: String..., formats: [String] = ["terminal"], of name: String, line: UInt = #line
  ) throws {
    for format in formats {
      let result = try lifeline(arguments + [format == "json" ? "--format" : "--diagnostics", format], in: "Package")
      let output = result.output + result.errors
      XCTAssertEqual(result.status, 1, "\(name), \(format): \(output)", line: line)
      XCTAssertFalse(output.contains("s3cret"), "\(name), \(format): \(output)", line: line)
      XCTAssertTrue(output.contains("is not a spec"), "\(name), \(format): \(output)", line: line)
    }
  }

  func testAPartThatIsNoSpecIsNotShown() throws {
    try skipTest(below: .thorough)
    let house = "lifeline: 1\nmachine: House\nparts: {door: ../../Elsewhere/text}\nstates: {one: }\n"
    try write(house, to: "Package/Specs/House.yaml")
    for (name, text) in texts {
      try write("", to: "Elsewhere/text")
      try Data(text).write(to: folder.appending(path: "Elsewhere/text"))
      try assertNoSecret("check", formats: ["terminal", "json", "sarif", "github", "gitlab"], of: name)
    }
    try assertNoSecret("generate", of: "generate")
  }

  func testAPartBehindALinkIsNotShown() throws {
    try skipTest(below: .thorough)
    let house = "lifeline: 1\nmachine: House\nparts: {door: Door.yaml}\nstates: {one: }\n"
    try write(house, to: "Package/Specs/House.yaml")
    try write("", to: "Elsewhere/text")
    try link("Package/Specs/Door.yaml", to: "../../Elsewhere/text")
    for (name, text) in texts {
      try Data(text).write(to: folder.appending(path: "Elsewhere/text"))
      try assertNoSecret("check", of: name)
      try assertNoSecret("check", "Specs/House.yaml", "Specs/Door.yaml", of: name)
    }
  }

  func testANamedLinkToATextIsNotShown() throws {
    try skipTest(below: .thorough)
    try write("", to: "Elsewhere/Door.yaml")
    try write("", to: "Package/Package.swift")
    try link("Package/Door.yaml", to: "../Elsewhere/Door.yaml")
    try link("Package/Doors", to: "../Elsewhere")
    for (name, text) in texts {
      try Data(text).write(to: folder.appending(path: "Elsewhere/Door.yaml"))
      for path in ["Door.yaml", "Doors/Door.yaml", folder.resolvingSymlinksInPath().path + "/Package/Doors/Door.yaml"] {
        try assertNoSecret("check", path, of: name)
      }
      for path in ["Doors", "."] {
        let result = try lifeline("check", path, in: "Package")
        XCTAssertEqual(result.status, 1, name)
        XCTAssertFalse((result.output + result.errors).contains("s3cret"), "\(name), \(path): \(result.errors)")
      }
    }
  }

  func testALinkInPlaceOfAConfigurationIsNotShown() throws {
    try write(spec("Door"), to: "Package/Specs/Door.yaml")
    try write("", to: "Elsewhere/text")
    try link("Package/Specs/lifeline.yaml", to: "../../Elsewhere/text")
    for (name, text) in texts {
      try Data(text).write(to: folder.appending(path: "Elsewhere/text"))
      let result = try lifeline("check", in: "Package")
      XCTAssertEqual(result.status, 1, name)
      XCTAssertFalse((result.output + result.errors).contains("s3cret"), "\(name): \(result.errors)")
      XCTAssertTrue(result.errors.contains("is not a configuration or has an error"), "\(name): \(result.errors)")
    }
    try write("access: public\n", to: "Elsewhere/text")
    XCTAssertEqual(try lifeline("check", in: "Package").status, 0)
  }

  func testAFaultySpecIsShownThatIsAPart() throws {
    let house = "lifeline: 1\nmachine: House\nparts: {door: ../Elsewhere/Door.yaml}\nstates: {one: }\n"
    try write(house, to: "Package/House.yaml")
    for text in [
      "# A door.\n---\nlifeline: 1\nmachine: [\n", "machine: Door\nlifeline: 1\nstates: {one: {on: {a: b}}}\n",
    ] {
      try write(text, to: "Elsewhere/Door.yaml")
      let result = try lifeline("check", "House.yaml", in: "Package")
      XCTAssertTrue(result.errors.contains("Elsewhere/Door.yaml:"), result.errors)
      XCTAssertTrue(result.errors.contains(" | "), result.errors)
    }
  }
}
