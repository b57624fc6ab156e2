import XCTest

final class LifecyclesTests: XCTestCase {
}
