import XCTest

final class LifelineCommandTests: XCTestCase {
}
