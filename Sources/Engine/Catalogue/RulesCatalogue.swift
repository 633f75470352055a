import Basics
import Platform
public import Records

/// Finds rules files by the names that users give.
///
/// A name is tried as a path, then as a path whose case is ignored, then as a site's name in the folders of the search
/// path.
public struct RulesCatalogue: Sendable {
    /// The folders of the search path; earlier ones take precedence.
    public let folders: [String]

    /// A catalogue over the given folders.
    public init(folders: [String]) {
        self.folders = folders
    }

    /// The search path of this process: `SCRAPE_RULES_PATH` (folders separated by colons), `./Rules`, and the folder
    /// installed next to the binary.
    public static func ofProcess() -> RulesCatalogue {
        var folders: [String] = []
        if let path = getenv("SCRAPE_RULES_PATH") {
            folders += String(cString: path).split(separator: ":").map(String.init)
        }
        folders.append("Rules")
        if let folder = File.folderOfProgram() {
            folders += ["\(folder)/Rules", "\(folder)/../share/scrape/Rules"]
        }
        return RulesCatalogue(folders: folders)
    }

    /// The path of the rules file that an argument names.
    ///
    /// - Throws: a diagnostic with the paths that were tried and the nearest existing name.
    public func path(of argument: String) throws(Diagnostic) -> String {
        if let path = existingPath(of: argument) { return path }
        if File.kind(of: argument) == .folder {
            throw Diagnostic(.rules, "\(argument) is a folder, not a rules file", help: help(for: argument))
        }
        let ending = argument.lowercased().hasSuffix(".json") ? "" : ".json"
        let tried = [argument] + (argument.contains("/") ? [] : folders.map { "\($0)/\(argument)\(ending)" })
        throw Diagnostic(
            .rules,
            "no rules file \"\(argument)\": tried \(tried.joined(separator: ", "))",
            help: help(for: argument)
        )
    }

    /// The path of the rules file that an argument names; `nil` if there is none.
    func existingPath(of argument: String) -> String? {
        if File.kind(of: argument) == .file { return argument }
        if let path = RulesCatalogue.pathIgnoringCase(argument) { return path }
        if argument.contains("/") { return nil }
        let name = argument.lowercased()
        for folder in folders {
            let found = (try? File.names(in: folder))?.first {
                $0.lowercased() == name || $0.lowercased() == name + ".json"
            }
            if let found { return "\(folder)/\(found)" }
        }
        return nil
    }

    /// The folder of rules files that an argument names, if it does not name a rules file.
    package func folder(of argument: String) -> String? {
        if existingPath(of: argument) != nil { return nil }
        let found =
            File.kind(of: argument) == .folder
            ? argument : RulesCatalogue.pathIgnoringCase(argument, to: .folder)
        guard let found, found != "/", found.hasSuffix("/") else { return found }
        return String(found.dropLast())
    }

    /// The paths of all rules files in the search path; if several have the same name, the first one.
    public func all() -> [String] {
        var names: Set<String> = []
        return folders.flatMap { folder in
            ((try? File.names(in: folder)) ?? [])
                .filter { RulesCatalogue.isRulesFile($0) && names.insert($0).inserted }
                .map { "\(folder)/\($0)" }
        }
    }

    private func help(for argument: String) -> String? {
        let name = argument.split(separator: "/").last.map(String.init) ?? argument
        let wanted = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
        let known = all().compactMap { $0.split(separator: "/").last?.dropLast(5) }.map(String.init)
        return Suggestion.help(for: wanted, among: known)
    }

    /// The existing path that equals a path if case is ignored; `nil` unless there is exactly one.
    private static func pathIgnoringCase(_ path: String, to kind: File.Kind = .file) -> String? {
        var found = path.hasPrefix("/") ? ["/"] : [""]
        for component in path.split(separator: "/") {
            found = found.flatMap { parent -> [String] in
                if component == "." || component == ".." { return [parent + component + "/"] }
                let names = (try? File.names(in: parent.isEmpty ? "." : parent)) ?? []
                let exact = names.filter { $0 == component }
                let fitting =
                    exact.isEmpty ? names.filter { $0.lowercased() == component.lowercased() } : exact
                return fitting.map { parent + $0 + "/" }
            }
        }
        let fitting = found.map { String($0.dropLast()) }.filter { File.kind(of: $0) == kind }
        return fitting.count == 1 ? fitting[0] : nil
    }
}

extension Rules {
    /// The size limit of a rules file, in bytes.
    package static let sizeLimit = 64 << 20

    /// Loads a rules file.
    ///
    /// - Throws: all problems of the file, or why it cannot be read.
    public static func load(_ path: String, registry: Registry) throws(Diagnostics) -> Rules {
        let bytes: [UInt8]
        do throws(File.Failure) {
            bytes = try File.read(path, limit: sizeLimit)
        } catch {
            throw Diagnostics([
                Diagnostic(.input, "cannot read the rules file: \(error)", at: Location(file: path))
            ])
        }
        return try read(SourceText(name: path, bytes: bytes), registry: registry)
    }

    /// Reads the text of a rules file, which may extend files in its folder.
    ///
    /// - Parameter withNames: whether its `names` are read; they do not change records.
    package static func read(
        _ text: SourceText,
        registry: Registry,
        withNames: Bool = true
    ) throws(Diagnostics) -> Rules {
        try Rules(text, registry: registry, reading: Rules.base, withNames: withNames)
    }

    /// The page addresses of a rules file, and the plugins that it requires.
    ///
    /// - Returns: `nil` if they cannot be read: ``load(_:registry:)`` reports why.
    static func header(of path: String) -> RulesHeader? {
        guard let bytes = try? File.read(path, limit: sizeLimit) else { return nil }
        return RulesHeader(file: path, bytes: bytes, reading: Rules.base)
    }

    /// The folder whose files the rules in a folder may extend: the folder `Rules` that it is or is in, or else itself.
    private static func root(of folder: String) -> String {
        let names = folder.split(separator: "/", omittingEmptySubsequences: false)
        guard let place = names.firstIndex(where: { String($0).asciiLowercased == "rules" }) else {
            return folder
        }
        return names[...place].joined(separator: "/")
    }

    /// The file that another one extends: in the same folder, with or without the extension.
    static func base(of file: String, _ name: String) throws(Diagnostic) -> SourceText {
        let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
            separator: "/"
        )
        let paths = [name, name + ".json"].map {
            $0.hasPrefix("/") || folder.isEmpty ? $0 : "\(folder)/\($0)"
        }
        guard let path = paths.first(where: { File.kind(of: $0) == .file }) else {
            let known = ((try? File.names(in: folder.isEmpty ? "." : folder)) ?? []).filter {
                $0.hasSuffix(".json")
            }
            throw Diagnostic(
                .rules,
                "there is no rules file \(paths.joined(separator: " or "))",
                help: Suggestion.nearest(to: name, among: known + known.map { String($0.dropLast(5)) })
                    .map { "did you mean \"\($0)\"?" }
            )
        }
        if File.isDevice(path) {
            throw Diagnostic(
                .rules,
                "the rules file \(path) is a device, a pipe or a socket, which is not read",
                help: "write its text to a file"
            )
        }
        guard File.isInside(path, root(of: folder)) else {
            throw Diagnostic(
                .rules,
                "the rules file \(path) is not in the folder of the rules that extend it",
                help:
                    "copy it there: rules extend files of their own folder, or of the folder Rules that they are in"
            )
        }
        do throws(File.Failure) {
            return SourceText(name: path, bytes: try File.read(path, limit: sizeLimit))
        } catch {
            throw Diagnostic(.input, "cannot read the rules file \(path): \(error)")
        }
    }
}

// MARK: - Folders

extension RulesCatalogue {
    /// The paths of all rules files in a folder and its subfolders, except files without records that others extend.
    ///
    /// - Throws: an error if there are none, or if a folder cannot be read.
    package static func files(below folder: String) throws(Diagnostic) -> [String] {
        try filesWithHeaders(below: folder).map(\.path)
    }

    /// The same paths with the files' headers, which are read once.
    static func filesWithHeaders(below folder: String) throws(Diagnostic) -> [RulesFile] {
        var walk = FolderWalk(folder)
        var files: [RulesFile] = []
        while let found = walk.next() {
            switch found {
            case .file(let name):
                if isRulesFile(name) { files.append(RulesFile(walk.path(of: name))) }
            case .special: continue
            case .unreadable(let name, let reason):
                throw Diagnostic(
                    .input,
                    "cannot read the folder: \(reason)",
                    at: Location(file: walk.path(of: name))
                )
            }
        }
        guard !files.isEmpty else {
            throw Diagnostic(.rules, "no rules files in \(folder)", help: "a rules file's name ends in .json")
        }
        return withoutBases(files)
    }

    private static func withoutBases(_ files: [RulesFile]) -> [RulesFile] {
        if files.allSatisfy({ $0.header?.hasRecords ?? true }) { return files }
        let bases = Set(files.flatMap { $0.header?.bases ?? [] })
        return files.filter { file in
            file.header?.hasRecords ?? true || !bases.contains { File.isSame($0, file.path) }
        }
    }

    /// Whether a file has the name of a rules file. Hidden files belong to editors or file systems (`._site.json`).
    static func isRulesFile(_ name: String) -> Bool {
        !name.hasPrefix(".") && name.hasSuffix(".json") && !name.hasSuffix(".schema.json")
    }
}

/// A rules file of a folder with its header.
struct RulesFile {
    let path: String
    /// `nil` if it cannot be read.
    let header: RulesHeader?

    init(_ path: String) {
        self.path = path
        header = Rules.header(of: path)
    }
}
