/// `TCPConnection` written by hand: nested switches over the state and the event. The deferred CLOSE is a flag. Code
/// that reacts to internal events in the generated machine is called directly here.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct TCPConnectionByHand: Hashable, Sendable {
  /// The atomic states.
  public enum State: UInt8, Hashable, Sendable {
    case closed, listen, synSent, synReceived, established, finWait1, finWait2, closeWait, closing, lastAck, timeWait
  }

  /// The events.
  public enum Event: Hashable, Sendable {
    case openPassive
    case openActive
    case send
    case receive
    case close
    case abort
    case receiveOutOfWindow(rst: Bool)
    case receiveRST(exact: Bool)
    case receiveSYN
    case receiveSYNACK
    case receiveBadACK
    case receiveFINAndACKOfFIN
    case receiveFIN
    case receiveText
    case receiveACKOfFIN
    case receiveACK
    case retransmissionTimeout
    case textTimesOut
  }

  /// The callbacks.
  public enum Callback: Hashable, Sendable {
    case sendSYN, sendSYNACK, sendACK, sendText, sendFIN, sendRST, retransmit
    case connectionOpened, connectionClosing, connectionReset, connectionRefused, connectionTimedOut, deliverText
    case closeOK, abortOK
    case errorDoesNotExist, errorAlreadyExists, errorRemoteUnspecified, errorConnectionClosing, errorClosing
  }

  /// The facts that guards read.
  public struct Context: Hashable, Sendable {
    /// The way into SYN-RECEIVED.
    public enum Opened: UInt8, Hashable, Sendable {
      case actively, passively, anew
    }

    /// Whether OPEN names the peer.
    public var remoteSpecified = true
    /// The time to wait for an acknowledgment.
    public var userTimeout = Duration.seconds(300)
    /// The duration of TIME-WAIT.
    public var twoMSL = Duration.seconds(240)
    /// Whether RFC 5961 is followed.
    public var challengesACK = true
    /// Whether TIME-WAIT accepts a SYN.
    public var reopens = false
    /// Whether there is text to fetch.
    public var textWaiting = false
    /// The way into SYN-RECEIVED.
    public var opened = Opened.actively
    /// Whether there is text to send.
    public var textQueued = false

    /// Creates the default facts.
    public init() {}
  }

  /// The facts that guards read.
  public var context: Context
  /// The active state.
  public private(set) var state: State
  private var timer: Duration?
  private var closeIsKept = false

  /// Starts the machine. Nothing is called.
  public init(context: Context = Context()) {
    self.context = context
    self.context.textQueued = false
    state = .closed
  }

  /// Sends an event.
  ///
  /// - Returns: Whether the machine handles the event.
  @discardableResult
  public mutating func handle(_ event: Event, calling call: (Callback) -> Void) -> Bool {
    guard take(event, call) else { return false }
    if closeIsKept, state != .synReceived || !context.textQueued {
      closeIsKept = false
      _ = take(.close, call)
    }
    return true
  }

  /// The time until the next deadline.
  public var timeUntilNextTimer: Duration? { timer }

  /// Lets time pass.
  public mutating func advance(by duration: Duration, calling call: (Callback) -> Void) {
    guard let time = timer else { return }
    if time > duration {
      if duration > .zero { timer = time - duration }
    } else {
      if state != .timeWait { call(.connectionTimedOut) }
      delete()
      if closeIsKept {
        closeIsKept = false
        _ = take(.close, call)
      }
    }
  }

  private mutating func take(_ event: Event, _ call: (Callback) -> Void) -> Bool {
    switch state {
    case .closed:
      switch event {
      case .openPassive:
        context.opened = .passively
        state = .listen
      case .openActive:
        open(call)
      case .send, .receive, .close, .abort:
        call(.errorDoesNotExist)
      case .receiveBadACK, .receiveSYN, .receiveSYNACK, .receiveFIN, .receiveText, .receiveACK:
        call(.sendRST)
      default:
        return false
      }
    case .listen:
      switch event {
      case .openPassive:
        call(.errorAlreadyExists)
      case .openActive:
        open(call)
      case .send:
        if context.remoteSpecified { context.textQueued = true }
        open(call)
      case .receive:
        break
      case .close:
        call(.errorClosing)
        delete()
      case .abort:
        call(.connectionReset)
        delete()
      case .receiveSYN:
        call(.sendSYNACK)
        state = .synReceived
        arm(context.userTimeout)
      case .receiveBadACK, .receiveSYNACK, .receiveFIN, .receiveText, .receiveACK:
        call(.sendRST)
      default:
        return false
      }
    case .synSent:
      switch event {
      case .openPassive, .openActive:
        call(.errorAlreadyExists)
      case .send:
        context.textQueued = true
      case .receive:
        break
      case .close:
        call(.errorClosing)
        delete()
      case .abort:
        call(.connectionReset)
        delete()
      case .receiveRST(let exact):
        guard exact else { return false }
        call(.connectionReset)
        delete()
      case .receiveBadACK:
        call(.sendRST)
      case .receiveSYN:
        call(.sendSYNACK)
        state = .synReceived
        arm(context.userTimeout)
      case .receiveSYNACK:
        timer = nil
        call(.sendACK)
        establish(call)
      case .retransmissionTimeout:
        call(.retransmit)
      default:
        return false
      }
    case .synReceived:
      switch event {
      case .openPassive, .openActive:
        call(.errorAlreadyExists)
      case .send:
        context.textQueued = true
      case .receive:
        break
      case .close:
        if context.textQueued {
          closeIsKept = true
        } else {
          call(.sendFIN)
          state = .finWait1
          arm(context.userTimeout)
        }
      case .abort:
        reset(call)
      case .receiveOutOfWindow(let rst):
        guard !rst else { return false }
        call(.sendACK)
      case .receiveRST(let exact):
        if context.challengesACK, !exact {
          call(.sendACK)
        } else if context.opened == .passively {
          listenAgain()
        } else if context.opened == .anew {
          state = .timeWait
          arm(context.twoMSL)
        } else {
          call(.connectionRefused)
          delete()
        }
      case .receiveBadACK:
        call(.sendRST)
      case .receiveSYN:
        if context.opened == .passively { listenAgain() } else { challenge(call) }
      case .receiveSYNACK:
        if context.opened == .actively {
          timer = nil
          establish(call)
        } else if context.opened == .passively {
          listenAgain()
        } else {
          challenge(call)
        }
      case .receiveFIN:
        timer = nil
        establish(call)
        call(.connectionClosing)
        call(.sendACK)
        state = .closeWait
      case .receiveText:
        timer = nil
        establish(call)
        call(.deliverText)
        call(.sendACK)
      case .receiveACK:
        timer = nil
        establish(call)
      case .retransmissionTimeout:
        call(.retransmit)
      default:
        return false
      }
    case .established:
      switch event {
      case .openPassive, .openActive:
        call(.errorAlreadyExists)
      case .send:
        call(.sendText)
      case .receive, .receiveACK:
        break
      case .close:
        call(.sendFIN)
        state = .finWait1
        arm(context.userTimeout)
      case .abort:
        reset(call)
      case .receiveOutOfWindow(let rst):
        guard !rst else { return false }
        call(.sendACK)
      case .receiveRST(let exact):
        receiveReset(exact, call)
      case .receiveBadACK:
        call(.sendACK)
      case .receiveSYN:
        challenge(call)
      case .receiveFIN:
        call(.connectionClosing)
        call(.sendACK)
        state = .closeWait
      case .receiveText:
        call(.deliverText)
        call(.sendACK)
      case .retransmissionTimeout:
        call(.retransmit)
      case .textTimesOut:
        call(.connectionTimedOut)
        delete()
      default:
        return false
      }
    case .finWait1:
      switch event {
      case .openPassive, .openActive:
        call(.errorAlreadyExists)
      case .send, .close:
        call(.errorConnectionClosing)
      case .receive, .receiveACK:
        break
      case .abort:
        reset(call)
      case .receiveOutOfWindow(let rst):
        guard !rst else { return false }
        call(.sendACK)
      case .receiveRST(let exact):
        receiveReset(exact, call)
      case .receiveBadACK:
        call(.sendACK)
      case .receiveSYN:
        challenge(call)
      case .receiveFINAndACKOfFIN:
        call(.closeOK)
        call(.connectionClosing)
        call(.sendACK)
        state = .timeWait
        arm(context.twoMSL)
      case .receiveFIN:
        call(.connectionClosing)
        call(.sendACK)
        state = .closing
        arm(context.userTimeout)
      case .receiveText:
        call(.deliverText)
        call(.sendACK)
      case .receiveACKOfFIN:
        timer = nil
        call(.closeOK)
        state = .finWait2
      case .retransmissionTimeout:
        call(.retransmit)
      case .textTimesOut:
        call(.connectionTimedOut)
        delete()
      default:
        return false
      }
    case .finWait2:
      switch event {
      case .openPassive, .openActive:
        call(.errorAlreadyExists)
      case .send, .close:
        call(.errorConnectionClosing)
      case .receive, .receiveACK:
        break
      case .abort:
        reset(call)
      case .receiveOutOfWindow(let rst):
        guard !rst else { return false }
        call(.sendACK)
      case .receiveRST(let exact):
        receiveReset(exact, call)
      case .receiveBadACK:
        call(.sendACK)
      case .receiveSYN:
        challenge(call)
      case .receiveFIN:
        call(.connectionClosing)
        call(.sendACK)
        state = .timeWait
        arm(context.twoMSL)
      case .receiveText:
        call(.deliverText)
        call(.sendACK)
      default:
        return false
      }
    case .closeWait:
      switch event {
      case .openPassive, .openActive:
        call(.errorAlreadyExists)
      case .send:
        call(.sendText)
      case .receive:
        if !context.textWaiting { call(.errorConnectionClosing) }
      case .close:
        call(.sendFIN)
        state = .lastAck
        arm(context.userTimeout)
      case .abort:
        reset(call)
      case .receiveOutOfWindow(let rst):
        guard !rst else { return false }
        call(.sendACK)
      case .receiveRST(let exact):
        receiveReset(exact, call)
      case .receiveBadACK:
        call(.sendACK)
      case .receiveSYN:
        challenge(call)
      case .receiveACK:
        break
      case .retransmissionTimeout:
        call(.retransmit)
      case .textTimesOut:
        call(.connectionTimedOut)
        delete()
      default:
        return false
      }
    case .closing, .lastAck:
      switch event {
      case .openPassive, .openActive:
        call(.errorAlreadyExists)
      case .send, .receive, .close:
        call(.errorConnectionClosing)
      case .abort:
        call(.abortOK)
        delete()
      case .receiveOutOfWindow(let rst):
        guard !rst else { return false }
        call(.sendACK)
      case .receiveRST(let exact):
        receiveUntoldReset(exact, call)
      case .receiveBadACK:
        call(.sendACK)
      case .receiveSYN:
        challenge(call)
      case .receiveACKOfFIN:
        if state == .closing {
          state = .timeWait
          arm(context.twoMSL)
        } else {
          delete()
        }
      case .receiveACK:
        break
      case .retransmissionTimeout:
        call(.retransmit)
      case .textTimesOut:
        call(.connectionTimedOut)
        delete()
      default:
        return false
      }
    case .timeWait:
      switch event {
      case .openPassive, .openActive:
        call(.errorAlreadyExists)
      case .send, .receive, .close:
        call(.errorConnectionClosing)
      case .abort:
        call(.abortOK)
        delete()
      case .receiveOutOfWindow(let rst):
        guard !rst else { return false }
        call(.sendACK)
      case .receiveRST(let exact):
        receiveUntoldReset(exact, call)
      case .receiveBadACK:
        call(.sendACK)
      case .receiveSYN:
        if context.reopens {
          context.opened = .anew
          call(.sendSYNACK)
          state = .synReceived
          arm(context.userTimeout)
        } else {
          challenge(call)
        }
      case .receiveFIN, .receiveFINAndACKOfFIN:
        call(.sendACK)
        arm(context.twoMSL)
      default:
        return false
      }
    }
    return true
  }

  private mutating func open(_ call: (Callback) -> Void) {
    guard context.remoteSpecified else { return call(.errorRemoteUnspecified) }
    context.opened = .actively
    call(.sendSYN)
    state = .synSent
    arm(context.userTimeout)
  }

  private mutating func establish(_ call: (Callback) -> Void) {
    state = .established
    call(.connectionOpened)
    if context.textQueued {
      call(.sendText)
      context.textQueued = false
    }
  }

  private mutating func listenAgain() {
    timer = nil
    state = .listen
  }

  private mutating func reset(_ call: (Callback) -> Void) {
    call(.sendRST)
    call(.connectionReset)
    delete()
  }

  private mutating func challenge(_ call: (Callback) -> Void) {
    if context.challengesACK { call(.sendACK) } else { reset(call) }
  }

  private mutating func receiveReset(_ isExact: Bool, _ call: (Callback) -> Void) {
    guard isExact || !context.challengesACK else { return call(.sendACK) }
    call(.connectionReset)
    delete()
  }

  private mutating func receiveUntoldReset(_ isExact: Bool, _ call: (Callback) -> Void) {
    guard isExact || !context.challengesACK else { return call(.sendACK) }
    delete()
  }

  private mutating func delete() {
    timer = nil
    state = .closed
    context.textQueued = false
  }

  private mutating func arm(_ length: Duration) {
    precondition(length > .zero, "a timer must run for some time")
    timer = length
  }
}
