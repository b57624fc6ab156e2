import LifelineLanguage
import LifelineModel
import TestSupport

/// A random machine that uses the whole language, for comparing the engine with the interpreter.
struct OracleMachine {
  let yaml: String
  let machine: Machine

  /// Makes the machine with a number, of which every third one has parts; `nil` if the text that was drawn can't be read.
  static func make(_ number: Int, _ dice: inout SplitMix64) -> OracleMachine? {
    let name = "M\(number)"
    let yaml =
      number % 3 == 0
      ? PartDifferenceTests.makeSpec(name, &dice) : MachineMaker.makeMachine(name: name, seed: dice.next()).yaml
    return read(yaml, name: name)
  }

  /// Reads a machine; `nil` if it can't be read.
  static func read(_ yaml: String, name: String) -> OracleMachine? {
    let used = usedSpecs(PartDifferenceTests.parts)
    return SpecReader.read(bytes: Array(yaml.utf8), path: "\(name).yaml", using: used).machine.map {
      OracleMachine(yaml: yaml, machine: $0)
    }
  }
}
