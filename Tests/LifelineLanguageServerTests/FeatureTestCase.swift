import Foundation
import LifelineReporting
import LifelineSource
import XCTest

@testable import LifelineLanguageServer

/// A session without a process: the checks that it orders run at once.
struct Session {
  var state = ServerState(workingFolder: "/")
  /// The last diagnostics of each document.
  var diagnostics: [String: JSON] = [:]
  /// The parameters of the requests that the client edits texts.
  var editRequests: [JSON] = []
  /// The messages that the client shows to a person, with their types.
  var messages: [(type: Int?, text: String)] = []
  /// The texts that the client shows as documents.
  var shownTexts: [String] = []
  /// The methods of the other requests to the client.
  var otherRequests: [String] = []
  /// Whether the checks that the server orders run.
  var runsChecks = true
  private var number = 0

  init(_ capabilities: JSON = .object([]), folders: [String] = []) {
    let folders = folders.map { JSON.object([("uri", .string(DocumentURI.uri(ofPath: $0)))]) }
    _ = request("initialize", .object([("capabilities", capabilities), ("workspaceFolders", .array(folders))]))
  }

  /// Sends a request, and returns its answer.
  mutating func answer(_ method: String, _ parameters: JSON) -> JSON? {
    number += 1
    let message = JSON.object([
      ("jsonrpc", .string("2.0")), ("id", .number(number)), ("method", .string(method)), ("params", parameters),
    ])
    return perform(state.handle(Array(message.text.utf8))).first { $0["id"]?.number == number }
  }

  /// Sends a request, and returns its result.
  mutating func request(_ method: String, _ parameters: JSON) -> JSON? { answer(method, parameters)?["result"] }

  mutating func notify(_ method: String, _ parameters: JSON) {
    let message = JSON.object([
      ("jsonrpc", .string("2.0")), ("method", .string(method)), ("params", parameters),
    ])
    _ = perform(state.handle(Array(message.text.utf8)))
  }

  private mutating func perform(_ effects: [Effect]) -> [JSON] {
    var messages: [JSON] = []
    for effect in effects {
      switch effect {
      case .send(let message):
        messages.append(message)
        if message["method"]?.string == "textDocument/publishDiagnostics", let parameters = message["params"] {
          diagnostics[parameters["uri"]?.string ?? ""] = parameters["diagnostics"]
        }
        if message["method"]?.string == "window/showMessage", let parameters = message["params"] {
          self.messages.append((parameters["type"]?.number, parameters["message"]?.string ?? ""))
        }
        guard message["id"] != nil, let method = message["method"]?.string else { continue }
        if method == "workspace/applyEdit" {
          editRequests += [message["params"]].compactMap(\.self)
        } else {
          otherRequests.append(method)
        }
      case .check(let order):
        if runsChecks, let outcome = order.run(whileWanted: { true }) { messages += perform(state.take(outcome)) }
      case .explore(let outcome):
        if let explored = outcome.explore(whileWanted: { true }) { messages += perform(state.take(explored)) }
      case .show(let text, _): shownTexts.append(text)
      case .abandon, .follow, .exit: break
      }
    }
    return messages
  }

  mutating func open(_ uri: String, _ text: String) {
    notify(
      "textDocument/didOpen",
      .object([
        (
          "textDocument",
          .object([
            ("uri", .string(uri)), ("languageId", .string("yaml")), ("version", .number(1)), ("text", .string(text)),
          ])
        )
      ]))
  }

  mutating func change(_ uri: String, _ text: String, version: Int) {
    notify(
      "textDocument/didChange",
      .object([
        ("textDocument", .object([("uri", .string(uri)), ("version", .number(version))])),
        ("contentChanges", .array([.object([("text", .string(text))])])),
      ]))
  }
}

/// A text with a place that `‸` marks.
struct TextWithCaret {
  let text: String
  let position: JSON

  init(_ marked: String) {
    let caret = Character("‸")
    let before = marked.prefix { $0 != caret }
    text = marked.filter { $0 != caret }
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    position = .position(TextPosition(line: lines.count - 1, character: lines.last?.utf16.count ?? 0))
  }
}

/// The address of the text that tests ask about.
let testURI = "untitled:Test"

extension Session {
  /// Asks about the marked place in a text.
  static func ask(
    _ method: String, _ marked: String, _ more: [(name: String, value: JSON)] = [], capabilities: JSON = .object([])
  ) -> JSON? {
    let caret = TextWithCaret(marked)
    var session = Session(capabilities)
    session.open(testURI, caret.text)
    return session.answer(method, .place(in: testURI, caret.position, more))
  }

  /// The labels of the completions at the marked place.
  static func completions(_ marked: String) -> [String] {
    ask("textDocument/completion", marked)?["result"]?["items"]?.items?.compactMap { $0["label"]?.string } ?? []
  }

  /// The text that hovering over the marked place shows.
  static func hover(_ marked: String, plain: Bool = true) -> String? {
    let formats = JSON.object([
      ("textDocument", .object([("hover", .object([("contentFormat", .array([.string("plaintext")]))]))]))
    ])
    let answer = ask("textDocument/hover", marked, capabilities: plain ? formats : .object([]))
    return answer?["result"]?["contents"]?["value"]?.string
  }

  /// The texts at the places that an answer lists, with their lines.
  static func places(_ answer: JSON?, in marked: String) -> [String] {
    let lines = TextWithCaret(marked).text.split(separator: "\n", omittingEmptySubsequences: false)
    return (answer?["result"]?.items ?? []).map { location in
      guard let start = location["range"]?["start"]?.position, let end = location["range"]?["end"]?.position else {
        return "?"
      }
      let line = Array(lines[start.line].utf16)
      let text = String(decoding: line[start.character..<end.character], as: UTF16.self)
      return "\(start.line + 1): \(text)"
    }
  }
}

extension JSON {
  static func place(in uri: String, _ position: JSON, _ more: [(name: String, value: JSON)] = []) -> JSON {
    .object([("textDocument", .object([("uri", .string(uri))])), ("position", position)] + more)
  }
}

/// Returns a text with the edits that an answer makes in the document `uri`.
func apply(_ edit: JSON?, to text: String, of uri: String = testURI) -> String? {
  guard let edits = edit?["changes"]?[uri]?.items else { return nil }
  var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf16) }
  for edit in edits.reversed() {
    guard let start = edit["range"]?["start"]?.position, let end = edit["range"]?["end"]?.position,
      let new = edit["newText"]?.string
    else { return nil }
    let prefix = lines[start.line][..<start.character]
    let suffix = end.line < lines.count ? lines[end.line][end.character...] : []
    let middle = (String(decoding: prefix, as: UTF16.self) + new + String(decoding: suffix, as: UTF16.self))
      .split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf16) }
    lines.replaceSubrange(start.line...min(end.line, lines.count - 1), with: middle)
  }
  return lines.map { String(decoding: $0, as: UTF16.self) }.joined(separator: "\n")
}
