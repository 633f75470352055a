import Basics
import Encoding
import Records
import Selectors
import Values

// Reads how a run logs in.
extension RulesReader {
    mutating func readSession(_ json: JSON?, _ base: RequestBase) -> SessionRule {
        var session = SessionRule()
        guard let json,
            let members = members(json, of: "\"session\"", allowed: LanguageKey.session.map(\.name))
        else {
            return session
        }
        session.headers = members["headers"].flatMap { requestMembers($0, "headers") } ?? []
        checkFields(members)
        if let cookies = members["cookies"] {
            if case .string = cookies.content {
                session.cookieText = requestText(cookies, "cookies")
            } else {
                session.cookies = requestMembers(cookies, "cookies") ?? []
            }
        }
        session.agent = members["agent"].flatMap { requestText($0, "agent") }
        if let encoding = members["encoding"], let name = string(encoding, "encoding") {
            session.encoding = name
            if Encoding(label: name) == nil { error("unknown encoding \(name.quoted)", at: encoding.range) }
        }
        if let login = members["login"] {
            let steps: [JSON] = if case .array(let all) = login.content { all } else { [login] }
            session.login = steps.enumerated().compactMap { readStep($1, number: $0 + 1, base) }
        }
        if let check = members["check"],
            let parts = self.members(check, of: "\"check\"", allowed: LanguageKey.check.map(\.name))
        {
            let member = JSON.Member(key: "check", keyRange: check.range, value: check)
            if let select = parts["select"], parts["get"] != nil, let list = plainSelector(select, "select"),
                var kind = readRequest(member, parts.only("get"), base)
            {
                let record = conditionRecord("check", list, at: select.range)
                kind.links = rules([record], sources: base.content.sources, preparations: []) ?? kind.links
                session.check = kind
            } else if parts["get"] == nil || parts["select"] == nil {
                missing("expected \"get\" and \"select\" in \"check\"", in: parts, at: check.range)
            }
        }
        return session
    }

    mutating func readStep(_ json: JSON, number: Int, _ base: RequestBase) -> RequestKind? {
        let allowed = LanguageKey.step.map(\.name)
        guard let members = members(json, of: "a step of \"login\"", allowed: allowed) else { return nil }
        let member = JSON.Member(key: "login \(number)", keyRange: json.range, value: json)
        guard var kind = readRequest(member, members, base) else { return nil }
        if kind.address == nil, ["get", "post", "url"].allSatisfy({ members[$0] == nil }) {
            missing("expected \"get\" or \"post\" in a step of \"login\"", in: members, at: json.range)
        }
        let sources = members["source"].map { readSources($0) } ?? base.content.sources
        var preparations = members["prepare"].map { readPreparations($0) } ?? []
        if let refuse = members["refuse"] {
            let key = JSON.Member(key: "refuse", keyRange: refuse.range, value: refuse)
            let one = JSON(content: .object([key]), range: refuse.range)
            preparations += readPreparations(JSON(content: .array([one]), range: refuse.range))
        }
        var links: [RecordRule] = []
        if let take = members["take"] { readTakes(take, &kind, &links) }
        if let submit = members["submit"] { kind.submit = readSubmit(submit, &links) }
        kind.links = rules(links, sources: sources, preparations: []) ?? kind.links
        kind.page = rules([], sources: sources, preparations: preparations) ?? kind.page
        return kind
    }
}
