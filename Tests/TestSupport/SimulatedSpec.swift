/// A spec with parameters, facts of all kinds, regions, a timer, deferral, a history and an internal event.
package let simulatedSpec = """
  lifeline: 1
  machine: Shop
  types:
    Reason: [tooLate, soldOut]
  context:
    isOpen: true
    stock: {default: 2, private: true}
    system: {default: 17, fixed: true}
    patience: 5s
    title: {type: String, default: none}
  callbacks:
    ring:
    sell: {parameters: {name: String, count: Int}}
    refuse: {parameters: {reason: Reason}}
    note: {channel: log}
  events:
    enter:
    buy: {parameters: {name: String, count: Int}}
    leave: {parameters: {reason: Reason}}
    save:
    later:
    hurry:
  observing: delegate
  initial: empty
  states:
    empty:
      on: {enter: busy}
      entry: note
    busy:
      regions:
        clerk:
          states:
            idle:
              defer: later
              on:
                buy:
                  - {if: "count <= stock and isOpen", do: [{set: {stock: stock - count}}, sell]}
                  - {do: {refuse: {reason: soldOut}}}
                hurry: {to: running, do: {raise: rush}}
            running: {on: {rush: idle, later: {do: ring}}}
            last: {history: shallow, default: idle}
        door:
          states:
            ajar: {after: {patience: shut}}
            shut: {}
      on:
        leave: {to: empty, do: refuse}
        save: {do: note}
    closing:
      on: {enter: busy}
      entry: {if: 'system > 16 and title != ""', do: ring}
  scenarios:
    a guest:
      when: {enter: []}

  """
