import Foundation
import LifelineGeneration
import LifelineLanguage
import LifelineModel
import LifelineTemplating
import TestSupport

/// A random machine with a session, whose reactions the generated code must repeat.
struct Trial: Sendable {
  var source: RandomMachine
  var session: Session
  /// The generated code with what the driver needs.
  var code: String

  var name: String { source.name }

  private static let generator = Result { SwiftGenerator(templates: try TemplateSet.load(overriding: [:])) }
  private static let shortGenerator = Result { try makeShortGenerator() }

  /// Generates the code of a trial that has no steps yet.
  ///
  /// - Parameter machine: The machine that was read from the spec of `source`.
  private static func prepare(_ source: RandomMachine, _ machine: Machine) throws -> Trial {
    let options = GenerationOptions(specName: source.name, specPath: "\(source.name).yaml")
    let generator = try (source.isStored ? Self.generator : Self.shortGenerator).get()
    let file = try generator.machineFile(for: PreparedMachine.prepare(machine), options: options)
    let conformance = Driver.conformance(of: machine, isStored: source.isStored)
    return Trial(
      source: source, session: Session(machine, isStored: source.isStored),
      code: String(decoding: file, as: UTF8.self) + conformance)
  }

  /// Makes a random machine and plays a random session with it.
  ///
  /// - Parameter greatestLength: The greatest number of lines of the generated code.
  /// - Returns: The trial, or `nil` if the spec has errors, the code is too long, or almost every step ends in a fault.
  static func make(name: String, seed: UInt64, greatestLength: Int) throws -> Trial? {
    var dice = SplitMix64(seed: seed)
    let source = MachineMaker.makeMachine(name: name, seed: dice.next())
    guard let machine = machine(source) else { return nil }
    var trial = try prepare(source, machine)
    guard trial.length <= greatestLength else { return nil }
    let forwarding = source.forwarding(with: &dice)
    if let forwarding, let machine = Self.machine(forwarding) { trial = try prepare(forwarding, machine) }
    trial.session.play(runs: 14, length: 16, with: &dice)
    return trial.session.steps.count < 50 ? nil : trial
  }

  /// Repeats the steps that failed with a smaller machine, and adds random steps.
  ///
  /// - Returns: The trial, or `nil` if the spec has errors.
  static func repeating(_ steps: [Session.Step], with source: RandomMachine) throws -> Trial? {
    guard let machine = machine(source) else { return nil }
    var trial = try prepare(source, machine)
    for step in steps { _ = trial.session.make(step) }
    var dice = SplitMix64(seed: 1)
    trial.session.play(runs: 8, length: 10, with: &dice)
    return trial
  }

  /// The number of lines of the code.
  private var length: Int { code.utf8.count { $0 == UInt8(ascii: "\n") } }

  private static func machine(_ source: RandomMachine) -> Machine? {
    SpecReader.read(bytes: Array(source.yaml.utf8), path: "\(source.name).yaml").machine
  }
}

/// The first difference between generated code and the interpreter.
struct Difference {
  /// The index of the line, which is also that of the step.
  var index: Int
  var expected: String
  var actual: String

  /// Returns the first difference between two outputs, or `nil` if they are equal.
  static func find(_ expected: [String], _ actual: [String]) -> Difference? {
    guard expected != actual else { return nil }
    let index = zip(expected, actual).prefix { $0 == $1 }.count
    return Difference(
      index: index,
      expected: index < expected.count ? expected[index] : "(nothing more)",
      // The message of a trap takes more than one line.
      actual: index < actual.count ? actual[index...].prefix(3).joined(separator: "\n") : "(nothing more)")
  }
}

/// Compiles trials, and runs them.
struct Bench {
  /// The greatest number of machines in one program, since the compiler reads all files of a program at once.
  private static let greatestBatch = 25

  var folder: URL

  /// Compiles and runs all trials.
  ///
  /// - Returns: The difference of each trial; `nil` if there is none, or if the trial couldn't run because the code of
  ///   another machine in its program doesn't compile.
  /// - Throws: ``CompilerError`` if a program doesn't compile and no machine is the reason.
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
    let messages = trials.map { Self.message(about: $0, in: outcome.output) }
    let failedBatches = Set(messages.indices.filter { messages[$0] != nil }.map { $0 % count })
    return try trials.enumerated().map { index, trial in
      if let message = messages[index] { return Difference(index: 0, expected: "no warnings", actual: message) }
      let batch = index % count
      let file = folder.appending(path: "batch\(batch)").appending(path: "\(trial.name).out")
      guard FileManager.default.fileExists(atPath: file.path) else {
        if failedBatches.contains(batch) { return nil }
        throw CompilerError(description: outcome.output)
      }
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
      return Difference.find(trial.session.expected, lines)
    }
  }

  /// Returns the compiler's message about a machine, which may be a warning.
  private static func message(about trial: Trial, in output: String) -> String? {
    guard let start = output.range(of: "\(trial.name).swift:") else { return nil }
    return output[start.lowerBound...].split(separator: "\n").prefix(8).joined(separator: "\n")
  }

  /// Writes one program, its input, and the script that compiles and runs it.
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
    // Each machine runs in its own process, so that a trap ends no other one.
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

/// A failure to compile a program that no machine is the reason for.
struct CompilerError: Error, CustomStringConvertible {
  var description: String
}
