import Foundation
import LifelineReporting
import LifelineSource
import TestSupport
import XCTest

@testable import LifelineLanguageServer

/// A name that a spec declares is renamed in the specs that use it as a part, or it isn't renamed at all.
final class PartRenameTests: XCTestCase {
  private let bell = """
    lifeline: 1
    machine: Bell
    types: {Volume: [soft, loud]}
    context: {volume: {type: Volume, default: soft}, mode: {cases: [day, night], default: day, fixed: true}}
    callbacks: {ring: {channel: sound, parameters: {strength: Volume}}}
    events: ["press"]
    states: {quiet: {on: {press: {to: ringing, do: {ring: {strength: volume}}}}}, ringing: {on: {press: quiet}}}

    """

  private let house = """
    lifeline: 1
    machine: House
    parts: {bell: {use: Bell.yaml, context: {mode: night}}}
    events: [come]
    states: {home: {on: {come: {if: bell.mode == night, do: {bell: press}}}}}
    observing: [bell.sound]
    scenarios:
      somebody comes:
        given: {state: [home, bell.quiet], bell.volume: loud}
        when: {come: {bell: {ring: {strength: loud}}}}
        then: {bell.mode: night}

    """

  /// Returns what renaming the first `text` in the file `asked` does: the text of each file, or an error.
  private func rename(
    _ text: String, in asked: String, to name: String, of files: [String: String], line: UInt = #line
  ) throws -> Result<[String: String], Refusal> {
    let folder = try createTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var session = Session(folders: [folder.path])
    for (path, content) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try content.write(to: file, atomically: true, encoding: .utf8)
    }
    func uri(_ path: String) -> String { DocumentURI.uri(ofPath: folder.appending(path: path).path) }
    let content = try XCTUnwrap(files[asked])
    session.open(uri(asked), content)
    let offset = try XCTUnwrap(content.range(of: text)?.lowerBound, line: line)
    let lines = content[..<offset].split(separator: "\n", omittingEmptySubsequences: false)
    let position = JSON.position(TextPosition(line: lines.count - 1, character: lines.last?.utf16.count ?? 0))
    let answer = session.answer(
      "textDocument/rename", .place(in: uri(asked), position, [("newName", .string(name))]))
    if let message = answer?["error"]?["message"]?.string { return .failure(Refusal(message: message)) }
    return .success(
      files.reduce(into: [:]) { result, file in
        result[file.key] = apply(answer?["result"], to: file.value, of: uri(file.key)) ?? file.value
      })
  }

  private struct Refusal: Error, Equatable { var message: String }

  private func assertIsRenamed(_ name: String, in asked: String, line: UInt = #line) throws {
    let files = ["Bell.yaml": bell, "House.yaml": house]
    XCTAssertTrue(bell.contains(name) && house.contains(name), line: line)
    XCTAssertEqual(
      try rename(name, in: asked, to: "other", of: files, line: line),
      .success(files.mapValues { $0.replacing(name, with: "other") }), line: line)
  }

  func testCasesOfTypesAndFields() throws {
    try assertIsRenamed("loud", in: "Bell.yaml")
    try assertIsRenamed("loud", in: "House.yaml")
    try assertIsRenamed("night", in: "Bell.yaml")
    try assertIsRenamed("night", in: "House.yaml")
  }

  func testParametersOfCallbacks() throws {
    try assertIsRenamed("strength", in: "Bell.yaml")
    try assertIsRenamed("strength", in: "House.yaml")
  }

  func testChannels() throws {
    try assertIsRenamed("sound", in: "Bell.yaml")
    try assertIsRenamed("sound", in: "House.yaml")
  }

  func testANameWithQuotes() throws {
    try assertIsRenamed("press", in: "Bell.yaml")
    try assertIsRenamed("press", in: "House.yaml")
  }

  func testPartsOfParts() throws {
    let town = """
      lifeline: 1
      machine: Town
      parts: {house: House.yaml}
      events: [ring]
      states: {calm: {on: {ring: {if: house.bell.mode == night, do: {house: come}}}}}
      observing: [house.bell.sound]
      scenarios:
        somebody comes:
          given: {house.bell.volume: loud}
          when: {ring: {house: {bell: {ring: {strength: loud}}}}}
          then: {house.bell.volume: loud}

      """
    let files = ["Bell.yaml": bell, "House.yaml": house, "Town.yaml": town]
    for name in ["loud", "strength", "sound", "night"] {
      XCTAssertEqual(
        try rename(name, in: "Town.yaml", to: "other", of: files),
        .success(files.mapValues { $0.replacing(name, with: "other") }), name)
    }
  }

  func testAFileThatWouldBreakWithoutAnyEditIsRefused() throws {
    let bound = house.replacing("context: {mode: night}}}", with: "context: {mode: time}}}")
      .replacing("events:", with: "context: {time: {cases: [day, night], default: day, fixed: true}}\nevents:")
      .replacing("bell.mode == night", with: "time == night").replacing("then: {bell.mode: night}", with: "then: home")
    XCTAssertEqual(
      try rename("night", in: "Bell.yaml", to: "dark", of: ["Bell.yaml": bell, "House.yaml": bound]),
      .failure(
        Refusal(
          message: "`night` can't be renamed to `dark`: line 3 of House.yaml would be wrong: `mode` cannot have the "
            + "value of `time`: the two have different cases, or the same in another order [L242]")))
  }

  func testUsesThatAreNotKnown() throws {
    let open = house.replacing("then: {", with: "then: {{")
    guard
      case .failure(let refusal) = try rename(
        "night", in: "Bell.yaml", to: "dark", of: ["Bell.yaml": bell, "House.yaml": open])
    else { return XCTFail() }
    XCTAssertTrue(
      refusal.message.hasPrefix(
        "House.yaml isn't valid YAML, so not every use of the name is known; correct line 11 of House.yaml first: "),
      refusal.message)
    let wrong = bell.replacing("{press: quiet}", with: "{press: nowhere}")
    guard
      case .failure(let refusal) = try rename(
        "night", in: "Bell.yaml", to: "dark", of: ["Bell.yaml": wrong, "House.yaml": house])
    else { return XCTFail() }
    XCTAssertTrue(
      refusal.message.hasPrefix(
        "House.yaml uses Bell.yaml, which has an error, so not every use of the name is known; correct line 7 first: "),
      refusal.message)
  }

  func testUsesInOtherFoldersOfTheOpenOne() throws {
    let files = ["parts/Bell.yaml": bell, "House.yaml": house.replacing("Bell.yaml", with: "parts/Bell.yaml")]
    XCTAssertEqual(
      try rename("loud", in: "parts/Bell.yaml", to: "shrill", of: files),
      .success(files.mapValues { $0.replacing("loud", with: "shrill") }))
  }
}
