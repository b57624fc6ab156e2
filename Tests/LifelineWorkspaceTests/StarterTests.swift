import XCTest

@testable import LifelineWorkspace

/// The files and the words of `lifeline init`, as values. `InitTests` run the command.
final class StarterTests: XCTestCase {
  private func starter(_ layout: StarterLayout, _ package: PluginPackage) -> Starter {
    Starter(name: "Player", layout: layout, build: .plugin, pluginPackage: package)
  }

  private let published = PluginPackage(
    name: "lifeline-plugin", address: "https://github.com/somebody/lifeline-plugin", isPrebuilt: true)

  func testThePrebuiltPluginNeedsNoWordAboutTheTime() {
    let manifest = starter(.package, published).manifest.text
    XCTAssertTrue(
      manifest.contains(".package(url: \"https://github.com/somebody/lifeline-plugin\", from: \""), manifest)
    XCTAssertEqual(manifest.components(separatedBy: "package: \"lifeline-plugin\"").count, 3, manifest)
    let advice = starter(.target("App", hasTests: true), published).advice
    XCTAssertEqual(advice.last, "  lifeline check Sources   looks for mistakes in the spec")
    XCTAssertTrue(advice.contains { $0.contains("package: \"lifeline-plugin\"") }, "\(advice)")
  }

  func testTheSourcePluginSaysHowLongItTakes() {
    let starter = starter(.package, .source)
    XCTAssertEqual(starter.manifest.text.components(separatedBy: "package: \"lifeline\"").count, 3)
    XCTAssertEqual(
      starter.advice.suffix(2).first,
      "The first build compiles lifeline as well, which takes from one to four minutes, and needs libyaml:")
  }

  /// An address with the placeholder leads nowhere.
  func testThePrebuiltPackageIsTakenIfItHasAnAddress() {
    XCTAssertTrue(published.isPublished)
    let placeholder = "OWN" + "ER"
    let package = PluginPackage(name: "a", address: "https://github.com/\(placeholder)/a", isPrebuilt: true)
    XCTAssertFalse(package.isPublished)
    XCTAssertEqual(PluginPackage.standard, PluginPackage.prebuilt.isPublished ? .prebuilt : .source)
  }
}
