import LifelineModel
import LifelineSource

/// Reports the types of Apple's frameworks whose module a spec doesn't import, so that generated code wouldn't know them.
///
/// Any other type may be one of the module that the code is generated into.
func warnAboutMissingImports(
  of imports: [String], in declarations: Declarations, _ events: some Sequence<Event>,
  _ diagnostics: DiagnosticCollector
) {
  var reported: Set<String> = []
  let parameters = declarations.ownCallbacks.flatMap(\.parameters) + events.flatMap(\.parameters)
  let fields = declarations.ownFields.map { (type: $0.type, range: $0.range) }
  for user in fields + parameters.map({ (type: $0.type, range: $0.range) }) {
    guard case .opaque(let type) = user.type else { continue }
    for path in type.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }) {
      let name = String(path.prefix { $0 != "." })
      guard let module = moduleOfSystemType[name] ?? (isSystemModule(name) && path.contains(".") ? name : nil),
        !imports.contains(where: { provides($0, typesOf: module) }), reported.insert(name).inserted
      else { continue }
      let subject = module == name ? "`\(path)` is" : "`\(name)` is a type"
      diagnostics.report(
        .missingImport,
        "\(subject) of the module \(module), which generated code won't know; add `\(module)` to `imports`",
        at: user.range)
    }
  }
}

/// The modules with types that specs often use, and these types.
private let systemTypes: [String: [String]] = [
  "Foundation": [
    "Data", "Date", "DateComponents", "DateInterval", "Decimal", "HTTPURLResponse", "IndexPath", "IndexSet", "Locale",
    "Measurement", "Notification", "NSCoder", "NSError", "NSObject", "NSUserActivity", "TimeInterval", "TimeZone",
    "URL",
    "URLError", "URLRequest", "URLResponse", "UUID",
  ],
  "CoreGraphics": ["CGFloat", "CGPoint", "CGRect", "CGSize", "CGVector"],
  "UIKit": [
    "UIApplication", "UIBackgroundFetchResult", "UIBackgroundTaskIdentifier", "UIEvent", "UIImage", "UIOpenURLContext",
    "UIPress",
    "UIScene", "UISceneConfiguration", "UISceneSession", "UIScreen", "UITouch", "UITraitCollection", "UIView",
    "UIViewController", "UIWindow", "UIWindowScene",
  ],
  "AppKit": ["NSApplication", "NSEvent", "NSView", "NSViewController", "NSWindow", "NSWorkspace"],
  "UserNotifications": ["UNNotification", "UNNotificationResponse"],
  "CoreLocation": ["CLLocation", "CLAuthorizationStatus", "CLRegion"],
  "CoreBluetooth": ["CBCentral", "CBCharacteristic", "CBManagerState", "CBPeripheral"],
  "AVFoundation": ["AVPlayer", "AVPlayerItem"],
]

private let moduleOfSystemType: [String: String] = systemTypes.reduce(into: [:]) { modules, entry in
  for type in entry.value { modules[type] = entry.key }
}

private func isSystemModule(_ name: String) -> Bool { systemTypes[name] != nil }

/// Returns whether importing a module makes the types of another one known. Every framework of Apple imports Foundation, and
/// what another module imports isn't known.
private func provides(_ imported: String, typesOf module: String) -> Bool {
  let top = String(imported.prefix { $0 != "." })
  if top == module { return true }
  switch top {
  case "Foundation": return module == "CoreGraphics"
  case "FoundationEssentials", "CoreGraphics", "Combine", "Dispatch", "Observation", "Swift": return false
  case _ where isSystemModule(top): return module == "Foundation" || module == "CoreGraphics"
  default: return true
  }
}
