import LifelineSource

extension DiagnosticKind {
  static let unreadableFile = workspaceKinds["L610"]
  static let notAFile = workspaceKinds["L611"]
  static let fileTooLarge = workspaceKinds["L612"]
  static let noSpecs = workspaceKinds["L613"]
  static let configurationAsSpec = workspaceKinds["L614"]
  static let sameOutput = workspaceKinds["L615"]
  static let sameMachine = workspaceKinds["L616"]
  static let foreignFile = workspaceKinds["L617"]
  static let unwritableFile = workspaceKinds["L618"]
  static let template = workspaceKinds["L619"]
  static let notDerived = workspaceKinds["L620"]
  static let changedMeanwhile = workspaceKinds["L621"]
  static let noTerminal = workspaceKinds["L622"]
  static let partAccess = workspaceKinds["L633"]
  static let unseenPart = workspaceKinds["L634"]
  static let outdatedOutput = workspaceKinds["L635"]
  static let noOutputFolder = workspaceKinds["L636"]
  static let starterInTheWay = workspaceKinds["L637"]
  static let starterTarget = workspaceKinds["L638"]
  static let starterName = workspaceKinds["L639"]
  static let coverageBelowThreshold = workspaceKinds["L903"]

  static let missingExtraTemplate = workspaceKinds["L646"]
  static let existingTemplate = workspaceKinds["L647"]
  static let graphviz = workspaceKinds["L648"]
  static let largeDiagram = workspaceKinds["L649"]

  /// All kinds of diagnostics about files, folders and runs.
  package static let workspaceKinds = DiagnosticKindList([
    .error(
      "L610", "unreadable file",
      explanation: """
        The file doesn't exist, the system doesn't allow the tool to read it or to search its folder, or its name isn't \
        encoded in UTF-8. Or it is a `lifeline.yaml` to which a link leads, and has an error.

            $ lifeline check Spec/Player.yaml
            Spec/Player.yaml: error: there is no file and no folder of this name

        Correct the path, which is relative to the folder in which the command runs unless it begins with `/`. Or change \
        the permissions of the file or the folder, or rename the file.
        """),
    .error(
      "L611", "not a file",
      explanation: """
        The path is that of a folder where a file is needed, or that of a pipe, a socket or a device. These aren't opened, \
        because that may have an effect, or never end.

            $ lifeline check <(make-spec)
            $ make-spec | lifeline check -

        Let `lifeline check` read the text from standard input, which is the path `-`. Or write the text to a file first, \
        and name the file.
        """),
    .error(
      "L612", "file too large",
      explanation: """
        The file has more than 16 MiB, so it probably isn't a spec.

            $ lifeline check Export.yaml       # 48 MB of data
            $ lifeline check Specs

        Name the specs, or their folder.
        """),
    .error(
      "L613", "no specs",
      explanation: """
        No spec was found, so nothing was checked. In a folder, specs are `.yaml` and `.yml` files with the key \
        `lifeline:` at their top level. Subfolders are searched, too, but hidden ones aren't. Without a path, the folder \
        `Specs` is searched.

            $ lifeline check Sources
            $ lifeline check Sources/Player/Specs

        Name the folder or the file of the specs. A file that you name is always read as a spec, unless a link leads to it: \
        what a link leads to has to have the key, so that the specs of somebody else can't show any file of this computer.
        """),
    .error(
      "L614", "configuration in place of a spec",
      explanation: """
        `lifeline.yaml` is the name of a folder's configuration, which contains settings for the specs in the folder. It \
        is found automatically.

            $ lifeline check Specs/lifeline.yaml
            $ lifeline check Specs

        Name the specs or their folder. If the file is a spec, give it another name.
        """),
    .error(
      "L615", "two specs for one file",
      explanation: """
        Generated files are named after their specs. Two specs have the same name, in different folders or with \
        different extensions, so that the file of one would replace that of the other.

            Specs/Phone/Player.yaml
            Specs/Watch/Player.yaml            # both would be Player.swift

        The tests of one spec can also have the name of another's machine, if both folders of output are the same: the \
        tests of `Player.yaml` and the machine of `PlayerTests.yaml` would be `PlayerTests.swift`. Paths that lead to one \
        file through `..` or links count as the same. So do names that differ only in case or in the form of a character, \
        which many systems don't distinguish.

        Rename one of the specs, or generate into different folders.
        """),
    .error(
      "L616", "two machines with a type of one name",
      explanation: """
        Every machine becomes a Swift type. Beside it are the protocol of its delegates (`PlayerDelegate` for a machine \
        `Player`), on request a class (`PlayerObject`), and tests (`PlayerTests`). The files of a run belong to one \
        module, which can't have two types of the same name.

            Specs/Phone.yaml:  machine: Player
            Specs/Watch.yaml:  machine: Player         # WatchPlayer
            Specs/Radio.yaml:  machine: PlayerDelegate # RadioPlayer

        Rename one of the machines, or generate them in two runs for two modules.
        """),
    .error(
      "L617", "a file that lifeline didn't write",
      explanation: """
        A file of this name exists already. It doesn't begin with `// Generated by lifeline` (in another comment, if it \
        isn't Swift), so it isn't overwritten, and nothing is generated.

            $ lifeline generate --output Sources/Player
            Sources/Player/Player.swift: error: lifeline didn't write this file, …

        Move the file, or generate into another folder. A coverage file only replaces a coverage file of the same format.
        """),
    .error(
      "L618", "file cannot be written",
      explanation: """
        The system doesn't allow the tool to write the file or to create its folder. The tool writes all files of a run or \
        none: it stores all of them in hidden folders beside their targets before it replaces the first. If one can't be \
        replaced, the files before it get their earlier content back, and new files are removed. On a file system without \
        hard links, files that were replaced before the error stay as they are now.

            $ lifeline generate --output /usr/lib
            $ lifeline generate --output Generated

        Generate into another folder, change the permissions, or make room on the disk.
        """),
    .error(
      "L619", "unusable template",
      explanation: """
        A file in the folder of `templates` replaces the built-in template of the same name, or makes one more file of \
        each spec. This file can't be used: it isn't encoded in UTF-8, or its output doesn't begin with `// Generated by \
        lifeline`. Only files that begin so are overwritten when you generate again. A file of `extra` may begin with \
        another comment that has the text, such as `<!-- Generated by lifeline -->` or `# Generated by lifeline`.

            templates: ../Templates            # contains machine.mustache

        Start with a copy of the built-in template, and save it as UTF-8.
        """),
    .warning(
      "L620", "a missing derived test",
      explanation: """
        With `tests: {derive: transitions}` in `lifeline.yaml`, there is a derived test for every transition, for both \
        outcomes of every guard, and for every event that a state ignores. The message says which test is missing and \
        why: the host can't reach it, deriving it takes too much work, the machine would trap there, or it needs a value \
        of a type that only Swift knows:

            events:
              open: {parameters: {url: URL}}

        Derived tests use the values of such a type that scenarios name. Send the event in a scenario, `with: {url: \
        home}`. Remove what can't be reached, or keep it and write `allow: {L620: …}` there, with the reason.
        """),
    .error(
      "L621", "a file that has changed meanwhile",
      explanation: """
        Somebody changed the spec after `lifeline check --accept` or `lifeline simulate` had read it. Nothing was \
        written, because that would undo the change. Run the command again:

            lifeline check --accept

        A simulation shows the scenario that it didn't save, so that you can add it by hand.
        """),
    .error(
      "L622", "no terminal to ask on",
      explanation: """
        `lifeline check --accept` shows the changes and asks before it writes. Standard input isn't a terminal, so the \
        command can't ask, and nothing was written. To write without asking, add `--yes`:

            lifeline check --accept --yes
        """),
    .error(
      "L633", "a part that is less accessible than its machine",
      explanation: """
        The generated code of a machine names the generated types of its parts, so these need at least the access level \
        of the machine. If the spec of a part belongs to another target, its code must be `package` or `public`.

            # lifeline.yaml beside the spec of the part
            access: public
        """),
    .warning(
      "L634", "a part outside of the targets",
      explanation: """
        The build plugin generates a machine again if a spec changes in its target, or in a target that this one depends \
        on. The spec of this part is elsewhere, so a change of it isn't seen, and its machine is in no module that could \
        be imported. Move the spec into one of these targets, or add the dependency in `Package.swift`.

            .target(name: "App", dependencies: ["Screens"])     # Sources/Screens/Bell.yaml
        """),
    .error(
      "L635", "a generated file that isn't up to date",
      explanation: """
        `lifeline generate --check` compares the generated files with what it would write, and `lifeline docs --check` the \
        pages. This file is *changed* (the spec, the options or the file have changed since it was generated), *missing*, or \
        *left over* (no spec generates it any more).

            $ lifeline generate --check
            $ lifeline generate                # or with --prune, which removes files that are left over

        Generate again with the same options, and commit the files.
        """),
    .error(
      "L636", "no folder to generate into",
      explanation: """
        Neither the command line nor the `lifeline.yaml` of the spec says where its generated files belong.

            $ lifeline generate Specs --output Sources/Player/Generated

        Or write the folder into the `lifeline.yaml` of the specs, as a path from there:

            output: ../Sources/Player/Generated
            testsOutput: ../Tests/PlayerTests/Generated
            module: Player
        """),
    .error(
      "L637", "a file in the way of a first spec",
      explanation: """
        `lifeline init` overwrites nothing. One of the files that it would write or generate exists already, with another \
        content, so it wrote none of them.

            $ lifeline init Player             # Specs/Player.yaml exists
            $ lifeline init Recorder

        Choose another name, or move the file.
        """),
    .error(
      "L638", "no target for a first spec",
      explanation: """
        Beside a `Package.swift`, `lifeline init` writes a spec for one of the package's targets. It takes the folders in \
        `Sources` for targets, and there isn't exactly one.

            $ lifeline init Player --target App

        Name the target. With `--plugin`, the target of an Xcode project is chosen in Xcode, not here.
        """),
    .error(
      "L639", "no name for a first machine",
      explanation: """
        Without a name, `lifeline init` makes the name of the machine of the folder's name: `media-player` becomes \
        `MediaPlayer`. This folder's name has no letter to begin with.

            $ lifeline init Player
        """),
    .error(
      "L646", "a template of `extra` that doesn't exist",
      explanation: """
        `extra` in `lifeline.yaml` names a template, but the folder of templates has no such file.

            templates: {folder: Templates, extra: [Analytic.swift.mustache]}     # Templates/Analytics.swift.mustache

        Correct the name, write the template, or remove the name from the list.
        """),
    .error(
      "L647", "a template that exists already",
      explanation: """
        `lifeline templates copy` overwrites nothing, because a file of the folder may be your own template. If one of the \
        files exists, none is written.

            $ lifeline templates copy Templates
            $ lifeline templates copy Templates context states

        Name the templates that you want to copy, or copy into an empty folder.
        """),
    .error(
      "L648", "no Graphviz that draws",
      explanation: """
        `lifeline diagram` lets Graphviz draw SVG. Its command `dot` isn't in a folder of `PATH`, can't be run, can't draw \
        this diagram, or takes longer than a minute for it, as for a machine with 1,000 states that aren't nested.

            $ apt-get install graphviz         # Debian, Ubuntu
            $ brew install graphviz            # Homebrew
            $ lifeline diagram Specs/Player.yaml --format svg --output player.svg

        Install it. Or let another program draw the text of `--format dot` or `--format mermaid`. The command `sfdp` of Graphviz \
        draws large machines in seconds, but no boxes around states.
        """),
    .warning(
      "L649", "a diagram that is too large for Mermaid",
      explanation: """
        Mermaid refuses texts of more than 50,000 characters unless its settings say otherwise. On GitHub, you can't \
        change them.

            $ lifeline diagram Specs/Device.yaml                   # a warning
            $ lifeline diagram Specs/Device.yaml --format svg --output device.svg

        Graphviz draws machines of any size, and large ones better: use `--format svg`, or `--format dot`.
        """),
    .error(
      "L903", "coverage below the threshold",
      explanation: """
        The scenarios of the machine cover less than `coverage` in `lifeline.yaml` requires:

            coverage: {transitions: 100, guards: 90}

        `lifeline check --coverage` lists everything that isn't covered, with its position. Write scenarios for it, or \
        delete what isn't needed. The thresholds only apply with `--coverage` or `--coverage-format`.
        """),
  ])
}
