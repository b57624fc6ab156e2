import LifelineRewriting
import XCTest

/// Tests how lists of calls are rewritten, in each of their spellings.
final class AcceptedCallTests: AcceptanceTestCase {
  func testCallsBetweenBrackets() throws {
    try checkStep("{open: [ring, creak]}", becomes: "{open: [ring, knock, creak]}")
    try checkStep("{open: [knock, creak]}", becomes: "{open: [ring, knock, creak]}")
    try checkStep("{open: [ ring,knock ]}", becomes: "{open: [ ring,knock, creak ]}")
    try checkStep("{open: []}", becomes: "{open: [ring, knock, creak]}")
    try checkStep("{open: [ring, name, knock, creak]}", becomes: "{open: [ring, knock, creak]}")
    try checkStep("{open: [ring, knock, creak, name]}", becomes: "{open: [ring, knock, creak]}")
    try checkStep("{open: [name, ring, knock, creak]}", becomes: "{open: [ring, knock, creak]}")
    try checkStep("{open: ['ring', \"name\", creak]}", becomes: "{open: ['ring', \"knock\", creak]}")
    try checkStep("{tick: [ring, knock]}", becomes: "{tick: []}")
    try checkStep("{tick: ring}", becomes: "{tick: []}")
    try checkStep("{open: ring}", becomes: "{open: [ring, knock, creak]}")
  }

  func testCallsBetweenBracketsOnSeveralLines() throws {
    try check(
      """
      scenarios:
        a:
          given: closed
          when:
            open: [  # what happens
              # first
              ring,  # it rings

              name,  # nobody says this
              # last
              creak  # and creaks
            ]  # end

      """,
      becomes: """
        scenarios:
          a:
            given: closed
            when:
              open: [  # what happens
                # first
                ring,  # it rings

                knock,  # nobody says this
                # last
                creak  # and creaks
              ]  # end

        """)
    try check(
      """
      scenarios:
        a:
          given: closed
          when:
            open: [
              name,  # one
              ring,
              name,  # two
              knock, creak,
              # three
              name,  # four
            ]

      """,
      becomes: """
        scenarios:
          a:
            given: closed
            when:
              open: [
                # one
                ring, # two
                knock, creak # three
                ,  # four
              ]

        """)
  }

  func testCallsBehindDashes() throws {
    try check(
      """
      scenarios:
        a:
          given: closed
          when:
            - open:
                - name   # nobody says this

                # it rings
                - 'ring'   # indeed

                # and creaks
                - creak   # once
              then: opened   # at last
            - shut:
                - knock
                - knock
                - ring   # not again
                # nor this
                - ring   # or this
          # the end
          then: closed

      """,
      becomes: """
        scenarios:
          a:
            given: closed
            when:
              - open:
                  # nobody says this

                  # it rings
                  - 'ring'   # indeed
                  - knock

                  # and creaks
                  - creak   # once
                then: opened   # at last
              - shut:
                  - knock
                  - knock
                  # not again
                  # nor this
                  # or this
            # the end
            then: closed

        """)
  }

  func testDashesOfWhichNothingIsLeft() throws {
    try check(
      """
      scenarios:
        a:
          given: closed
          when:
            - tick:
                - ring  # one
                - knock  # two
            - tick:
              # why
              - ring

      """,
      becomes: """
        scenarios:
          a:
            given: closed
            when:
              - tick: []
                  # one
                  # two
              - tick: []
                # why

        """)
  }

  func testListsInListsGiveWayToThePlainList() throws {
    try check(
      """
      scenarios:
        a:
          given: closed
          when:
            open:
              - [ring, knock]  # together
              # nobody
              - name

      """,
      becomes: """
        scenarios:
          a:
            given: closed
            when:
              open:
                - ring
                - knock
                - creak
                # together
                # nobody

        """)
  }

  /// The scenario expects calls that the machine leaves open as a pattern, with the arguments that it expected before.
  func testCallsThatStayOpen() throws {
    let spec = """
      lifeline: 1
      machine: Door
      callbacks: {ring: {parameters: {count: Int}}, knock: , creak: }
      events: [open]
      states: {closed: {on: {open: {do: [{anyOrder: [{ring: {count: 2}}, knock]}, {optional: creak}]}}}}

      """
    func accepted(_ step: String) throws -> String {
      let text = spec + "scenarios: {a: {when: [\(step)]}}\n"
      let acceptance = try acceptFailures(in: Array(text.utf8), path: "Door.yaml")
      return String(decoding: acceptance.bytes, as: UTF8.self).replacing(spec, with: "")
    }
    let open = "{anyOrder: [ring, knock]}, {optional: creak}"
    XCTAssertEqual(try accepted("{open: [knock]}"), "scenarios: {a: {when: [{open: [\(open)]}]}}\n")
    XCTAssertEqual(
      try accepted("{open: [{ring: {count: 1}}, knock, creak]}"),
      "scenarios: {a: {when: [{open: [\(open.replacing("ring", with: "{ring: {count: 2}}"))]}]}}\n")
    // A scenario that holds stays as it is.
    XCTAssertEqual(
      try accepted("{open: [ring, knock, creak]}"), "scenarios: {a: {when: [{open: [ring, knock, creak]}]}}\n")
  }

  func testPatternsThatMatchStay() throws {
    try checkStep("{open: [{anyOrder: [knock, ring]}, name]}", becomes: "{open: [{anyOrder: [knock, ring]}, creak]}")
    try checkStep(
      "{open: [{optional: name}, {oneOf: [ring]}]}",
      becomes: "{open: [{optional: name}, {oneOf: [ring]}, knock, creak]}")
    try checkStep("{open: [{repeat: name}, knock, creak]}", becomes: "{open: [ring, knock, creak]}")
    try checkStep("{open: {anyOrder: [ring, knock]}}", becomes: "{open: [{anyOrder: [ring, knock]}, creak]}")
    try checkStep("{open: {anyOrder: [ring, ring]}}", becomes: "{open: [ring, knock, creak]}")
    try check(
      """
      scenarios:
        a:
          given: closed
          when:
            open:
              anyOrder:   # no matter
                - ring
                - ring   # twice

      """,
      becomes: """
        scenarios:
          a:
            given: closed
            when:
              open: [ring, knock, creak]
                # no matter
                # twice

        """)
  }
}
