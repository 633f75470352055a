import DOM
import Records
import Scraping

/// Makes the page of a line of JSON Lines.
struct JSONLineReading: Sendable {
    let file: String
    let line: Int
    /// What files that the line names are relative to.
    let folder: String
    let facts: PageFacts

    /// The keys that give the page itself; a line has one of them.
    private enum Content: String, CaseIterable {
        case html
        case body
        case file
        case base64
    }

    /// The keys that tell of the page.
    private enum Fact: String, CaseIterable {
        case url
        case encoding
        case clock
    }

    /// Why a line gives no page.
    private struct Wrong: Error {
        let message: String
        let range: Range<Int>
        var help: String?

        init(_ message: String, _ range: Range<Int>, help: String? = nil) {
            self.message = message
            self.range = range
            self.help = help
        }
    }

    private static let contents = "\"html\", \"body\", \"base64\" or \"file\""

    /// The page.
    func page(_ bytes: [UInt8]) -> ReadPage {
        do throws(Wrong) {
            return try bytes.withUnsafeBufferPointer { bytes throws(Wrong) in
                let text = UnsafeRawBufferPointer(bytes)
                guard let members = JSONMembers.of(text) else { throw misunderstood(Array(bytes)) }
                return try page(members, text)
            }
        } catch {
            return .failed(diagnostic(error, in: bytes))
        }
    }

    private func page(
        _ members: [JSONMembers.Member],
        _ text: UnsafeRawBufferPointer
    ) throws(Wrong) -> ReadPage {
        var facts = facts
        var content: (kind: Content, member: JSONMembers.Member)?
        var known: Set<Fact> = []
        for member in members where member.kind != .null {
            let key = String(decoding: string(text, member.key), as: UTF8.self)
            if let kind = Content(rawValue: key) {
                if let content {
                    let both = content.kind == kind ? "twice" : "beside \"\(content.kind.rawValue)\""
                    throw Wrong("\"\(key)\" stands \(both)", member.key, help: "give the page once")
                }
                content = (kind, member)
            } else if let fact = Fact(rawValue: key) {
                guard known.insert(fact).inserted else {
                    throw Wrong("\"\(key)\" stands twice", member.key, help: "keep one of the two")
                }
                try take(fact, member, text, &facts)
            }
        }
        guard let content else {
            throw Wrong("the line has no page", 0..<1, help: "give it as \(JSONLineReading.contents)")
        }
        return try page(content.kind, content.member, text, facts)
    }

    private func take(
        _ fact: Fact,
        _ member: JSONMembers.Member,
        _ text: UnsafeRawBufferPointer,
        _ facts: inout PageFacts
    ) throws(Wrong) {
        let value = String(decoding: try string(member, fact.rawValue, text), as: UTF8.self)
        switch fact {
        case .url: facts.url = value
        case .clock: facts.clock = value
        case .encoding:
            guard let encoding = Encoding(label: value) else {
                let help = Encoding.suggestion(for: value).map { "did you mean \"\($0)\"?" }
                throw Wrong("\"\(value)\" is no encoding", member.value, help: help)
            }
            facts.encoding = encoding
        }
    }

    private func page(
        _ kind: Content,
        _ member: JSONMembers.Member,
        _ text: UnsafeRawBufferPointer,
        _ facts: PageFacts
    ) throws(Wrong) -> ReadPage {
        var facts = facts
        let bytes: [UInt8]
        switch kind {
        case .body where member.kind == .object || member.kind == .array:
            bytes = Array(text[member.value])
            facts.encoding = .utf8
        case .html, .body:
            bytes = try string(member, kind.rawValue, text)
            // Text of JSON has been decoded already, whatever the page says of itself.
            facts.encoding = .utf8
        case .base64:
            let (decoded, wrong) = Base64.decoded(try string(member, kind.rawValue, text))
            if let wrong {
                let place = min(member.value.lowerBound + wrong, max(0, member.value.upperBound - 1))
                throw Wrong("\"base64\" holds what is not written in base64", place..<place + 1)
            }
            bytes = decoded
        case .file:
            let path = String(decoding: try string(member, kind.rawValue, text), as: UTF8.self)
            return SavedPage.read(path.hasPrefix("/") ? path : folder + path, name: name, facts)
        }
        return .page(
            Page(name: name, bytes: bytes, url: facts.url, encoding: facts.encoding, clock: facts.clock)
        )
    }

    private var name: String { "\(file):\(line)" }

    /// The bytes of a member's value, which must be a string.
    private func string(
        _ member: JSONMembers.Member,
        _ key: String,
        _ text: UnsafeRawBufferPointer
    ) throws(Wrong) -> [UInt8] {
        guard member.kind == .string else {
            let wanted = key == Content.body.rawValue ? "a string, an object or an array" : "a string"
            throw Wrong("\"\(key)\" is not \(wanted)", member.value)
        }
        let (bytes, wrong) = JSONStringBytes.unescaped(UnsafeRawBufferPointer(rebasing: text[member.value]))
        if let wrong {
            let place = member.value.lowerBound + wrong
            throw Wrong(
                "\\ and what follows it is no escape that JSON knows",
                place..<place + 1,
                help: "write \\\\ for a backslash"
            )
        }
        return bytes
    }

    private func string(_ text: UnsafeRawBufferPointer, _ range: Range<Int>) -> [UInt8] {
        JSONStringBytes.unescaped(UnsafeRawBufferPointer(rebasing: text[range])).bytes
    }

    /// Why a line is no object of JSON, as the reader of JSON tells it.
    private func misunderstood(_ bytes: [UInt8]) -> Wrong {
        let (json, errors) = JSON.read(bytes, dialect: .strict)
        if let error = errors.first { return Wrong(error.message, error.range, help: error.help) }
        if let json, case .object = json.content { return Wrong("the line cannot be understood", 0..<1) }
        let found = json.map { ", found \($0.kind)" } ?? ""
        return Wrong("expected an object of JSON\(found)", 0..<1, help: "write {\"url\": …, \"html\": …}")
    }

    private func diagnostic(_ wrong: Wrong, in bytes: [UInt8]) -> Diagnostic {
        var location = SourceText(name: file, bytes: bytes).location(of: wrong.range)
        location.line = line
        return Diagnostic(.input, wrong.message, at: location, help: wrong.help)
    }
}
