import TestSupport
import XCTest

/// Tests `isActive` of generated machines, and resuming in states.
final class ActivityTests: CompilingTestCase {
  func testActivityAndResumptionWithAndWithoutRegions() throws {
    try skipTest(below: .thorough)
    let flat = "lifeline: 1\nmachine: Flat\nevents: [go]\nstates: {here: {on: {go: there}}, there: }"
    let nested = """
      lifeline: 1
      machine: Nested
      callbacks: [a]
      events: [go]
      states:
        out: {on: {go: inner}}
        outer:
          entry: a
          after: {10s: out}
          states: {inner: {states: {innermost: {after: {4s: last}}}}, last: {}}
      """
    let regions = """
      lifeline: 1
      machine: Regions
      events: [go]
      states:
        off: {on: {go: on}}
        on:
          regions:
            sound: {states: {loud: {on: {go: quiet}}, quiet: {after: {3s: loud}}}}
            picture: {states: {still: {}, moving: {states: {slowly: {}, fast: {}}}}}
      """
    let specs = [flat, nested, regions]
    for (index, spec) in specs.enumerated() { try write(generate(spec).machine, to: "Machine\(index).swift") }
    try write(
      """
      var flat = Flat(resumingIn: .there)
      print(flat.isActive(.there), flat.isActive(.here), MemoryLayout<Flat>.size)

      func active(_ machine: Nested) -> [Nested.AnyState] {
        let all: [Nested.AnyState] = [.out, .outer, .inner, .innermost, .last]
        return all.filter(machine.isActive)
      }
      var nested = Nested()
      print(active(nested), nested.timeUntilNextTimer as Any)
      nested.handle(.go) { _ in }
      print(active(nested), nested.timeUntilNextTimer!)
      var calls = 0
      nested = Nested(resumingIn: .innermost)
      nested.advance(by: .seconds(4)) { _ in calls += 1 }
      print(active(nested), nested.timeUntilNextTimer!, calls)

      func active(_ machine: Regions) -> [Regions.AnyState] {
        let all: [Regions.AnyState] = [
          .off, .on, .sound, .loud, .quiet, .picture, .still, .moving, .slowly, .fast,
        ]
        return all.filter(machine.isActive)
      }
      print(active(Regions()), Regions().states)
      let regions = try Regions(resumingIn: [.quiet, .moving])
      print(active(regions), regions.timeUntilNextTimer!)
      print(try Regions(resumingIn: regions.states) == regions, regions.states)
      do { _ = try Regions(resumingIn: [.slowly, .fast]) } catch { print(error.states) }
      """, to: "main.swift")
    try compile(specs.indices.map { "Machine\($0).swift" } + ["main.swift"], ["-o", "program"])
    let output = try execute(folder.appending(path: "program").path, [], in: folder, mergingErrors: true).output
    XCTAssertEqual(
      output,
      """
      true false 1
      [out] nil
      [outer, outer.inner, outer.inner.innermost] 4.0 seconds
      [outer, outer.last] 6.0 seconds 0
      [off] [off]
      [on, on.sound, on.sound.quiet, on.picture, on.picture.moving, on.picture.moving.slowly] 3.0 seconds
      true [on.sound.quiet, on.picture.moving.slowly]
      [on.picture.moving.slowly, on.picture.moving.fast]

      """)
  }
}
