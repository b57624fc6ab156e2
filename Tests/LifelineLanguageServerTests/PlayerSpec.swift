import Foundation
import XCTest

/// The spec that most tests ask about, in which marks are put.
let player = """
  lifeline: 1
  machine: Player
  types:
    Reason: [lost, refused]
  sources:
    manual: {title: The manual, claims: {C1: It pauses.}}
  context:
    repeats: false
    patience: 5s
    reason: {type: Reason, default: lost}
  callbacks:
    willPlay: {cites: manual C1}
    didPlay: {needs: willPlay, channel: screen, doc: Sound comes out.}
    didFail: {parameters: {reason: Reason}}
  events:
    play: {parameters: {volume: Int}}
    pause:
  initial: stopped
  states:
    stopped:
      doc: Nothing is heard.
      on:
        play: {to: playing, if: volume > 0, do: willPlay}
    playing:
      entry: didPlay
      on:
        pause: [{if: repeats and reason == lost, to: soft}, {to: paused, do: {didFail: {reason: refused}}}]
      states:
        loud:
        soft:
    paused:
      after: {patience: stopped}
  scenarios:
    a pause:
      given: {state: loud, repeats: false}
      when: {pause: {didFail: {reason: refused}}}
      then: paused
    the end:
      follows: a pause
      when: {wait: 5s}
      then: stopped

  """

/// Returns the spec with a caret in the first occurrence of `text`, which contains `‸`.
func player(at text: String, line: UInt = #line) -> String {
  let plain = text.filter { $0 != "‸" }
  guard let range = player.range(of: plain) else {
    XCTFail("the spec has no `\(plain)`", line: line)
    return player
  }
  return player.replacingCharacters(in: range, with: text)
}
