import Records

/// What is wrong with a page, as a line of JSON: `{"page", "url", "rules", "record", "field", "reason", "line", "column",
/// "cause"}`. What is not known is left out.
struct ErrorLine {
    private let diagnostic: Diagnostic
    private let page: String
    private let url: String?
    private let rules: String?

    init(_ diagnostic: Diagnostic, page: String, url: String?, rules: String?) {
        self.diagnostic = diagnostic
        self.page = page
        self.url = url
        self.rules = rules
    }

    /// What every line begins with.
    static let beginning = Array(#"{"page":"#.utf8)

    /// The line with its end.
    var text: String {
        var members = [Value.Member("page", .string(page))]
        func add(_ name: String, _ text: String?) {
            if let text { members.append(Value.Member(name, .string(text))) }
        }
        func add(_ name: String, _ number: Int?) {
            if let number { members.append(Value.Member(name, .number(Number(number)))) }
        }
        add("url", url)
        add("rules", rules)
        add("record", diagnostic.record)
        add("field", diagnostic.field)
        add("reason", diagnostic.message)
        // A place in another file, such as the rules, is no place on the page.
        if diagnostic.location?.file == page {
            add("line", diagnostic.location?.line)
            add("column", diagnostic.location?.column)
        }
        add("help", diagnostic.help)
        add("cause", cause)
        return JSONWriter.compact(.object(members)) + "\n"
    }

    private var cause: String {
        switch diagnostic.cause {
        case .page: "page"
        case .rules: "rules"
        case .input: "input"
        }
    }
}
