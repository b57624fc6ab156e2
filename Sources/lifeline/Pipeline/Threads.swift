#if canImport(Glibc)
  import Glibc

  /// Runs `work` on as many threads as there are cores, this one among them, but on `limit` at most, until all are done.
  ///
  /// The others keep off this thread's core. Kernels spread threads over the cores by and by, and some, of virtual
  /// machines, put off waking a second one: to threads that live for milliseconds that is never.
  func onAllCores(atMost limit: Int, _ work: @Sendable () -> Void) {
    let cores = Cores.usable
    withoutActuallyEscaping(work) { work in
      withUnsafePointer(to: work) { work in
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        // As large as the main thread's usually is; not all systems give as much.
        pthread_attr_setstacksize(&attributes, 8 << 20)
        cores?.withoutThisOne?.confineThreads(with: &attributes)
        var threads: [pthread_t] = []
        for _ in 1..<max(1, min(limit, cores?.count ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)))) {
          var thread = pthread_t()
          let fault = pthread_create(
            &thread, &attributes,
            { work in
              work?.assumingMemoryBound(to: (@Sendable () -> Void).self).pointee()
              return nil
            }, UnsafeMutableRawPointer(mutating: work))
          // With fewer it takes longer.
          if fault != 0 { break }
          threads.append(thread)
        }
        work.pointee()
        for thread in threads { pthread_join(thread, nil) }
      }
    }
  }

  /// Some of the machine's cores.
  private struct Cores {
    /// A bit for each, as the system has it.
    private var bits: [UInt]

    // The system's functions, which it does not declare to everybody.
    private typealias ThisCore = @convention(c) () -> Int32
    private typealias UsableCores = @convention(c) (pid_t, Int, UnsafeMutablePointer<UInt>) -> Int32
    private typealias Confine =
      @convention(c) (UnsafeMutablePointer<pthread_attr_t>, Int, UnsafePointer<UInt>) -> Int32

    private static func function<Function>(_ name: String, _: Function.Type) -> Function? {
      dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
    }

    /// Those that the process may use; `nil` if the system does not say.
    static var usable: Cores? {
      var bits = [UInt](repeating: 0, count: 1024 / UInt.bitWidth)
      let usableCores = function("sched_getaffinity", UsableCores.self)
      return usableCores?(0, size(of: bits), &bits) == 0 ? Cores(bits: bits) : nil
    }

    var count: Int { bits.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The cores besides that on which this thread runs; `nil` if there are none.
    var withoutThisOne: Cores? {
      guard let core = Self.function("sched_getcpu", ThisCore.self).map({ Int($0()) }), core >= 0,
        bits.indices.contains(core / UInt.bitWidth)
      else { return nil }
      var others = self
      others.bits[core / UInt.bitWidth] &= ~(1 << UInt(core % UInt.bitWidth))
      return others.count > 0 ? others : nil
    }

    /// Has threads that are started with `attributes` run on these cores. If it cannot be, they run anywhere.
    func confineThreads(with attributes: inout pthread_attr_t) {
      _ = Self.function("pthread_attr_setaffinity_np", Confine.self)?(&attributes, Self.size(of: bits), bits)
    }

    private static func size(of bits: [UInt]) -> Int { bits.count * MemoryLayout<UInt>.size }
  }
#else
  import Dispatch

  /// Runs `work` on as many threads as there are cores, this one among them, but on `limit` at most, until all are done.
  func onAllCores(atMost limit: Int, _ work: @Sendable () -> Void) {
    DispatchQueue.concurrentPerform(iterations: limit) { _ in work() }
  }
#endif
