import XCTest

final class LifelineDiagnosticsTests: XCTestCase {
}
