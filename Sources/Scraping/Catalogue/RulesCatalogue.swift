public import Records
import Glibc

/// Finds rules files by what users call them.
///
/// A name is looked up as a path first, then as one without regard to case, then as a site's name in the folders
/// of the search path.
public struct RulesCatalogue: Sendable {
    /// The folders of the search path, first come first served.
    public let folders: [String]

    /// A catalogue over the given folders.
    public init(folders: [String]) {
        self.folders = folders
    }

    /// The search path of this process: `SCRAPE_RULES_PATH` (folders parted by colons), `./Rules`, and the folder
    /// installed beside the binary.
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

    /// The path of the rules file that a user means.
    ///
    /// - Throws: a diagnostic that names what was tried and the nearest name there is.
    public func path(of argument: String) throws(Diagnostic) -> String {
        var tried = [argument]
        if File.kind(of: argument) == .file { return argument }
        if let path = RulesCatalogue.pathIgnoringCase(argument) { return path }
        if !argument.contains("/") {
            let name = argument.lowercased()
            for folder in folders {
                tried.append("\(folder)/\(argument)" + (name.hasSuffix(".json") ? "" : ".json"))
                let found = (try? File.names(in: folder))?.first {
                    $0.lowercased() == name || $0.lowercased() == name + ".json"
                }
                if let found { return "\(folder)/\(found)" }
            }
        }
        if File.kind(of: argument) == .folder {
            throw Diagnostic(.rules, "\(argument) is a folder, not a rules file", help: help(for: argument))
        }
        throw Diagnostic(
            .rules,
            "no rules file \"\(argument)\": tried \(tried.joined(separator: ", "))",
            help: help(for: argument)
        )
    }

    /// The folder of rules files that a user means, where no rules file has that name.
    package func folder(of argument: String) -> String? {
        if (try? path(of: argument)) != nil { return nil }
        let found =
            File.kind(of: argument) == .folder
            ? argument : RulesCatalogue.pathIgnoringCase(argument, to: .folder)
        guard let found, found != "/", found.hasSuffix("/") else { return found }
        return String(found.dropLast())
    }

    /// The paths of all rules files in the search path; of several with one name the first.
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

    /// What a path names when the case of its letters does not count; `nil` unless there is exactly one.
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
    /// How many bytes of a rules file are read.
    package static let sizeLimit = 64 << 20

    /// Loads a rules file.
    ///
    /// - Throws: all that is wrong with it, or why it cannot be read.
    public static func load(_ path: String, registry: Registry) throws(Diagnostics) -> Rules {
        let bytes: [UInt8]
        do throws(File.Failure) {
            bytes = try File.read(path, limit: sizeLimit)
        } catch {
            throw Diagnostics([
                Diagnostic(.input, "cannot read the rules file: \(error)", at: Location(file: path))
            ])
        }
        return try Rules(SourceText(name: path, bytes: bytes), registry: registry, reading: Rules.base)
    }

    /// For which pages a rules file is, and which plugins it asks for.
    ///
    /// - Returns: `nil` where that cannot be read: ``load(_:registry:)`` tells why.
    package static func header(of path: String) -> RulesHeader? {
        guard let bytes = try? File.read(path, limit: sizeLimit) else { return nil }
        return RulesHeader(SourceText(name: path, bytes: bytes), reading: Rules.base)
    }

    /// The file that another one extends: beside it, with or without its ending.
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
        do throws(File.Failure) {
            return SourceText(name: path, bytes: try File.read(path, limit: 64 << 20))
        } catch {
            throw Diagnostic(.input, "cannot read the rules file \(path): \(error)")
        }
    }
}
