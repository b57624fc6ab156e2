import XCTest

final class LifelineTemplatingTests: XCTestCase {
}
