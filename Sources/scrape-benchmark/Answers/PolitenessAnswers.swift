import Addresses
import Basics
import Politeness
import Records

/// Answers to questions about robots.txt files and cookies.
enum PolitenessAnswers {
    /// Whether an agent may request an address; `nil` if it is not a question.
    static func robots(_ question: Value) -> Value? {
        guard let agent = question["agent"]?.string, let url = question["url"]?.string,
            let body = question["body"]?.string.map({ Array($0.utf8) })
                ?? question["body64"]?.string.flatMap({ Base64.bytes($0.utf8) })
        else { return nil }
        return ["allow": .boolean(RobotsText(body).decision(for: path(url), agent: agent).isAllowed)]
    }

    /// The path and query of an address as written, whose encoding browsers would change.
    private static func path(_ url: String) -> String {
        let rest = url.prefix { $0 != "#" }
        guard let colon = rest.firstRange(of: "://") else {
            return rest.hasPrefix("/") ? String(rest) : "/" + rest.drop { $0 != "/" }.dropFirst()
        }
        let path = rest[colon.upperBound...].drop { $0 != "/" && $0 != "?" }
        return path.hasPrefix("/") ? String(path) : "/" + path
    }

    /// The header that a new jar sends after some answers; `nil` if it is not a question.
    static func cookies(_ question: Value) -> Value? {
        guard let origin = question["received-at"]?.string.flatMap({ try? WebAddress($0) }),
            let target = question["sent-to"]?.string.flatMap({ try? WebAddress($0, base: origin) }),
            let headers = question["received"]?.list, let now = question["now"]?.string.flatMap(seconds)
        else { return nil }
        var jar = CookieJar()
        for header in headers { jar.receive(header.text, from: origin, now: now) }
        return ["cookie": jar.header(for: target, now: now).map(Value.string) ?? .null]
    }

    /// The seconds since 1970 of a time such as `2015-06-01T00:00:00Z`.
    private static func seconds(_ text: String) -> Int? {
        let parts = text.utf8.split { !$0.isASCIIDigit }.compactMap {
            Int(String(decoding: $0, as: UTF8.self))
        }
        guard parts.count >= 6, (1...12).contains(parts[1]) else { return nil }
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        let date = "\(parts[2]) \(months[parts[1] - 1]) \(parts[0]) \(parts[3]):\(parts[4]):\(parts[5])"
        return CookieDate.seconds(date.utf8)
    }
}
