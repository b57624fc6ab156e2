import LifelineGeneration
import LifelineSource
import LifelineTemplating

/// The templates that specs of a configuration are generated with.
struct FolderTemplates: Sendable {
  /// The generator, or `nil` if a template has an error.
  private(set) var generator: SwiftGenerator?
  /// The errors in the templates.
  private(set) var diagnostics = DiagnosticCollector()
  /// The files of the configuration's folder, by the names of templates.
  private var files: [String: SourceFile] = [:]

  /// Loads and checks the templates of a folder, which replace built-in ones of the same names.
  /// - Parameter folder: The folder's path; `nil` for built-in templates only.
  static func load(from folder: String?) -> FolderTemplates {
    var templates = FolderTemplates()
    do throws(FileError) {
      if let folder { templates.files = try readTemplates(in: folder) }
    } catch {
      templates.diagnostics.add(error)
      return templates
    }
    do throws(TemplateErrors) {
      let set = try TemplateSet.load(overriding: templates.files.mapValues(\.text))
      templates.generator = SwiftGenerator(templates: set)
    } catch {
      templates.add(error, to: &templates.diagnostics)
    }
    return templates
  }

  /// Adds errors about templates, which the renderer knows by their names, with the paths of the folder's files.
  func add(_ errors: TemplateErrors, to collector: inout DiagnosticCollector) {
    for var diagnostic in errors.diagnostics {
      let file = file(at: diagnostic.location)
      if let file { diagnostic.location.path = file.path }
      for index in diagnostic.notes.indices {
        guard let location = diagnostic.notes[index].location, let file = self.file(at: location) else { continue }
        diagnostic.notes[index].location?.path = file.path
        collector.add([], in: file)
      }
      collector.add([diagnostic], in: file)
    }
  }

  private func file(at location: SourceLocation) -> SourceFile? { files[templateName(location.path)] }
}

private let templateExtension = ".mustache"

private func templateName(_ path: String) -> String { String(Path.name(of: path).dropLast(templateExtension.count)) }

private func readTemplates(in folder: String) throws(FileError) -> [String: SourceFile] {
  var files: [String: SourceFile] = [:]
  for path in try visiblePaths(in: folder) where path.hasSuffix(templateExtension) {
    let bytes = try readFile(path)
    guard let text = try? decodeUTF8(bytes) else {
      throw FileError(.template, "the template isn't UTF-8: save it with this encoding", path: path)
    }
    files[templateName(path)] = SourceFile(path: path, text: text)
  }
  return files
}
