import XCTest

final class LifelineModelTests: XCTestCase {
}
