import LifelineGeneration
import LifelineSource
import LifelineTemplating

/// The templates that specs of a configuration are generated with.
struct FolderTemplates: Sendable {
  /// The generator, or `nil` if a template has an error.
  private(set) var generator: SwiftGenerator?
  /// The errors in the templates.
  private(set) var diagnostics = RunDiagnostics()
  /// The files of the configuration's folder, by the names of templates.
  private var files: [String: SourceFile] = [:]
  /// The names of the templates that make files of their own.
  private(set) var extra: [String] = []

  /// Loads and checks the templates of a configuration's folder, which replace built-in ones of the same names.
  /// - Parameter configuration: The configuration; `nil` for built-in templates only.
  static func load(for configuration: FolderConfiguration?) -> FolderTemplates {
    var templates = FolderTemplates()
    if let configuration, let folder = configuration.templatesFolder {
      do throws(FileError) {
        for path in try templatePaths(in: folder) { templates.addTemplate(at: path) }
      } catch {
        templates.diagnostics.add([configuration.templatesError(error)], in: configuration.source)
      }
      templates.addExtraTemplates(of: configuration)
    }
    guard !templates.diagnostics.containsErrors else { return templates }
    do throws(TemplateErrors) {
      let set = try TemplateSet.load(overriding: templates.files.mapValues(\.text), extra: templates.extra)
      templates.generator = SwiftGenerator(templates: set)
    } catch {
      templates.add(error, to: &templates.diagnostics)
    }
    return templates
  }

  /// Adds the templates that make files of their own, each of which has to be in the folder.
  private mutating func addExtraTemplates(of configuration: FolderConfiguration) {
    guard !diagnostics.containsErrors else { return }
    for template in configuration.values.extraTemplates {
      if files[template.name] != nil {
        extra.append(template.name)
        continue
      }
      let names = files.keys.sorted().map { $0 + templateExtension }
      let folder = configuration.templatesFolder ?? ""
      let advice = nearestName(to: template.file, among: names).map { "; did you mean `\($0)`?" }
      let message = "there is no `\(template.file)` in `\(folder)`\(advice ?? "; write it, or remove the name")"
      diagnostics.add(
        [
          Diagnostic(
            .missingExtraTemplate, message, at: SourceLocation(path: configuration.path, range: template.range))
        ],
        in: configuration.source)
    }
  }

  /// Adds the template in a file, or an error about the file.
  private mutating func addTemplate(at path: String) {
    do throws(FileError) {
      let bytes = try readFile(path, as: .template)
      guard let text = try? decodeUTF8(bytes) else {
        throw FileError(.template, "the template isn't encoded in UTF-8; save it in this encoding", path: path)
      }
      files[templateName(path)] = SourceFile(path: path, text: text)
    } catch {
      diagnostics.add(error)
    }
  }

  /// Adds errors about templates, which the renderer knows by their names, with the paths of the folder's files.
  func add(_ errors: TemplateErrors, to collector: inout RunDiagnostics) {
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

/// Returns the paths of the templates in a folder. Files without the extension of templates are ignored.
private func templatePaths(in folder: String) throws(FileError) -> [String] {
  try visiblePaths(in: folder).filter { $0.hasSuffix(templateExtension) }
}

extension FolderConfiguration {
  /// Returns an error about the folder of templates, at its path in the configuration.
  fileprivate func templatesError(_ error: FileError) -> Diagnostic {
    let folder = error.diagnostic.location.path
    return Diagnostic(
      error.diagnostic.kind, "the folder of templates `\(folder)` cannot be used: \(error.diagnostic.message)",
      at: SourceLocation(path: path, range: values.templatesRange))
  }
}
