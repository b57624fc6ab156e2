import LifelineDrawing
import LifelineModel
import LifelinePages
import LifelineSource

/// The making of pages about specs, as `lifeline docs` does it.
package struct PagesJob: Sendable {
  /// The folder of the pages; `nil` to answer with the page of the only spec.
  package var output: String?
  /// Whether the pages are a catalogue of DocC.
  package var makesDocC = false
  /// The effect of the job on the disk.
  package var mode = OutputMode.write
  /// Whether to remove pages that are left over.
  package var prunes = false
  /// The greatest number of configurations to explore; `nil` for the configuration's.
  package var explorationLimit: Int?
  /// A function that is called now and then while a machine is explored.
  package var observeProgress: ProgressObserver?

  /// Creates a job.
  package init(output: String? = nil) { self.output = output }

  /// The mistakes in a command line that only show when the specs are read.
  package enum Mistake: Error {
    /// A catalogue of DocC has another name.
    case nameOfCatalogue
    /// There is no folder for the pages of several specs.
    case severalSpecs
  }

  /// Makes the pages about the specs at `paths`. If a spec has an error, nothing is written.
  package func run(paths: [String]) throws(Mistake) -> JobResult {
    if makesDocC, catalogueName == nil { throw .nameOfCatalogue }
    var result = JobResult()
    let workspace = loadWorkspace(at: paths)
    let compiled = compile(workspace)
    guard output != nil || compiled.specs.count <= 1 else { throw .severalSpecs }
    let verification = Verification(
      .forErrors, recordsCoverage: true, explorationLimit: explorationLimit, observeProgress: observeProgress)
    let verified = parallelMap(compiled.specs) { verify($0, verification) }
    result.diagnostics.addErrors(of: verified.map(\.findings), in: compiled)
    guard !result.diagnostics.containsErrors else { return result }

    let pages = makePages(
      about: verified.compactMap { spec in spec.machine.map { (spec.compiled.spec.file.path, $0) } })
    guard let output else {
      result.answer = pages.first.map { [withoutLastLineEnd($0.page.formatMarkdown())] }
      return result
    }
    let files = makesDocC ? articles(of: pages, in: output) : files(of: pages, in: output)
    result.diagnostics.add(OutputWriter.filesOfOneTarget(files))
    guard !result.diagnostics.containsErrors else { return result }
    var plan = OutputPlan.make(for: files, leftOverIn: [output])
    // A file of another command may be in the folder as well.
    let endings = makesDocC ? [".md", ".svg"] : [".md"]
    let others = plan.leftOver.filter { path in endings.contains(where: path.hasSuffix) }
    plan.leftOver = others
    // Only a run that is given folders knows of all specs.
    let knowsAllSpecs = paths.allSatisfy(FileSystem.isFolder)
    if !knowsAllSpecs { plan.leftOver = [] }
    result = Delivery(mode: mode, prunes: prunes, command: "lifeline docs", noun: "page")
      .carryOut(plan, result.diagnostics)
    if plan.diagnostics.isEmpty { result.lines += remarks(onOthers: others, knowingAllSpecs: knowsAllSpecs) }
    return result
  }

  /// Returns lines about the pages in the folder that the run doesn't make, and that nothing else tells about.
  private func remarks(onOthers files: [String], knowingAllSpecs knowsAllSpecs: Bool) -> [String] {
    if knowsAllSpecs {
      guard mode == .write, !prunes, !files.isEmpty else { return [] }
      let advice = "No spec of this run makes what is kept. Delete it, or run `lifeline docs` with `--prune`."
      return files.map { "kept \($0)" } + [advice]
    }
    // A catalogue of DocC has pictures as well, which belong to the pages.
    let pages = files.filter { $0.hasSuffix(".md") }
    guard !pages.isEmpty else { return [] }
    let list = (makesDocC ? catalogueName : nil).map { "\($0).md" } ?? "README.md"
    let advice = """
      \(list) lists only the pages about the specs that are named. To list the others as well, name all specs or their \
      folder. If their specs are gone, delete them.
      """
    return pages.map { "\(mode == .write ? "kept" : "not compared") \($0)" } + [advice]
  }

  /// The name of the catalogue of DocC, which its folder tells; `nil` if the folder has no such name.
  private var catalogueName: String? {
    let ending = ".docc"
    guard let name = output.map(Path.name(of:)), name.hasSuffix(ending), name != ending else { return nil }
    return String(name.dropLast(ending.count))
  }

  private func makePages(about machines: [(path: String, machine: VerifiedMachine)]) -> [PageOfSpec] {
    let names = machines.map { PageOfSpec.name(ofSpec: $0.path, besides: catalogueName ?? "README") }
    let links = Dictionary(
      zip(machines, names).map { ($0.path, $1) }, uniquingKeysWith: { first, _ in first })
    return parallelMap(Array(zip(machines, names))) { spec, name in
      let facts = PageFacts(
        about: spec.machine.prepared.machine, spec: Path.name(of: spec.path), at: link(to: spec.path), name: name,
        report: spec.machine.report, proof: spec.machine.analysis.proof, coverage: spec.machine.coverage, pages: links,
        users: machines.filter { other in
          other.machine.prepared.machine.declared.parts.contains { $0.path == spec.path }
        }.map { PageFacts.User(machine: $0.machine.prepared.machine.name, spec: $0.path) })
      return PageOfSpec(path: spec.path, page: .make(of: facts))
    }
  }

  /// Returns the path of a spec from the folder of the pages; `nil` if there is none that is always right.
  private func link(to spec: String) -> String? {
    guard let output, spec != standardInputPath else { return nil }
    let folder = FileSystem.workingFolder()
    let (from, to) = (Path.absolute(output, in: folder), Path.absolute(spec, in: folder))
    let names = { (path: String) in path.split(separator: "/").map(String.init) }
    let (start, end) = (names(from), names(to))
    guard !(start + end).contains("..") else { return nil }
    let common = zip(start, end).prefix { $0 == $1 }.count
    return (start.dropFirst(common).map { _ in ".." } + end.dropFirst(common)).joined(separator: "/")
  }

  // MARK: Files

  /// Returns the pages and the list of them as files.
  private func files(of pages: [PageOfSpec], in folder: String) -> [GeneratedFile] {
    let index = IndexPage(of: pages.map(\.page)).formatMarkdown(title: "Machines")
    return pages.map { $0.file($0.page.name + ".md", $0.page.formatMarkdown(), in: folder, as: .markup) }
      + [GeneratedFile(list: "README.md", index, in: folder, as: .markup)]
  }

  /// Returns the files of a catalogue of DocC. Each picture is one for light pages and one for dark ones.
  private func articles(of pages: [PageOfSpec], in folder: String) -> [GeneratedFile] {
    let name = catalogueName ?? ""
    let articles = parallelMap(pages) { page in
      let article = page.page.formatDocC()
      let pictures = article.pictures.flatMap { name, picture in
        [("\(name).svg", PictureTheme.light), ("\(name)~dark.svg", .dark)].map { file, theme in
          page.file(file, picture.formatSVG(theme: theme), in: folder, as: .markup)
        }
      }
      return [page.file(page.page.name + ".md", article.text, in: folder, as: .article)] + pictures
    }
    let index = IndexPage(of: pages.map(\.page)).formatDocC(title: name)
    return articles.flatMap(\.self) + [GeneratedFile(list: name + ".md", index, in: folder, as: .article)]
  }
}

/// The comment with which a file of a page begins.
private enum PageComment {
  /// A comment of HTML.
  case markup
  /// A link that nothing uses: DocC wants nothing but the title at the beginning of an article.
  case article

  var marker: String { start + "Generated by lifeline" }

  private var start: String { self == .markup ? "<!-- " : "[//]: # (" }

  /// Returns the first lines of a file.
  /// - Parameter origin: The name of the spec; `nil` for a file about several.
  func text(origin: String?) -> String {
    let words = marker + (origin.map { " from \(DiagramFormat.plain($0))" } ?? "")
    return self == .markup ? "\(words) -->\n" : "\(words))\n\n"
  }
}

extension GeneratedFile {
  /// Creates the file with the list of pages.
  fileprivate init(list name: String, _ text: String, in folder: String, as comment: PageComment) {
    self.init(
      path: Path.join(folder, name), bytes: Array((comment.text(origin: nil) + text).utf8), marker: comment.marker)
  }
}

/// A page, and the spec that it is about.
private struct PageOfSpec: Sendable {
  let path: String
  let page: Page

  /// Returns the name of the page about a spec, which isn't that of the list of pages.
  static func name(ofSpec path: String, besides list: String) -> String {
    let name = DiagramFormat.stem(ofSpec: path)
    return name.lowercased() == list.lowercased() ? name + "-page" : name
  }

  /// Returns a file of the page.
  func file(_ name: String, _ text: String, in folder: String, as comment: PageComment) -> GeneratedFile {
    GeneratedFile(
      path: Path.join(folder, name), bytes: Array((comment.text(origin: page.spec) + text).utf8), spec: path,
      marker: comment.marker)
  }
}

extension RunDiagnostics {
  /// Adds the errors that checks have found in specs, and those on the way to them.
  fileprivate mutating func addErrors(of specs: [SpecFindings], in compiled: CompiledWorkspace) {
    add(compiled.workspace.diagnostics.filter { $0.severity == .error })
    for reading in compiled.usedReadings { addErrors(of: reading) }
    for spec in specs {
      add(spec.diagnostics.filter { $0.severity == .error }, in: spec.spec.reading.source)
    }
  }
}
