import Foundation
import XCTest

/// Runs the tests against one mutant after the other, each in a process of its own.
///
/// A test that doesn't execute a mutant's code can't notice it, so only the others run, up to the first that fails.
final class Trial: NSObject, XCTestObservation {
  typealias Test = (name: String, run: () -> Void)

  private let tests: [Test]
  private var testsPassing: [Int: [Int]] = [:]
  /// The index of the test that failed. A child process passes it to its parent.
  private let failed = Trial.shared(Int.self)
  private var index = 0
  /// The processor time that a test may take, in seconds: a thousand times the average.
  private var secondsOfTest = 0.0

  init(_ tests: [Test]) {
    self.tests = tests
    super.init()
    XCTestObservationCenter.shared.addTestObserver(self)
  }

  /// Tries each of `mutants`, and writes a line for it.
  func run(_ mutants: some Sequence<Int>) {
    pass()
    // Nobody needs the backtraces and core dumps of mutants that trap.
    var none = rlimit()
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    for mutant in mutants {
      print(mutant, verdict(on: mutant))
      fflush(stdout)
    }
  }

  /// Runs all tests without a mutant, and records whose code each of them executes.
  ///
  /// A child process does this as well: a process in which a test has run has threads, and its children wouldn't have
  /// them.
  private func pass() {
    let pipe = Pipe()
    let outcome = child({
      for (index, test) in self.tests.enumerated() {
        self.index = index
        Mutation.passed = [:]
        test.run()
        var passed = (Mutation.passed ?? [:]).flatMap { [Int32($0), Int32($1), Int32(index)] }
        pipe.fileHandleForWriting.write(Data(bytes: &passed, count: passed.count * MemoryLayout<Int32>.stride))
      }
    }) {
      try? pipe.fileHandleForWriting.close()
      let passed = pipe.fileHandleForReading.readDataToEndOfFile().withUnsafeBytes { Array($0.bindMemory(to: Int32.self)) }
      for start in stride(from: 0, to: passed.count, by: 3) {
        for mutant in passed[start]..<(passed[start] + passed[start + 1]) {
          self.testsPassing[Int(mutant), default: []].append(Int(passed[start + 2]))
        }
      }
    }
    guard case .exit(0) = outcome else { exit(2) }
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    let seconds = [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000 }
    secondsOfTest = 1_000 * seconds / Double(max(1, tests.count))
  }

  func testCase(_ test: XCTestCase, didFailWithDescription text: String, inFile file: String?, atLine line: Int) {
    if Mutation.current == 0 {
      print("the machine itself fails \(tests[index].name): \(text)")
      fflush(stdout)
      _exit(2)
    }
    failed.pointee = index
    _exit(1)
  }

  private func verdict(on mutant: Int) -> String {
    let tests = testsPassing[mutant, default: []]
    switch child({ self.runTests(tests, mutant) }) {
    case .exit(1): return "noticed \(self.tests[failed.pointee].name)"
    case .exit: break
    case .signal(SIGPROF): return "endless"
    case .signal: return "traps"
    }
    let verdict = walk(mutant, changingMemory: true)
    if verdict == "alike" { return "alike" }
    return walk(mutant, changingMemory: false) == "alike" ? "alike-inside" : "unnoticed \(tests.count) \(verdict)"
  }

  private func runTests(_ indices: [Int], _ mutant: Int) {
    Mutation.current = mutant
    for index in indices {
      self.index = index
      limit(to: secondsOfTest)
      tests[index].run()
    }
  }

  private func walk(_ mutant: Int, changingMemory: Bool) -> String {
    let outcome = child {
      var walk = Walk(mutant: mutant, changingMemory: changingMemory) { limit(to: 1) }
      switch walk.compare() {
      case .alike: return
      case .different(let way):
        print(mutant, "differs", way)
        fflush(stdout)
        _exit(1)
      case .unknown: _exit(2)
      }
    }
    switch outcome {
    case .exit(0): return "alike"
    case .exit(1): return "different"
    case .exit: return "unknown"
    case .signal: return "different"
    }
  }

  // MARK: Processes

  private enum Outcome {
    case exit(Int32)
    case signal(Int32)
  }

  /// Runs `body` in a forked process while this one goes on.
  private func child(_ body: () -> Void, meanwhile: () -> Void = {}) -> Outcome {
    let process = fork()
    if process == 0 {
      close(STDERR_FILENO)
      body()
      _exit(0)
    }
    meanwhile()
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return status & 0x7f == 0 ? .exit(status >> 8 & 0xff) : .signal(status & 0x7f)
  }

  /// Memory that a process shares with its children.
  private static func shared<Value>(_: Value.Type) -> UnsafeMutablePointer<Value> {
    let index = mmap(nil, MemoryLayout<Value>.size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    guard let index, index != MAP_FAILED else { fatalError("no memory") }
    return index.bindMemory(to: Value.self, capacity: 1)
  }
}

/// Ends this process after it has used the given processor time.
private func limit(to seconds: Double) {
  let whole = Int(seconds)
  let time = timeval(tv_sec: whole, tv_usec: Int((seconds - Double(whole)) * 1_000_000))
  var timer = itimerval(it_interval: timeval(), it_value: time)
  setitimer(__itimer_which_t(Int32(ITIMER_PROF.rawValue)), &timer, nil)
}
