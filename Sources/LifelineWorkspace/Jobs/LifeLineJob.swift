import LifelineDrawing
import LifelineInterpreter
import LifelineModel
import LifelineReporting
import LifelineScenarios
import LifelineSource

/// The drawing of a scenario, as `lifeline diagram --scenario` does it.
package struct LifeLineJob: Sendable {
  private let scenario: String
  private let combination: Int?
  private let format: DiagramFormat?
  private let output: String?
  private let usesASCII: Bool
  private let showsNumbers: Bool
  /// Whether each combination is drawn, in place of one.
  package var drawsAllCombinations = false

  /// Creates a job.
  /// - Parameters:
  ///   - scenario: The name of the scenario.
  ///   - combination: The combination of what its `where` varies, counted from 1; `nil` for the first.
  ///   - format: The format; `nil` for that of the output's ending, or else text.
  ///   - output: The file that the picture is written to; `nil` to answer with it.
  ///   - usesASCII: Whether a text has no other characters than those of ASCII.
  ///   - showsNumbers: Whether a text has the numbers of lines.
  package init(
    scenario: String, combination: Int?, format: DiagramFormat?, output: String?, usesASCII: Bool, showsNumbers: Bool
  ) {
    self.scenario = scenario
    self.combination = combination
    self.format = format
    self.output = output
    self.usesASCII = usesASCII
    self.showsNumbers = showsNumbers
  }

  /// The mistakes in a command line, of which most only show when the spec is read.
  package enum Mistake: Error {
    /// The paths lead to several specs.
    case severalSpecs
    /// A scenario isn't drawn in this format.
    case format(DiagramFormat)
    /// No scenario has the name.
    case scenario(names: [String], nearest: String?)
    /// The scenario has only this number of combinations.
    case combination(count: Int)
    /// Standard output can't take several pictures.
    case severalPictures(count: Int)
  }

  /// Draws the scenario of the spec at `paths`, whether it holds or fails. If the spec has an error, nothing is drawn.
  package func run(paths: [String]) throws(Mistake) -> JobResult {
    let format = format ?? output.flatMap(DiagramFormat.find) ?? .text
    guard format == .text || format == .svg else { throw .format(format) }
    var (result, drawing) = try draw(paths: paths)
    guard let (spec, pictures) = drawing else { return result }
    if format == .svg, output == nil, pictures.count > 1 { throw .severalPictures(count: pictures.count) }
    let texts =
      format == .svg ? pictures.map { $0.formatSVG() } : [pictures.map { lines(of: $0) }.joined(separator: "\n")]
    guard let output else {
      result.answer = texts.map { String($0.dropLast()) }
      return result
    }
    let path = spec.spec.file.path
    let heading = format.heading(forSpec: Path.name(of: path))
    let files = texts.enumerated().map { number, text in
      GeneratedFile(
        path: texts.count > 1 ? Self.path(output, numbered: number + 1) : output, bytes: Array((heading + text).utf8),
        spec: path, marker: format.marker)
    }
    result.add(OutputWriter.write(files))
    return result
  }

  /// Returns the path of one of several pictures: `a-1.svg` for `a.svg`.
  private static func path(_ output: String, numbered number: Int) -> String {
    let ending = DiagramFormat.svg.ending
    return output.hasSuffix(ending) ? "\(output.dropLast(ending.count))-\(number)\(ending)" : "\(output)-\(number)"
  }

  /// Draws the scenario as `run` does, and leaves the picture to the JSON document.
  package func describe(paths: [String]) throws(Mistake) -> JobResult {
    let (drawn, drawing) = try draw(paths: paths)
    var result = drawn
    result.members = {
      guard let (spec, pictures) = drawing else { return [("specs", [])] }
      return [
        ("specs", [["path": .string(spec.spec.file.path), "machine": spec.machine.map { .string($0.name) }]]),
        ("lifeLine", LifeLineDocument.object(pictures[0])),
      ]
    }
    return result
  }

  private func draw(paths: [String]) throws(Mistake) -> (JobResult, (spec: CompiledSpec, pictures: [LifeLine])?) {
    var result = JobResult()
    let only: CompiledSpec?
    do throws(SeveralSpecs) { only = try result.diagnostics.readOnlySpec(at: paths) } catch { throw .severalSpecs }
    guard !result.diagnostics.containsErrors, let spec = only, let machine = spec.machine else { return (result, nil) }
    return (result, (spec, try draw(machine)))
  }

  private func lines(of picture: LifeLine) -> String {
    let lines = picture.formatLines(in: usesASCII ? .ascii : .unicode, showingNumbers: showsNumbers)
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns the picture of each combination that is asked for, of which there is always one.
  private func draw(_ machine: Machine) throws(Mistake) -> [LifeLine] {
    let names = machine.scenarios.map(\.name)
    guard let number = names.firstIndex(of: scenario) else {
      throw .scenario(names: names, nearest: nearestName(to: scenario, among: names))
    }
    let count = machine.scenarios[number].combinationCount
    let combination = combination ?? 1
    guard (1...count).contains(combination) else { throw .combination(count: count) }
    let index = MachineIndex.build(for: machine)
    return (drawsAllCombinations ? 0..<count : combination - 1..<combination).map { combination in
      drawScenario(ID(number), combination: combination, countingCombinations: true, in: index)
    }
  }
}
