import Foundation
import LifelineGeneration
import LifelineLanguage
import LifelineModel
import LifelineTemplating
import TestSupport

/// A random machine with a session, ready to be held against the generated code.
struct Trial: Sendable {
  var source: RandomMachine
  var session: Session
  /// The generated code with what the driver needs.
  var code: String

  var name: String { source.name }

  private static let generator = Result { SwiftGenerator(templates: try TemplateSet.load(overriding: [:])) }
  /// Leaves out what is not asked for, for the sake of the compiler's time.
  private static let shortGenerator = Result {
    SwiftGenerator(templates: try TemplateSet.load(overriding: ["codable": "", "delegate": ""]))
  }

  /// A trial of `source`, which `machine` is, without any steps.
  private init(_ source: RandomMachine, _ machine: Machine) throws {
    self.source = source
    session = Session(machine, isStored: source.isStored)
    let options = GenerationOptions(specName: source.name, specPath: "\(source.name).yaml")
    let generator = try (source.isStored ? Self.generator : Self.shortGenerator).get()
    let file = try generator.machineFile(for: PreparedMachine.prepare(machine), options: options)
    code =
      String(decoding: file, as: UTF8.self)
      + Driver.conformance(of: machine, isStored: source.isStored)
  }

  /// Makes a machine, and plays with it at random; `nil` if its spec has errors, its code is longer than some lines, or
  /// it runs into faults whatever one does.
  static func make(name: String, seed: UInt64, greatestLength: Int) throws -> Trial? {
    var dice = SplitMix64(seed: seed)
    let source = MachineMaker.make(name: name, seed: dice.next())
    guard let machine = machine(source) else { return nil }
    var trial = try Trial(source, machine)
    guard trial.length <= greatestLength else { return nil }
    let forwarding = source.forwarding(with: &dice)
    if let forwarding, let machine = Self.machine(forwarding) { trial = try Trial(forwarding, machine) }
    trial.session.play(runs: 14, length: 16, with: &dice)
    return trial.session.steps.count < 50 ? nil : trial
  }

  /// The trial of a part of a machine: with the steps that failed, and with others.
  static func repeating(_ steps: [Session.Step], with source: RandomMachine) throws -> Trial? {
    guard let machine = machine(source) else { return nil }
    var trial = try Trial(source, machine)
    for step in steps { _ = trial.session.make(step) }
    var dice = SplitMix64(seed: 1)
    trial.session.play(runs: 8, length: 10, with: &dice)
    return trial
  }

  /// How many lines the code has.
  private var length: Int { code.utf8.count { $0 == UInt8(ascii: "\n") } }

  private static func machine(_ source: RandomMachine) -> Machine? {
    SpecReader.read(bytes: Array(source.yaml.utf8), path: "\(source.name).yaml").machine
  }
}

/// The first difference between generated code and the interpreter.
struct Difference {
  /// The index of the line, which is also that of the step.
  var place: Int
  var expected: String
  var actual: String

  /// Creates a difference for a message of the compiler.
  init(compiling message: String) {
    place = 0
    expected = "no warnings"
    actual = message
  }

  /// Finds the first difference between two outputs, if there is one.
  init?(_ expected: [String], _ actual: [String]) {
    guard expected != actual else { return nil }
    let same = zip(expected, actual).prefix { $0 == $1 }.count
    place = same
    self.expected = same < expected.count ? expected[same] : "(nothing more)"
    // The message of a trap takes more than one line.
    self.actual = same < actual.count ? actual[same...].prefix(3).joined(separator: "\n") : "(nothing more)"
  }
}

/// Compiles trials, and runs them.
struct Bench {
  /// The greatest number of machines in one program, since the compiler reads all files of a program at once.
  private static let greatestBatch = 25

  var folder: URL

  /// Returns the difference of each trial that fails.
  func differences(in trials: [Trial]) throws -> [Difference?] {
    let folder = folder.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let count = (trials.count + Self.greatestBatch - 1) / Self.greatestBatch
    for batch in 0..<count {
      let members = trials.indices.filter { $0 % count == batch }.map { trials[$0] }
      try write(members, to: folder.appending(path: "batch\(batch)"))
    }
    let outcome = try execute(
      "sh", ["-c", "ls | xargs -P 2 -I FOLDER sh -c 'cd FOLDER && sh run.sh'"], in: folder, mergingErrors: true)
    return try trials.enumerated().map { place, trial in
      if let message = Self.message(about: trial, in: outcome.output) { return Difference(compiling: message) }
      let file = folder.appending(path: "batch\(place % count)").appending(path: "\(trial.name).out")
      guard FileManager.default.fileExists(atPath: file.path) else {
        // Another machine of the batch does not compile.
        if outcome.output.contains("error:") { return nil }
        throw CompilerError(description: outcome.output)
      }
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
      return Difference(trial.session.expected, lines)
    }
  }

  /// Returns the compiler's message about a machine, which may be a warning.
  private static func message(about trial: Trial, in output: String) -> String? {
    guard let start = output.range(of: "\(trial.name).swift:") else { return nil }
    return output[start.lowerBound...].split(separator: "\n").prefix(8).joined(separator: "\n")
  }

  /// Writes one program, its input, and what compiles and runs it.
  private func write(_ trials: [Trial], to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    for trial in trials {
      try write(trial.code, to: "\(trial.name).swift")
      try write(trial.session.script.joined(separator: "\n") + "\n", to: "\(trial.name).script")
    }
    let names = trials.map(\.name)
    try write(Driver.main(for: names), to: "main.swift")
    // One process for each, so that a trap ends one machine only.
    try write(
      """
      swiftc -swift-version 6 -Onone -wmo -enforce-exclusivity=unchecked -o driver *.swift || exit 1
      for name in \(names.joined(separator: " ")); do
        SWIFT_BACKTRACE=enable=no ./driver $name $name.script > $name.out 2>&1
      done
      exit 0
      """, to: "run.sh")
  }
}

/// Something went wrong that is no machine's fault.
struct CompilerError: Error, CustomStringConvertible {
  var description: String
}
