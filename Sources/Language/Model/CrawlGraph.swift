extension CrawlRules {
    /// The requests as a graph in lines of text: which pages are requested, and where they lead.
    package var graph: [String] {
        var lines: [String] = []
        var drawn: Set<String> = []
        func draw(_ kind: RequestKind, _ depth: Int) {
            let indent = String(repeating: "  ", count: depth)
            let isKnown = !drawn.insert(kind.name).inserted
            lines.append(indent + kind.name + (isKnown ? " (above)" : CrawlRules.facts(kind)))
            if isKnown { return }
            for follow in kind.follows {
                guard let target = kinds.first(where: { $0.name == follow.kind }) else { continue }
                draw(target, depth + 1)
            }
            if kind.next != nil { lines.append(indent + "  next page") }
        }
        for kind in first { draw(kind, 0) }
        lines.append("asks for: " + match.joined(separator: ", "))
        let changing = kinds.filter { $0.method != "GET" && $0.method != "HEAD" }
        if !changing.isEmpty {
            lines.append(
                "may change something at the site: "
                    + changing.map { "\($0.name) (\($0.method))" }.joined(separator: ", ")
            )
        }
        let secrets = inputs.compactMap(\.secret)
        if !secrets.isEmpty {
            lines.append("sends secrets of the environment: " + secrets.joined(separator: ", "))
        }
        return lines
    }

    private static func facts(_ kind: RequestKind) -> String {
        var text = ""
        if let address = kind.address { text += ": \(kind.method) \(address.pattern)" }
        if let site = kind.sitemaps { text += ": sitemaps of \(site.pattern)" }
        if !kind.loops.isEmpty { text += " for each " + kind.loops.map(\.name).joined(separator: " and ") }
        let records = kind.page.records.map(\.name)
        if !records.isEmpty { text += " gives " + records.joined(separator: ", ") }
        return text
    }
}
