#if canImport(Glibc)
  import Dispatch
  import Glibc
  import Synchronization

  /// Runs `work` on as many threads as there are cores, this one among them, but on `limit` at most, until all are done.
  ///
  /// The others keep off this thread's core. Kernels spread threads over the cores by and by, and some, of virtual
  /// machines, put off waking a second one: to threads that live for milliseconds that is never.
  func onAllCores(atMost limit: Int, _ work: @escaping @Sendable () -> Void) {
    let cores = Cores.usable
    let crew = Crew(work)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // As large as the main thread's usually is; not all systems give as much.
    pthread_attr_setstacksize(&attributes, 8 << 20)
    cores?.withoutThisOne?.confineThreads(with: &attributes)
    for _ in 1..<max(1, min(limit, cores?.count ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)))) {
      // With fewer it takes longer.
      guard crew.addThread(&attributes) else { break }
    }
    pthread_attr_destroy(&attributes)
    work()
    crew.waitForAll()
  }

  /// Threads that do the same.
  private final class Crew: Sendable {
    private let work: @Sendable () -> Void
    /// How many have not come to an end, the one that waits for the others among them.
    private let busy = Atomic(1)
    /// Is signalled by the last.
    private let end = DispatchSemaphore(value: 0)

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }

    /// Starts a thread; gives whether the system lets it.
    func addThread(_ attributes: inout pthread_attr_t) -> Bool {
      busy.add(1, ordering: .relaxed)
      let crew = Unmanaged.passRetained(self)
      var thread = pthread_t()
      let fault = pthread_create(
        &thread, &attributes,
        { pointer in
          guard let pointer else { return nil }
          let crew = Unmanaged<Crew>.fromOpaque(pointer).takeRetainedValue()
          growHeap()
          crew.work()
          crew.leave()
          return nil
        }, crew.toOpaque())
      guard fault == 0 else {
        crew.release()
        busy.subtract(1, ordering: .relaxed)
        return false
      }
      return true
    }

    private func leave() {
      if busy.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { end.signal() }
    }

    /// Waits for the threads, awake at first: to be woken takes long where a machine's cores are virtual.
    func waitForAll() {
      leave()
      let deadline = DispatchTime.now() + .milliseconds(1)
      while busy.load(ordering: .acquiring) > 0 {
        guard DispatchTime.now() < deadline else { return end.wait() }
      }
    }
  }

  /// Has the heap that a thread has for itself grow by what a run of some size takes. By itself it grows by a page at a
  /// time, for each of which the system is asked; memory that has been given back once is there at once.
  private func growHeap() {
    // Each is less than what the system would be asked for apart from the heap.
    let piece = { UnsafeMutableRawPointer.allocate(byteCount: 120 << 10, alignment: 16) }
    let pieces = (piece(), piece(), piece(), piece(), piece())
    pieces.0.deallocate()
    pieces.1.deallocate()
    pieces.2.deallocate()
    pieces.3.deallocate()
    pieces.4.deallocate()
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
  func onAllCores(atMost limit: Int, _ work: @escaping @Sendable () -> Void) {
    DispatchQueue.concurrentPerform(iterations: limit) { _ in work() }
  }
#endif
