/// `Document` written by hand: nested switches over the innermost state and the event, and functions for the behaviour
/// of the states around it.
public struct DocumentByHand: Hashable, Sendable {
  /// The atomic states.
  public enum State: UInt8, Hashable, Sendable {
    case typing, selecting, finding, reading, printing, naming, saving, failed
  }

  /// The events.
  public enum Event: Hashable, Sendable {
    case tap, select, find, preview, print, save, done, fail, cancel, retry
  }

  /// The callbacks.
  public enum Callback: Hashable, Sendable {
    case showEditor, hideEditor, showPreview, hidePreview, showSheet, hideSheet
    case focusText, unfocusText, beginSelection, endSelection, openFind, closeFind
    case renderPage, discardPage, startPrinting, stopPrinting
    case askName, forgetName, showProgress, hideProgress, showError, hideError
    case beep
  }

  /// The active state.
  public private(set) var state: State

  /// Starts the machine.
  public init(calling call: (Callback) -> Void) {
    state = .typing
    call(.showEditor)
    call(.focusText)
  }

  /// Sends an event.
  ///
  /// - Returns: Whether the machine handles the event.
  @discardableResult
  public mutating func handle(_ event: Event, calling call: (Callback) -> Void) -> Bool {
    switch state {
    case .typing:
      switch event {
      case .select:
        call(.unfocusText)
        state = .selecting
        call(.beginSelection)
      case .find:
        call(.unfocusText)
        state = .finding
        call(.openFind)
      case .preview:
        call(.unfocusText)
        leaveEditorForReader(call)
      case .save:
        call(.unfocusText)
        leaveEditorForSheet(call)
      default:
        return false
      }
    case .selecting:
      switch event {
      case .tap, .cancel:
        call(.endSelection)
        state = .typing
        call(.focusText)
      case .preview:
        call(.endSelection)
        leaveEditorForReader(call)
      case .save:
        call(.endSelection)
        leaveEditorForSheet(call)
      default:
        return false
      }
    case .finding:
      switch event {
      case .done:
        call(.closeFind)
        state = .selecting
        call(.beginSelection)
      case .cancel:
        call(.closeFind)
        state = .typing
        call(.focusText)
      case .find:
        call(.beep)
      case .preview:
        call(.closeFind)
        leaveEditorForReader(call)
      case .save:
        call(.closeFind)
        leaveEditorForSheet(call)
      default:
        return false
      }
    case .reading:
      switch event {
      case .print:
        call(.discardPage)
        state = .printing
        call(.startPrinting)
      case .tap, .cancel:
        call(.discardPage)
        call(.hidePreview)
        enterEditor(call)
      case .save:
        call(.discardPage)
        call(.hidePreview)
        enterSheet(call)
      default:
        return false
      }
    case .printing:
      switch event {
      case .done, .cancel:
        call(.stopPrinting)
        state = .reading
        call(.renderPage)
      case .fail:
        call(.stopPrinting)
        call(.hidePreview)
        call(.showSheet)
        state = .failed
        call(.showError)
      case .tap:
        call(.stopPrinting)
        call(.hidePreview)
        enterEditor(call)
      case .save:
        call(.stopPrinting)
        call(.hidePreview)
        enterSheet(call)
      default:
        return false
      }
    case .naming:
      switch event {
      case .save:
        call(.forgetName)
        state = .saving
        call(.showProgress)
      case .cancel:
        call(.forgetName)
        call(.hideSheet)
        enterEditor(call)
      default:
        return false
      }
    case .saving:
      switch event {
      case .done, .cancel:
        call(.hideProgress)
        call(.hideSheet)
        enterEditor(call)
      case .fail:
        call(.hideProgress)
        state = .failed
        call(.showError)
      case .tap:
        call(.beep)
      default:
        return false
      }
    case .failed:
      switch event {
      case .retry:
        call(.hideError)
        state = .saving
        call(.showProgress)
      case .cancel:
        call(.hideError)
        call(.hideSheet)
        enterEditor(call)
      default:
        return false
      }
    }
    return true
  }

  private mutating func enterEditor(_ call: (Callback) -> Void) {
    call(.showEditor)
    state = .typing
    call(.focusText)
  }

  private mutating func enterSheet(_ call: (Callback) -> Void) {
    call(.showSheet)
    state = .naming
    call(.askName)
  }

  private mutating func leaveEditorForReader(_ call: (Callback) -> Void) {
    call(.hideEditor)
    call(.showPreview)
    state = .reading
    call(.renderPage)
  }

  private mutating func leaveEditorForSheet(_ call: (Callback) -> Void) {
    call(.hideEditor)
    enterSheet(call)
  }
}
