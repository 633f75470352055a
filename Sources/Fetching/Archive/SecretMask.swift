package import Addresses
import Basics
package import Records
import Synchronization

/// The secrets of a run, which may increase during it: everything that is stored or printed passes through the mask.
package final class SecretMask: Sendable {
    private let current = Mutex(Secrets())

    package init() {}

    package var secrets: Secrets { current.withLock { $0 } }

    /// Adds a value that must not be stored from now on.
    package func add(_ name: String, _ value: String) { current.withLock { $0.add(name, value) } }

    /// Adds the credentials in the header fields of the user.
    package func add(_ headers: [HeaderField]) { current.withLock { $0.add(headers) } }

    /// Adds the password in an address, plain and as sent.
    package func add(passwordOf address: WebAddress) {
        if address.password.isEmpty { return }
        let parts = [address.username, address.password].map {
            String(decoding: PercentEncoding.decoded($0.utf8), as: UTF8.self)
        }
        add("PASSWORD", address.password)
        add("PASSWORD", parts[1])
        add("PASSWORD", parts.joined(separator: ":"))
    }

    /// Adds the values of cookies that look like credentials: shorter ones, and words, occur by chance.
    package func add(cookies values: [String]) {
        for value in values where Secrets.isToken(value) { add("COOKIE", value) }
    }

    package func masked(_ text: String) -> String { secrets.masked(text) }

    package func masked(_ value: Value) -> Value {
        switch value {
        case .null, .boolean: return value
        case .number(let number):
            let text = masked("\(number)")
            return text == "\(number)" ? value : .string(text)
        case .string(let text): return .string(masked(text))
        case .list(let elements): return .list(elements.map(masked))
        case .object(let members):
            return .object(members.map { Value.Member(masked($0.name), masked($0.value)) })
        }
    }

    package func masked(_ records: [Record]) -> [Record] {
        if secrets.isEmpty { return records }
        return records.map { record in
            var record = record
            record.fields = record.fields.map { Value.Member($0.name, masked($0.value)) }
            return record
        }
    }

    package func masked(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        if secrets.isEmpty { return diagnostics }
        return diagnostics.map(masked)
    }

    package func masked(_ diagnostic: Diagnostic) -> Diagnostic {
        if secrets.isEmpty { return diagnostic }
        var masked = diagnostic
        masked.message = self.masked(diagnostic.message)
        masked.help = diagnostic.help.map { self.masked($0) }
        if let file = diagnostic.location?.file { masked.location?.file = self.masked(file) }
        for index in masked.notes.indices {
            masked.notes[index].message = self.masked(masked.notes[index].message)
            masked.notes[index].location.file = self.masked(masked.notes[index].location.file)
        }
        return masked
    }

    /// A result in the form in which an archive would return it.
    package func masked(_ result: FetchResult, limit: Int) -> FetchResult {
        let secrets = secrets
        if secrets.isEmpty { return result }
        var masked = FetchResult(asked: secrets.masked(result.asked))
        masked.failure = result.failure.map { FetchFailure($0.cause, secrets.masked($0.detail)) }
        masked.exchanges = result.exchanges.map { exchange in
            var copy = Exchange(url: secrets.masked(exchange.url), date: exchange.date)
            copy.method = exchange.method
            copy.failure = exchange.failure
            copy.response = exchange.response.map { secrets.masked(response: $0, limit: limit).bytes }
            return copy
        }
        return masked
    }
}
