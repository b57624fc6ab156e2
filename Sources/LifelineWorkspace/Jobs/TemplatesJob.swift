import LifelineGeneration
import LifelineSource
import LifelineTemplating

/// The built-in templates, as `lifeline templates` shows and copies them.
package enum TemplatesJob {
  /// The names of the templates, sorted.
  package static var names: [String] { TemplateSet.builtInTexts.keys.sorted() }

  /// Returns the text of a template; `nil` if there is none of this name.
  package static func text(of name: String) -> String? { TemplateSet.builtInTexts[name] }

  /// Copies templates into a folder, all of them or none. No file is overwritten.
  ///
  /// - Parameter names: The names of the templates; empty for all of them.
  package static func copy(_ names: [String], to folder: String) -> JobResult {
    let texts = TemplateSet.builtInTexts.filter { names.isEmpty || names.contains($0.key) }
    let files = texts.sorted { $0.key < $1.key }.map { name, text in
      GeneratedFile(path: Path.join(folder, name + ".mustache"), bytes: Array(text.utf8))
    }
    var result = JobResult()
    // A link that leads nowhere is a file as well.
    for file in files where (try? FileSystem.statusOfLink(at: file.path)) != nil {
      let message = "the file exists already, so no template is copied; name other templates, or another folder"
      result.diagnostics.add(FileError(.existingTemplate, message, path: file.path))
    }
    return result.diagnostics.containsErrors ? result : .write(files)
  }
}
