// Sessions with machines that make promises, and what the page tells of them.

/// A machine that breaks the promises of its only question in each way.
let promisedTaskSpec = """
  lifeline: 1
  machine: Task
  callbacks:
    begin: {answeredBy: end, before: begin, within: 3s}
    end: {needs: begin}
    note: {between: [begin, end]}
  events: [go, done, say, die]
  initial: idle
  states:
    idle: {on: {go: {to: busy, do: begin}, say: {do: note}, done: {do: end}}}
    busy:
      on: {go: {do: begin}, done: {to: idle, do: end}, say: {do: note}, die: over}
      after: {5s: {to: idle, do: note}}
    over: {final: true}

  """

/// Lines of sessions, each followed by what the page tells then. An empty line ends a session.
let toldOfTask = """
  start
  say
    1 note
    broken: between begin and end: none is open
  done
    2 end
    broken: needs begin: not yet
  go
    3 begin
    owed: begin at 0
    may come: end ← 3; note ← 3
  wait 3s
    owed: begin at 0
    may come: end ← 3; note ← 3
  wait 1ms
    owed: begin at 0, too late
    may come: end ← 3; note ← 3
  done
    4 end ← 3
    broken: too late: 3001ms after begin
  done
    5 end
    broken: needs begin: not since the last end
  go
    6 begin
    owed: begin at 3001
    may come: end ← 6; note ← 6
  go
    7 begin
    broken: begin is still to be answeredBy end before begin within 3s
    owed: begin at 3001, broken
    may come: end ← 7; note ← 7
  die
    broken: the machine ends, and begin is not answeredBy end before begin within 3s
    owed: begin at 3001, broken
    may come: end ← 7; note ← 7

  given busy
  say
    1 note
  done
    2 end
  go
    3 begin
    owed: begin at 0
    may come: end ← 3; note ← 3
  go
    4 begin
    broken: begin is still to be answeredBy end before begin within 3s
    owed: begin at 0, broken
    may come: end ← 4; note ← 4
  done
    5 end ← 4

  start
  go
    1 begin
    owed: begin at 0
    may come: end ← 1; note ← 1
  wait 6s
    2 note ← 1
    owed: begin at 0, too late
    may come: end ← 1; note ← 1
  done
    3 end ← 1
    broken: too late: 6s after begin

  """

/// A machine whose part begins anew and ends before it does.
let promisedFlowSpec = """
  lifeline: 1
  machine: Flow
  parts: {task: Task.yaml}
  callbacks: {ask: {answeredBy: tell}, tell: {onlyAfter: task.begin}}
  events: [go, done, die, want, renew, leave]
  initial: here
  states:
    here:
      on:
        go: {do: {task: {optional: go}}}
        done: {do: [{task: {optional: done}}, tell]}
        die: {do: {task: {optional: die}}}
        want: {do: ask}
        renew: {do: {restart: task}}
        leave: away
    away: {final: true}

  """

let toldOfFlow = """
  start
  done
    1 task.end
    2 tell
    broken: needs task.begin: not yet
    broken: onlyAfter task.begin: not yet
  done
    3 task.end
    4 tell
    broken: needs task.begin: not since the last task.end
    broken: onlyAfter task.begin: not yet
  go
    5 task.begin
    owed: task.begin at 0
    may come: tell ← 5; task.end ← 5; task.note ← 5
  want
    6 ask
    owed: ask at 0
    owed: task.begin at 0
    may come: tell ← 5; task.end ← 5; task.note ← 5
  renew
    owed: ask at 0
    may come: tell ← 5
  done
    7 task.end
    8 tell ← 5
    broken: needs task.begin: not yet
    may come: tell ← 5
  go
    9 task.begin
    owed: task.begin at 0
    may come: tell ← 9; task.end ← 9; task.note ← 9
  want
    10 ask
    owed: ask at 0
    owed: task.begin at 0
    may come: tell ← 9; task.end ← 9; task.note ← 9
  die
    owed: ask at 0
    owed: task.begin at 0
    may come: tell ← 9; task.end ← 9; task.note ← 9
  leave
    broken: the machine ends, and ask is not answeredBy tell
    owed: ask at 0, broken
    owed: task.begin at 0
    may come: tell ← 9; task.end ← 9; task.note ← 9

  """

/// A machine whose timer asks while time passes.
let promisedAlarmSpec = """
  lifeline: 1
  machine: Alarm
  callbacks: {ring: {answeredBy: rest, within: 3s}, rest: }
  events: [stop]
  initial: quiet
  states:
    quiet: {after: {2s: {to: loud, do: ring}}}
    loud: {on: {stop: {to: quiet, do: rest}}, after: {9s: {to: quiet, do: rest}}}

  """

let toldOfAlarm = """
  start
  wait 4s
    1 ring
    owed: ring at 2000
  wait 1s
    owed: ring at 2000
  wait 1ms
    owed: ring at 2000, too late
  stop
    2 rest
    broken: too late: 3001ms after ring
  wait 11s
    3 ring
    4 rest
    broken: too late: 9s after ring
  wait 6s
    5 ring
    owed: ring at 18001, too late

  """

/// A machine that makes a part new, and so the part of that.
let promisedOuterSpec = """
  lifeline: 1
  machine: Outer
  parts: {flow: Flow.yaml}
  events: [go, renew]
  states: {on: {on: {go: {do: {flow: go}}, renew: {do: {restart: flow}}}}}

  """

let toldOfOuter = """
  start
  go
    1 flow.task.begin
    owed: flow.task.begin at 0
    may come: flow.tell ← 1; flow.task.end ← 1; flow.task.note ← 1
  renew
  go
    2 flow.task.begin
    owed: flow.task.begin at 0
    may come: flow.tell ← 2; flow.task.end ← 2; flow.task.note ← 2
  go
    3 flow.task.begin
    broken: flow.task.begin is still to be answeredBy flow.task.end before flow.task.begin within 3s
    owed: flow.task.begin at 0, broken
    may come: flow.tell ← 3; flow.task.end ← 3; flow.task.note ← 3

  """

/// A machine with several promises about one call, and several calls that allow another.
let promisedParcelSpec = """
  lifeline: 1
  machine: Parcel
  context: {never: {default: false, fixed: true}}
  callbacks:
    open:
    close:
    ready:
    send: {between: [open, close], onlyAfter: {all: [open, ready]}}
    end: {needs: {all: [open, ready]}}
    log: {needs: {any: [open, ready]}}
  events: {o: , c: , r: , s: , e: , l: , ask: {answeredBy: log}}
  states:
    idle:
      answeredBy: log
      on:
        o: {do: open}
        c: {do: close}
        r: {do: ready}
        s: {do: send}
        e: {do: end}
        l: {do: log}
        ask: {if: never, do: log}

  """

let toldOfParcel = """
  start
    owed: idle at 0
  o
    1 open
    owed: idle at 0
    may come: log ← 1
  s
    2 send ← 1
    broken: onlyAfter all of open, ready: not yet
    owed: idle at 0
    may come: log ← 1
  s
    3 send ← 1
    broken: onlyAfter all of open, ready: not yet
    owed: idle at 0
    may come: log ← 1
  r
    4 ready
    owed: idle at 0
    may come: send ← 1, 4; end ← 1, 4; log ← 1, 4
  s
    5 send ← 1, 4
    owed: idle at 0
    may come: send ← 1, 4; end ← 1, 4; log ← 1, 4
  e
    6 end ← 1, 4
    owed: idle at 0
    may come: send ← 1, 4; log ← 1, 4
  e
    7 end
    broken: needs all of open, ready: not since the last end
    owed: idle at 0
    may come: send ← 1, 4; log ← 1, 4
  o
    8 open
    owed: idle at 0
    may come: send ← 4, 8; log ← 4, 8
  r
    9 ready
    owed: idle at 0
    may come: send ← 8, 9; end ← 8, 9; log ← 8, 9
  l
    10 log ← 8, 9
    may come: send ← 8, 9; end ← 8, 9
  l
    11 log
    broken: needs any of open, ready: not since the last log
    may come: send ← 8, 9; end ← 8, 9
  o
    12 open
    may come: send ← 9, 12; end ← 9, 12; log ← 12
  o
    13 open
    may come: send ← 9, 13; end ← 9, 13; log ← 13
  l
    14 log ← 13
    may come: send ← 9, 13; end ← 9, 13
  c
    15 close
    may come: end ← 9, 13
  s
    16 send ← 9, 13
    broken: between open and close: none is open
    may come: end ← 9, 13
  ask
    may come: end ← 9, 13

  given idle
  r
    1 ready
    may come: log ← 1
  e
    2 end
    may come: log ← 1
  s
    3 send
    may come: log ← 1

  """
