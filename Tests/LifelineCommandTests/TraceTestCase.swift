import Foundation
import TestSupport
import XCTest

/// Tests of `lifeline trace` with the specs and logs of the page about traces.
class TraceTestCase: CommandTestCase {
  /// The spec and the log of the page about traces.
  func page() throws -> DocumentationPage {
    try XCTUnwrap(DocumentationPage.all().first { $0.name == "traces.md" })
  }

  func writeScreen() throws {
    let page = try page()
    try write(try XCTUnwrap(page.specs.first).text, to: "Screen.yaml")
    try write(try XCTUnwrap(page.blocks.first { $0.kind == "device.log" }).text, to: "device.log")
  }

  static let step = """
    lifeline: 1
    machine: Step
    context: {old: {default: false, fixed: true}}
    callbacks: {a: , b: , c: {channel: other}}
    events: [go]
    observing: delegate
    states:
      s: {on: {go: {to: t, do: [a, b, {if: old, do: c}]}}}
      t: {on: {go: {to: s, do: [b, a]}}}

    """

  func writeDialog() throws {
    try write(
      """
      lifeline: 1
      machine: Dialog
      callbacks: {ask: {answeredBy: [yes, no], before: save, within: 5s}, yes: , no: , save: }
      events: [go, accept, refuse, store]
      states:
        idle: {on: {go: {to: open, do: ask}}}
        open: {on: {accept: {to: idle, do: yes}, refuse: {to: idle, do: no}, store: {do: save}}}

      """, to: "Dialog.yaml")
    try write("10:00:00 ask\n10:00:09 yes\n", to: "late.log")
  }
}
