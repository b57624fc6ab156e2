import Foundation
import TestSupport
import XCTest

/// Tests that run the server as a process, as an editor does.
class ServerTestCase: XCTestCase, FolderTestCase {
  private(set) var folder = URL(filePath: "/")
  var clients: [LanguageClient] = []

  override func setUpWithError() throws { folder = try createTemporaryFolder() }

  override func tearDownWithError() throws {
    for client in clients where client.process.isRunning { client.process.terminate() }
    try FileManager.default.removeItem(at: folder)
  }

  func makeClient() throws -> LanguageClient {
    let client = try LanguageClient(program: buildFolder.appending(path: "lifeline-lsp"), in: folder)
    clients.append(client)
    return client
  }

  func uri(_ name: String) -> String { "file://" + folder.appending(path: name).path }

  let untitled = "untitled:Untitled-1"

  var program: String { buildFolder.appending(path: "lifeline-lsp").path }
}
