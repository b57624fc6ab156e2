import Foundation
import TestSupport
import XCTest

/// A test with a temporary folder.
class WorkspaceTestCase: XCTestCase, FolderTestCase {
  private(set) var folder = URL(filePath: "/")

  override func setUpWithError() throws { folder = try createTemporaryFolder() }

  override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

  /// Returns the absolute path of a file in the folder.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Returns the part of a path after the folder.
  func name(_ path: String) -> String { String(path.dropFirst(folder.path.count + 1)) }
}
