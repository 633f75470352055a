import Scraping

/// What can stand at a place of a command line.
enum Completion {
    case nothing
    case words([String])
    case listed(CompletionList)
    /// Any file, and of a kind what is looked up.
    case files(or: CompletionList?)
    case folders
}

extension Option {
    /// What can stand behind it; `nil` for a switch.
    var completion: Completion? {
        guard let argument else { return nil }
        if !choices.isEmpty { return .words(choices) }
        switch argument {
        case "RULES": return .files(or: .sites)
        case "PROGRAM": return .files(or: .plugins)
        case "FILE", "FILE|FOLDER", "PAGE": return .files(or: nil)
        case "FOLDER": return .folders
        case "FORMAT": return .listed(.formats)
        case "LABEL":
            return .words([
                "utf-8", "windows-1252", "iso-8859-1", "utf-16le", "shift_jis", "gb18030", "euc-kr",
            ])
        // What is only known to whoever writes it: a time, a number, a selector.
        default: return .nothing
        }
    }
}

extension Command {
    /// What its operands can be.
    var operands: Completion {
        switch self {
        case .scrape, .explain, .select, .tree: .files(or: nil)
        case .test, .minimise: .listed(.cases)
        case .check, .diff, .format, .schema: .files(or: .sites)
        case .plugins: .listed(.plugins)
        case .new: .files(or: nil)
        case .report: .files(or: .cases)
        case .completions: .words(Shell.allCases.map(\.rawValue))
        case .manual: .nothing
        }
    }

    /// The commands that stand first on a command line.
    static var named: [Command] { allCases.filter { $0 != .scrape } }
}
