import LifelineSource

/// A package that has the build plugin.
struct PluginPackage: Equatable {
  /// The name by which a manifest calls the package.
  var name: String
  /// The address of its repository.
  var address: String
  /// Whether the command in it is built already.
  var isPrebuilt: Bool

  /// The package that builds the command from its sources.
  static let source = PluginPackage(name: "lifeline", address: "https://github.com/OWNER/lifeline", isPrebuilt: false)
  /// The package of the prebuilt plugins.
  static let prebuilt = PluginPackage(
    name: "lifeline-plugin", address: "https://github.com/OWNER/lifeline-plugin", isPrebuilt: true)

  /// The prebuilt package if it has an address, or else the one with the sources.
  static var standard: PluginPackage { prebuilt.isPublished ? prebuilt : source }

  /// Whether anybody has published at the address: `make owner` puts a name in place of the placeholder.
  var isPublished: Bool { !address.split(separator: "/").contains("OWNER") }

  /// The dependency of a manifest on the package.
  var dependency: String { ".package(url: \"\(address)\", from: \"\(toolVersion)\")" }

  /// The use of the plugin in a target of a manifest.
  var use: String { "plugins: [.plugin(name: \"LifelineBuildPlugin\", package: \"\(name)\")]" }
}
