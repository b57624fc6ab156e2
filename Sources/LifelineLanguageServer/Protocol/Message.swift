import LifelineReporting

/// A message of JSON-RPC 2.0 from the client.
enum Message {
  case request(id: JSON, method: String, parameters: JSON)
  case notification(method: String, parameters: JSON)
  /// An answer to a request of the server, which needs none.
  case response

  /// Returns the message that `value` is, or `nil`.
  init?(_ value: JSON) {
    guard case .object = value else { return nil }
    let parameters = value["params"] ?? .null
    switch (value["method"]?.string, value["id"]) {
    case (let method?, let id?) where !id.isNull:
      guard id.string != nil || id.number != nil else { return nil }
      self = .request(id: id, method: method, parameters: parameters)
    case (let method?, _): self = .notification(method: method, parameters: parameters)
    case (nil, _?) where value["result"] != nil || value["error"] != nil: self = .response
    default: return nil
    }
  }
}

/// An error that answers a request.
struct ResponseError: Error, Equatable {
  /// The codes of JSON-RPC and of the language server protocol.
  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case notInitialized = -32002
    case requestFailed = -32803
    case requestCancelled = -32800
  }

  var code: Code
  var message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension JSON {
  static func response(to id: JSON, _ result: Result<JSON, ResponseError>) -> JSON {
    switch result {
    case .success(let value): ["jsonrpc": "2.0", "id": id, "result": value]
    case .failure(let error):
      ["jsonrpc": "2.0", "id": id, "error": ["code": .number(error.code.rawValue), "message": .string(error.message)]]
    }
  }

  static func request(id: String, _ method: String, _ parameters: JSON) -> JSON {
    ["jsonrpc": "2.0", "id": .string(id), "method": .string(method), "params": parameters]
  }

  static func notification(_ method: String, _ parameters: JSON) -> JSON {
    ["jsonrpc": "2.0", "method": .string(method), "params": parameters]
  }

  /// Returns the notification that the client shows a text to a person.
  /// - Parameter isGood: Whether the text tells of nothing that is wrong.
  static func message(_ text: String, isGood: Bool) -> JSON {
    .notification("window/showMessage", ["type": .number(isGood ? 3 : 2), "message": .string(text)])
  }
}
