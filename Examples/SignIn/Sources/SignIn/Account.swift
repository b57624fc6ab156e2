/// The account of an app's user.
///
/// The machine decides when something happens; this class only does it. It has no timers, no flags and no conditions.
@MainActor final class Account {
  enum Screen: Equatable {
    case signIn, browser, content
  }

  private let session: SessionObject
  private let server: any TokenServer
  /// The screen that the app shows.
  private(set) var screen = Screen.signIn
  /// The reason that the user sees the sign-in screen, if something failed.
  private(set) var error: String?
  /// The stored token. An app keeps it in the keychain.
  private(set) var token: Token?

  /// Starts a session, with the token that is stored from the last time.
  ///
  /// An app creates its account once, when it is launched. A model that a view creates starts in `run` instead, since
  /// SwiftUI creates it each time that it creates the view.
  init(server: any TokenServer, storedToken: Token? = nil) {
    self.server = server
    token = storedToken
    session = SessionObject(context: Session.Context(hasToken: storedToken != nil))
    session.start { [weak self] callback in self?.perform(callback) }
  }

  func signIn() { session.handle(.signIn) }

  func cancel() { session.handle(.cancel) }

  func signOut() { session.handle(.signOut) }

  /// The browser came back to the app with a code.
  func continueSignIn(code: String) { session.handle(.redirect(code: code)) }

  /// Keeps the token fresh until the task is cancelled. In a SwiftUI app: `.task { await account.run() }`.
  func run(clock: some Clock<Duration> = .continuous) async { await session.run(clock: clock) }

  private func perform(_ callback: Session.Callback) {
    switch callback {
    case .showSignIn: screen = .signIn
    case .showContent: screen = .content
    case .showError(let reason): error = reason
    case .openBrowser:
      error = nil
      screen = .browser
    case .closeBrowser: break  // An app dismisses its `ASWebAuthenticationSession`.
    case .exchange(let code, let request):
      ask(request) { server in try await server.exchange(code: code) }
    case .refresh(let request):
      guard let token else { return }
      ask(request) { server in try await server.refresh(token) }
    case .loadToken: break  // The token is there already.
    case .storeToken(let token): self.token = token
    case .deleteToken: token = nil
    }
  }

  /// Sends a request, and tells the machine the answer with the request's number. The machine knows whether it still
  /// waits for this answer, so nothing has to be cancelled.
  private func ask(_ number: Int, _ send: @escaping @Sendable (any TokenServer) async throws -> Grant) {
    Task { [weak self, server] in
      do {
        let grant = try await send(server)
        self?.session.handle(.receive(token: grant.token, lifetime: grant.lifetime, number: number))
      } catch {
        self?.session.handle(.fail(isRefused: error is Refusal, number: number))
      }
    }
  }
}
