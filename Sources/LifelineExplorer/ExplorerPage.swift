import LifelineModel
import LifelineReporting

/// A page in which a machine runs: one HTML file that needs no network.
package enum ExplorerPage {
  /// The beginning of each page, by which it is told from files that people write.
  package static let marker = "<!DOCTYPE html>\n<!-- Written by lifeline explore"

  /// The scripts, in the order in which they use each other.
  private static let scripts = [
    PackageResources.values_js, PackageResources.expressions_js, PackageResources.machine_js,
    PackageResources.entries_js, PackageResources.situation_js, PackageResources.execution_js,
    PackageResources.interpreter_js, PackageResources.promises_js, PackageResources.matcher_js,
    PackageResources.alignment_js, PackageResources.scenarios_js, PackageResources.session_js,
    PackageResources.lines_js,
    PackageResources.yaml_js, PackageResources.search_js, PackageResources.elements_js, PackageResources.states_js,
    PackageResources.folding_js, PackageResources.lifeline_js, PackageResources.fields_js, PackageResources.panels_js,
    PackageResources.playing_js, PackageResources.page_js,
  ]

  /// The script of each page. It is the same for all machines.
  package static var script: String { scripts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n") }

  /// Returns the page of a machine.
  package static func make(for machine: Machine) -> String {
    let style = String(decoding: PackageResources.page_css, as: UTF8.self)
    let script = script
    let document = machine.explorerDocument.text
    return fill(
      String(decoding: PackageResources.page_html, as: UTF8.self),
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
