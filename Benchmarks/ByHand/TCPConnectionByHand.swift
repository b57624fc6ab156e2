/// `TCPConnection` written by hand: nested switches over the state and the event. What the compound states handle is in
/// functions of its own. Code that reacts to internal events in the generated machine is called directly here.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct TCPConnectionByHand: Hashable, Sendable {
  /// The facts that guards read.
  public var context: Context
  /// The active state.
  public private(set) var state: State
  private var timer: Duration?

  /// Starts the machine. Nothing is called.
  public init(context: Context = Context()) {
    self.context = context
    self.context.textQueued = false
    self.context.closeQueued = false
    state = .closed
  }

  /// Sends an event.
  ///
  /// - Returns: Whether the machine handles the event.
  @discardableResult
  public mutating func handle(_ event: Event, calling call: (Callback) -> Void) -> Bool {
    take(event, call)
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
      case .receiveBadACK, .receiveSYN, .receiveText, .receiveFIN:
        call(.sendRST)
      default:
        return false
      }
    case .listen:
      switch event {
      case .openActive:
        open(call)
      case .send:
        if context.remoteSpecified { context.textQueued = true }
        open(call)
      case .receive:
        break
      case .close:
        cutOff(.errorClosing, call)
      case .abort:
        cutOff(.errorReset, call)
      case .receiveBadACK:
        call(.sendRST)
      case .receiveSYN:
        call(.sendSYNACK)
        state = .synReceived
        arm(context.userTimeout)
      default:
        return false
      }
    case .synSent:
      switch event {
      case .send:
        context.textQueued = true
      case .receive:
        break
      case .close:
        cutOff(.errorClosing, call)
      case .abort:
        cutOff(.errorReset, call)
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
        call(.sendACK)
        establish(call)
      default:
        return takeBegun(event, call)
      }
    case .synReceived:
      switch event {
      case .send:
        context.textQueued = true
      case .receive:
        break
      case .close:
        if context.textQueued {
          context.closeQueued = true
        } else {
          call(.sendFIN)
          state = .finWait1
          arm(context.userTimeout)
        }
      case .abort:
        abandon(call)
      case .receiveOutOfWindow(let rst):
        guard !rst else { return false }
        call(.sendACK)
      case .receiveRST(let exact):
        if context.challengesACK, !exact {
          call(.sendACK)
        } else if context.opened == .passively {
          listenAgain(call)
        } else if context.opened == .anew {
          context.textQueued = false
          context.closeQueued = false
          state = .timeWait
          arm(context.twoMSL)
        } else {
          call(.connectionRefused)
          delete()
        }
      case .receiveBadACK:
        call(.sendRST)
      case .receiveSYN:
        if context.opened == .passively { listenAgain(call) } else { challenge(call) }
      case .receiveSYNACK:
        if context.opened == .actively { establish(call) } else { call(.sendACK) }
      case .receiveACK:
        establish(call)
      default:
        return takeBegun(event, call)
      }
    case .established:
      switch event {
      case .send:
        call(.sendText)
      case .receive:
        break
      case .close:
        close(.finWait1, call)
      case .receiveText:
        call(.deliverText)
        call(.sendACK)
      case .receiveFIN:
        call(.connectionClosing)
        call(.sendACK)
        state = .closeWait
      default:
        return takeOpen(event, call)
      }
    case .finWait1, .finWait2:
      switch event {
      case .send, .close:
        call(.errorConnectionClosing)
      case .receive:
        if context.halfDuplex { call(.errorConnectionClosing) }
      case .receiveText:
        if context.halfDuplex {
          abandon(call)
        } else {
          call(.deliverText)
          call(.sendACK)
        }
      case .receiveACKOfFIN:
        guard state == .finWait1 else { return false }
        timer = nil
        call(.closeOK)
        state = .finWait2
      case .receiveFIN:
        call(.connectionClosing)
        call(.sendACK)
        if state == .finWait1 {
          state = .closing
          arm(context.userTimeout)
        } else {
          state = .timeWait
          arm(context.twoMSL)
        }
      default:
        return takeOpen(event, call)
      }
    case .closeWait:
      switch event {
      case .send:
        call(.sendText)
      case .receive:
        if !context.textWaiting { call(.errorConnectionClosing) }
      case .close:
        close(.lastAck, call)
      default:
        return takeOpen(event, call)
      }
    case .closing, .lastAck:
      switch event {
      case .receiveACKOfFIN:
        if state == .closing {
          state = .timeWait
          arm(context.twoMSL)
        } else {
          delete()
        }
      default:
        return takeEnding(event, call)
      }
    case .timeWait:
      switch event {
      case .receiveSYN:
        if context.reopens {
          context.opened = .anew
          call(.sendSYNACK)
          state = .synReceived
          arm(context.userTimeout)
        } else {
          challenge(call)
        }
      case .receiveFIN:
        call(.sendACK)
        arm(context.twoMSL)
      default:
        return takeEnding(event, call)
      }
    }
    return true
  }

  private mutating func takeOpen(_ event: Event, _ call: (Callback) -> Void) -> Bool {
    switch event {
    case .abort:
      abandon(call)
    case .receiveRST(let exact):
      if exact || !context.challengesACK {
        if context.callsOutstanding { call(.errorReset) }
        call(.connectionReset)
        delete()
      } else {
        call(.sendACK)
      }
    default:
      return takeSynchronized(event, call)
    }
    return true
  }

  private mutating func takeEnding(_ event: Event, _ call: (Callback) -> Void) -> Bool {
    switch event {
    case .send, .receive, .close:
      call(.errorConnectionClosing)
    case .abort:
      call(.abortOK)
      delete()
    case .receiveRST(let exact):
      if exact || !context.challengesACK { delete() } else { call(.sendACK) }
    default:
      return takeSynchronized(event, call)
    }
    return true
  }

  private mutating func takeSynchronized(_ event: Event, _ call: (Callback) -> Void) -> Bool {
    switch event {
    case .receiveOutOfWindow(let rst):
      guard !rst else { return false }
      call(.sendACK)
    case .receiveBadACK:
      call(.sendACK)
    case .receiveSYN:
      challenge(call)
    case .receiveACK:
      break
    case .receiveACKOfSend:
      call(.sendOK)
    case .textTimesOut:
      call(.connectionTimedOut)
      delete()
    default:
      return takeBegun(event, call)
    }
    return true
  }

  private func takeBegun(_ event: Event, _ call: (Callback) -> Void) -> Bool {
    switch event {
    case .openPassive, .openActive:
      call(.errorAlreadyExists)
    case .retransmissionTimeout:
      call(.retransmit)
    default:
      return false
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
    timer = nil
    state = .established
    call(.connectionOpened)
    if context.textQueued {
      call(.sendText)
      context.textQueued = false
    }
    if context.closeQueued {
      context.closeQueued = false
      close(.finWait1, call)
    }
  }

  private mutating func close(_ next: State, _ call: (Callback) -> Void) {
    guard !context.halfDuplex || !context.textWaiting else { return abandon(call) }
    call(.sendFIN)
    state = next
    arm(context.userTimeout)
  }

  private mutating func listenAgain(_ call: (Callback) -> Void) {
    guard !context.closeQueued else { return cutOff(.errorClosing, call) }
    context.textQueued = false
    timer = nil
    state = .listen
  }

  private mutating func cutOff(_ error: Callback, _ call: (Callback) -> Void) {
    if context.callsOutstanding { call(error) }
    delete()
  }

  private mutating func abandon(_ call: (Callback) -> Void) {
    call(.sendRST)
    cutOff(.errorReset, call)
  }

  private mutating func challenge(_ call: (Callback) -> Void) {
    guard !context.challengesACK else { return call(.sendACK) }
    call(.sendRST)
    if context.callsOutstanding { call(.errorReset) }
    call(.connectionReset)
    delete()
  }

  private mutating func delete() {
    timer = nil
    state = .closed
    context.textQueued = false
    context.closeQueued = false
  }

  private mutating func arm(_ length: Duration) {
    precondition(length > .zero, "a timer must run for some time")
    timer = length
  }
}
