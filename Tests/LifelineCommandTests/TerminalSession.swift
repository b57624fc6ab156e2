import Foundation
import TestSupport
import XCTest

/// A command on a terminal of its own, with somebody who reads and types.
struct TerminalSession {
  /// An action of the person at the terminal.
  enum Action {
    /// Waits until the text appears behind the one that was waited for before.
    case expect(String)
    /// Types a text.
    case type(String)
    /// Types the end of the input, Control-D.
    case end
    /// Interrupts the command, with Control-C.
    case interrupt
    /// Runs a shell command in the working folder.
    case run(String)
    /// Does nothing for some seconds.
    case pause(Double)
  }

  /// The outcome of a session.
  struct Result: Decodable {
    /// Everything that the terminal showed, with line feeds as line ends.
    var output: String
    /// The exit status; negative for a signal.
    var status: Int
    /// The seconds of processor time that the command took.
    var processorTime: Double
    /// Whether the terminal has the settings that it had before.
    var isIntact: Bool
    /// The text that was waited for in vain.
    var missing: String?
  }

  /// Runs a command on a terminal. Python's standard library provides it.
  static func run(_ command: [String], in folder: URL, _ actions: [Action]) throws -> Result {
    let steps = actions.map { action -> [String] in
      switch action {
      case .expect(let text): ["expect", text]
      case .type(let text): ["type", text]
      case .end: ["type", "\u{4}"]
      case .interrupt: ["type", "\u{3}"]
      case .run(let command): ["run", command]
      case .pause(let seconds): ["pause", "\(seconds)"]
      }
    }
    let python = "/usr/bin/python3"
    guard FileManager.default.isExecutableFile(atPath: python) else {
      let reason = "\(python), whose library opens terminals, is missing"
      XCTAssertNil(ProcessInfo.processInfo.environment["CI"], reason)
      throw XCTSkip(reason)
    }
    let request = String(decoding: try JSONEncoder().encode(["command": [command], "steps": steps]), as: UTF8.self)
    let result = try execute(
      python, ["-c", script, request], in: folder, environment: ["NO_COLOR": "1", "TERM": "xterm"], limit: 90)
    XCTAssertEqual(result.errors, "")
    return try JSONDecoder().decode(Result.self, from: Data(result.output.utf8))
  }

  private static let script = """
    import json, os, pty, select, subprocess, sys, termios, time
    request = json.loads(sys.argv[1])
    child, terminal = pty.fork()
    if child == 0:
        os.execv(request["command"][0][0], request["command"][0])
    settings = termios.tcgetattr(terminal)
    output, position, missing = b"", 0, None
    def read(seconds):
        global output
        if not select.select([terminal], [], [], seconds)[0]:
            return True
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            piece = b""
        output += piece
        return piece != b""
    for kind, value in request["steps"]:
        if kind == "expect":
            limit = time.monotonic() + 30
            wanted = value.replace("\\n", "\\r\\n").encode()
            while output.find(wanted, position) < 0:
                if time.monotonic() > limit or not read(0.2):
                    break
            found = output.find(wanted, position)
            if found < 0:
                missing = value
                break
            position = found + len(wanted)
        elif kind == "type":
            os.write(terminal, value.encode())
        elif kind == "run":
            subprocess.run(["/bin/sh", "-c", value], check=True)
        else:
            limit = time.monotonic() + float(value)
            while time.monotonic() < limit:
                read(0.05)
    limit = time.monotonic() + (1 if missing else 20)
    while time.monotonic() < limit and read(0.2):
        pass
    isIntact = termios.tcgetattr(terminal) == settings
    ended, status, usage = os.wait4(child, os.WNOHANG)
    while ended == 0 and time.monotonic() < limit:
        time.sleep(0.01)
        ended, status, usage = os.wait4(child, os.WNOHANG)
    if ended == 0:
        missing = missing or "the end of the command"
        os.kill(child, 9)
        ended, status, usage = os.wait4(child, 0)
    print(json.dumps({
        "output": output.decode("utf-8", "replace").replace("\\r\\n", "\\n"),
        "status": -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status),
        "processorTime": usage.ru_utime + usage.ru_stime, "isIntact": isIntact, "missing": missing}))
    """
}
