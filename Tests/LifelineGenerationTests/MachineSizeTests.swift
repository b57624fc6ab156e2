import TestSupport
import XCTest

/// Tests the size of generated machines in memory.
final class MachineSizeTests: CompilingTestCase {
  /// States in a circle, whose names begin with `prefix`.
  private func ring(_ count: Int, _ prefix: String, indentation: String) -> String {
    (0..<count).map { "\(indentation)\(prefix)\($0): {on: {step: \(prefix)\(($0 + 1) % count)}}\n" }.joined()
  }

  private func specs() -> [(name: String, yaml: String)] {
    let head = "lifeline: 1\nevents: [step]\n"
    let regions = ["a", "b", "c"].map { prefix in
      "  \(prefix):\n    states:\n" + ring(255, prefix, indentation: "      ")
    }
    let waiting = """
      lifeline: 1
      machine: Waiting
      events: [open, close]
      states:
        shut: {defer: close, on: {open: {to: opened, do: {raise: greet}}}}
        opened: {on: {close: shut, greet: {}}}
      """
    return [
      ("Flat", head + "machine: Flat\nstates:\n" + ring(256, "s", indentation: "  ")),
      ("Regions", head + "machine: Regions\nregions:\n" + regions.joined()),
      ("Waiting", waiting),
    ]
  }

  func testSizes() throws {
    try skipTest(below: .thorough)
    var files = ["main.swift"]
    var main = ""
    for (name, yaml) in specs() {
      try write(generate(yaml).machine, to: "\(name).swift")
      files.append("\(name).swift")
      main += "print(MemoryLayout<\(name)>.size)\n"
    }
    try write(main, to: "main.swift")
    try compile(files, ["-o", "sizes"])
    // A byte for each region, and one for what is kept for later.
    XCTAssertEqual(
      try execute(folder.appending(path: "sizes").path, [], in: folder, mergingErrors: true).output, "1\n3\n2\n")
  }
}
