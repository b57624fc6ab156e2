/// Specs that ask monitors to compare arguments of which nothing is known.
final class UncomparedArgumentTests: StaticCheckTestCase {
  func testNoTypeWithFewValues() throws {
    try find(
      "L866 no parameter of its calls has the type `Bool` or a type with at most 32 cases",
      in: "callbacks: {a: {parameters: {n: Int}}}\ncontext: {n: 1}\nstates: {s: {entry: a}}\n"
        + "observing: {⟪arguments⟫: true}")
    try find(
      "L866 a monitor has no argument to compare", callbacks: "a",
      in: "states: {s: {entry: a}}\nobserving: {⟪arguments⟫: true}")
    try findNothing(callbacks: "a", in: "states: {s: {entry: a}}\nobserving: {arguments: false}")
    // The only call with such an argument is one that the monitor doesn't see.
    try find(
      "L866 a monitor has no argument to compare",
      in: "callbacks: {a: {parameters: {b: Bool}}, c: }\nstates: {s: {entry: [{a: {b: true}}, c]}}\n"
        + "observing: {ignoring: [a], ⟪arguments⟫: true}")
  }

  private func spec(_ argument: String, _ rest: String = "", setting value: String = "true", isKnown: Bool) -> String {
    let parameters = argument.contains("told") ? "{parameters: {told: Bool}}" : ""
    return """
      callbacks: {a: {parameters: {b: Bool}}, c: }
      context: {fact: false, fixed: {default: true, fixed: true}, own: {default: false, private: true}}
      events: {go: \(parameters), other: }
      states:
        s: {on: {go: {do: {a: {b: \(argument)}}}, other: c}}
        c: {on: {go: {to: s, do: [c, {set: {own: \(value)}}]}}\(rest)}
      observing: {\(isKnown ? "arguments" : "⟪arguments⟫"): true}
      """
  }

  func testValuesThatArePassedOn() throws {
    for argument in ["told", "fact", "not told"] {
      try find("L866 the machine passes `b` on as the host gives it", in: spec(argument, isKnown: false))
    }
  }

  func testValuesThatARunTells() throws {
    for argument in ["true", "fact and told", "in(c)"] { try findNothing(in: spec(argument, isKnown: true)) }
    try findNothing(in: spec("fact", ", always: {if: fact, to: s}", isKnown: true))
    try findNothing(in: spec("own", isKnown: true))
    try findNothing(in: spec("fixed", ", always: {if: not fixed, to: s}", isKnown: true))
    // The field decides what another one decides.
    try findNothing(in: spec("fixed", ", always: {if: own, to: s}", setting: "fixed", isKnown: true))
  }
}
