import LifelineAnalysis
import LifelineDrawing
import LifelineInterpreter
import LifelineLanguage
import LifelineModel
import LifelineReporting
import LifelineRewriting
import LifelineScenarios
import LifelineSource

/// A simulation of a spec's machine, which somebody steers line by line.
package struct Simulation: Sendable {
  /// An answer to a line.
  package struct Answer: Sendable {
    /// The lines to show.
    package var lines: [String] = []
    /// The reason that the line wasn't carried out.
    package var mistake: SimulationMistake?
    /// The name under which to save the session.
    package var name: String?
    /// The path of a file for a picture, and the picture.
    package var picture: (path: String, lifeLine: LifeLine)?
    /// Whether the simulation ends.
    package var isEnd = false
  }

  private var reading: SpecReading
  /// The bytes of the spec.
  private var bytes: [UInt8]
  private(set) var session: SimulationSession
  let samples: ParameterSamples
  let reader: SimulationLineReader

  private init(_ reading: SpecReading, of bytes: [UInt8], _ session: SimulationSession) {
    self.reading = reading
    self.bytes = bytes
    self.session = session
    samples = ParameterSamples.find(in: session.machine)
    reader = SimulationLineReader(machine: session.machine)
  }

  /// Begins the simulation of a machine.
  /// - Parameters:
  ///   - reading: The spec of the machine, to which sessions are added as scenarios.
  ///   - bytes: The bytes of the spec.
  ///   - given: The beginning, as words of the command `given`.
  /// - Throws: If the beginning isn't one of the machine, or the machine can't begin so.
  package static func begin(
    _ machine: Machine, _ reading: SpecReading, of bytes: [UInt8], given: [String] = []
  ) throws(SimulationMistake) -> Simulation {
    let words = try given.map { (text) throws(SimulationMistake) in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return SimulationWord(key: parts.count > 1 ? parts[0] : nil, text: parts.last ?? "", columns: 1..<2)
    }
    let beginning = try SimulationLineReader(machine: machine).beginning(words)
    do throws(SimulationFailure) {
      return Simulation(reading, of: bytes, try .begin(MachineIndex.build(for: machine), beginning))
    } catch {
      throw SimulationMistake(.impossibleStep, "\(machine.name) can't begin so: \(error.message)")
    }
  }

  var text: SimulationText { SimulationText(session: session, samples: samples) }

  /// The path of the spec.
  package var path: String { reading.source.path }

  /// The lines about how it begins.
  package var opening: [String] { [text.lastStep] + text.situation }

  /// The line that greets a user.
  package var greeting: String {
    let machine = session.machine
    let events = machine.declared.events.count { !$0.isInternal }
    return
      "\(machine.name): \(counted(machine.declared.states.count { !$0.isHistory } - 1, "state")), \(counted(events, "event")). "
      + "Type an event, or `help`."
  }

  /// Carries out a line.
  package mutating func answer(_ line: String) -> Answer {
    do throws(SimulationMistake) {
      return try carryOut(try reader.command(line))
    } catch {
      return Answer(mistake: error)
    }
  }

  private mutating func carryOut(_ command: SimulationCommand) throws(SimulationMistake) -> Answer {
    switch command {
    case .nothing: return Answer()
    case .quit: return Answer(isEnd: true)
    case .help: return Answer(lines: Self.help)
    case .show: return Answer(lines: text.situation)
    case .draw(nil): return Answer(lines: drawSession(session).formatLines())
    case .draw(let path?): return Answer(picture: (path, drawSession(session)))
    case .save(let name): return Answer(name: name)
    case .restart: return try perform(.begin(session.beginning))
    case .perform(let stimulus): return try perform(stimulus)
    case .waitForTimer:
      guard let timer = session.current.after.timers.first else {
        throw SimulationMistake(.badLine, "no timer runs; write how long to wait, as in `wait 5s`")
      }
      return try perform(.wait(milliseconds: timer.remaining))
    case .undo(let count):
      var undone: [String] = []
      for _ in 0..<count {
        guard let moment = session.undo() else { break }
        undone.append(text.title(of: moment.stimulus))
      }
      guard !undone.isEmpty else { throw SimulationMistake(.badLine, "there is nothing to take back") }
      return Answer(lines: ["took back \(undone.joined(separator: ", "))"] + text.situation)
    }
  }

  private mutating func perform(_ stimulus: SimulationSession.Stimulus) throws(SimulationMistake) -> Answer {
    do throws(SimulationFailure) {
      try session.perform(stimulus)
    } catch {
      throw SimulationMistake(.impossibleStep, "nothing was done: \(error.message)")
    }
    return Answer(lines: opening)
  }

  private static let help: [String] = {
    let rows = [("EVENT", "EVENT name=value", "send an event")] + simulationCommands.dropFirst()
    let width = rows.map(\.1.count).max() ?? 0
    return rows.map { "  " + $0.1 + String(repeating: " ", count: width - $0.1.count) + "  " + $0.2 }
      + [
        "Write a text with spaces in double quotes. A line that begins with # is a comment. An event that is named like a",
        "command is sent with `send`.",
      ]
  }()
}

// MARK: - Saving

extension Simulation {
  /// The outcome of saving a session.
  package struct Saving: Sendable {
    /// The change of the spec; `nil` if nothing was written.
    package var difference: UnifiedDifference?
    /// The lines to show.
    package var lines: [String] = []
    /// The reason that nothing was written.
    package var mistake: SimulationMistake?
  }

  /// Adds what happened since the last beginning to the spec, as a scenario.
  ///
  /// Every other byte of the spec stays.
  /// - Parameter write: Writes the new bytes of the spec in place of the old ones, and returns why it doesn't.
  package mutating func save(
    named name: String, by write: (_ path: String, _ new: [UInt8], _ old: [UInt8]) -> SimulationMistake?
  ) -> Saving {
    let path = reading.source.path
    let scenario = session.record(named: name)
    do throws(InsertionRefusal) {
      let insertion = try insert(scenario, into: bytes, reading: reading)
      if let mistake = write(path, insertion.bytes, bytes) { return refuse(mistake, scenario) }
      let difference = UnifiedDifference.compare(
        String(decoding: bytes, as: UTF8.self), with: String(decoding: insertion.bytes, as: UTF8.self), path: path)
      bytes = insertion.bytes
      reading = insertion.reading
      return Saving(difference: difference, lines: ["saved `\(name)` in \(path)"])
    } catch {
      switch error {
      case .nameIsTaken:
        let message = "\(path) has a scenario `\(name)` already, which isn't overwritten; choose another name"
        return Saving(mistake: SimulationMistake(.scenarioExists, message))
      case .unsafe(let reason):
        return refuse(SimulationMistake(.scenarioNotAdded, "the scenario isn't added to the spec: \(reason)"), scenario)
      }
    }
  }

  /// Returns the outcome of an attempt that failed, with the scenario, so that it isn't lost.
  private func refuse(_ mistake: SimulationMistake, _ scenario: RecordedScenario) -> Saving {
    let lines = scenarioLines(scenario, of: session.machine)
    return Saving(lines: ["The scenario, to add it by hand:"] + lines, mistake: mistake)
  }
}
