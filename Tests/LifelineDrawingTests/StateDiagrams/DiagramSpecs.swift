import Foundation
import LifelineModel
import TestSupport

/// The spec of a machine that has something of everything that a diagram shows.
let allFormsSpec = #"""
  lifeline: 1
  machine: AllForms
  context:
    count: {default: 0, private: true, range: 0...9}
    name: {type: String, default: ""}
    patience: 5s
  callbacks:
    begin: {parameters: {number: Int, text: String}}
    first:
    second:
    aCallWithAVeryLongNameThatNobodyReads:
    stop:
  events:
    go: {parameters: {number: Int}}
    tick:
    pause:
    leap:
    later:
  initial: {to: idle, do: first}
  states:
    idle:
      entry: [first, second, stop, first, second, stop, first, second, stop, first, second, stop, first, second]
      defer: [later, tick]
      on:
        go:
          - {if: 'name == "\"<&>;:#*{%|\\"', to: run, do: {set: {count: 'min(9, count + 1)'}}}
          - {if: number > 2, to: run}
          - idle
        leap: {to: [left.l2, right.r2], do: first}
        pause: {do: {if: count > 1, do: first, else: [second, {raise: jump}]}}
      after:
        patience: run
        1min: {if: in(idle), to: ended}
    run:
      exit: aCallWithAVeryLongNameThatNobodyReads
      initial: {to: slow, do: {begin: {number: count, text: name}}}
      on:
        tick: fast
        pause: run
        leap: {to: slow, reenter: true}
        later: both
        "*": {do: second}
      done: ended
      states:
        slow: {on: {tick: fast, go: fast, pause: last}}
        fast:
          always: {if: count == 9, to: over}
          on: {tick: slow, later: run, jump: deepest}
        over: {final: true}
        last: {history: shallow, default: slow}
        deepest: {history: deep, default: {to: fast, do: stop}}
    both:
      on: {pause: idle, jump: {to: both}}
      regions:
        left: {states: {l1: {on: {tick: l2}}, l2: {on: {leap: {to: [left.l1, right.r1]}}}}}
        right: {states: {r1: {on: {tick: r2}}, r2: {on: {go: {if: in(l2), to: r1}}}}}
        alone: {entry: first}
    ended: {final: true}
  """#

/// The spec of a machine whose names mean something to Mermaid, Graphviz or JavaScript.
let hostileNamesSpec = """
  lifeline: 1
  machine: Node
  events: [end, note, state]
  initial: state
  states:
    state: {on: {end: note, note: constructor, state: start}}
    note: {on: {end: end}}
    end: {on: {end: direction}}
    direction: {on: {end: graph_start}}
    graph_start: {on: {end: __proto__}}
    __proto__: {on: {end: constructor}}
    constructor:
      initial: start
      on: {note: hasOwnProperty}
      states:
        start: {on: {end: as}}
        as: {on: {end: class}}
        class: {on: {note: fork1}}
        fork1: {}
    constructor_start: {on: {end: toString}}
    start: {on: {end: constructor_start}}
    hasOwnProperty: {on: {end: node, note: edge, state: subgraph}}
    toString: {on: {end: node}}
    node: {on: {end: digraph}}
    edge: {on: {end: default}}
    subgraph: {on: {end: strict}}
    digraph: {}
    default: {on: {end: style, note: click}}
    strict: {}
    style: {}
    click: {}
    _a_: {}
    a__b: {}
    __a: {states: {b: {}, b_any: {}, b_contents: {}}}
  """

/// Returns the machines of `Specs/` and `Examples/`.
func drawnMachines() throws -> [Machine] { try readMachines.get() }

private let readMachines = Result {
  try documentedSpecs().map(documentedMachine) + exampleSpecs().map(documentedMachine)
}

/// Returns the specs of the examples.
func exampleSpecs() throws -> [URL] {
  let examples = packageRoot.appending(path: "Examples")
  let files = FileManager.default.enumerator(at: examples, includingPropertiesForKeys: nil)
  return (files?.allObjects as? [URL] ?? []).filter {
    $0.pathExtension == "yaml" && $0.lastPathComponent != "lifeline.yaml" && !$0.path.contains("/.build/")
  }.sorted { $0.path < $1.path }
}
