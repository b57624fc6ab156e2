import CExplorerPage
import LifelineModel
import LifelineReporting

/// A page in which a machine runs: one HTML file that needs no network.
package enum ExplorerPage {
  /// The beginning of each page, by which it is told from files that people write.
  package static let marker = "<!DOCTYPE html>\n<!-- Written by lifeline explore"

  /// The script of each page. It is the same for all machines.
  package static var script: String { String(cString: explorerPageScript()) }

  /// Returns the page of a machine.
  package static func make(for machine: Machine) -> String {
    let style = String(cString: explorerPageStyle())
    let script = script
    let document = machine.explorerDocument.text
    return fill(
      String(cString: explorerPageOutline()),
      with: [
        "marker": marker, "title": escaped(machine.name), "style": style, "script": script,
        "styleHash": SHA256.base64(Array(style.utf8)), "scriptHash": SHA256.base64(Array(script.utf8)),
        "machine": inScript(document),
        "machineHash": String(SHA256.hexadecimal(Array(document.utf8)).prefix(12)),
      ])
  }

  /// Returns a template with a value in place of each `{{name}}`. Values aren't looked through.
  private static func fill(_ template: String, with values: [String: String]) -> String {
    var parts = template.components(separatedBy: "{{")
    var result = parts.removeFirst()
    for part in parts {
      let halves = part.components(separatedBy: "}}")
      result += (values[halves[0]] ?? "") + halves.dropFirst().joined(separator: "}}")
    }
    return result
  }

  /// Returns JSON that no parser of HTML takes for the end of the script around it. It can have `<` in texts only.
  private static func inScript(_ json: String) -> String { json.replacing("<", with: "\\u003c") }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }
}

extension String {
  /// Returns the parts between the places where a text occurs. The standard library splits at single characters only.
  fileprivate func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
