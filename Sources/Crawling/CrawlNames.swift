import Addresses
import Engine
import Fetching
import Language
import Records
import Sources
import Values

// The names with which requests are made, and which of their values are secrets.
extension Crawl {
    /// Reads inputs such as `tomorrow` in the time zone of the rules.
    func resolveDays() {
        guard let timezone = plan.timezone else { return }
        var ignored = CrawlPage(url: "")
        var missing: String?
        let zone = timezone.text(computed(names, url: "", &ignored), missing: &missing)
        for input in plan.inputs where input.type == .date {
            guard let value = names[input.name] else { continue }
            let days = (value.list ?? [value]).map { text in
                RequestDay.day(text.text, clock: options.clock, zone: zone)
                    .map { Value.string($0.description) } ?? text
            }
            names[input.name] = value.list == nil ? days.first : .list(days)
        }
    }

    /// The name of a secret whose mask is part of a request, which is sent to no site.
    func masked(in request: FetchRequest) -> String? {
        let names = secretNames.union(plan.session.login.flatMap(\.takes).map(\.name)).sorted()
        if names.isEmpty { return nil }
        let texts =
            [request.address.href] + request.headers.map(\.value)
            + (request.body.isEmpty ? [] : [String(decoding: request.body, as: UTF8.self)])
        return names.first { name in
            let mask = Secrets.replacement(name)
            return texts.contains { $0.contains(mask) }
        }
    }

    /// The names with the values that are computed from them.
    func computed(_ names: RequestNames, url: String, _ page: inout CrawlPage) -> RequestNames {
        var all = names
        var shadow = SecretShadow(names, secretNames)
        for (name, rules) in plan.values {
            let asked = asked(all, url: url, hidesSecrets: false)
            let outcome = rules.scrape(asked.page(name: name, clock: options.clock))
            if let value = outcome.records.first?[name] {
                all[name] = value
                if !secretNames.isEmpty { derive(name, value, rules, url, &all, &shadow) }
                // If earlier alternatives yielded no value, this one replaces them.
                continue
            }
            // A value that cannot be read is reported once for each page whose requests need it.
            for error in outcome.diagnostics
            where error.severity == .error && !page.diagnostics.contains(error) {
                page.diagnostics.append(error)
            }
        }
        return all
    }

    /// Determines whether a value is derived from secrets: whether it changes when they do. If so, it is secret too.
    func derive(
        _ name: String,
        _ value: Value,
        _ rules: Rules,
        _ url: String,
        _ all: inout RequestNames,
        _ shadow: inout SecretShadow
    ) {
        let asked = asked(shadow.names, url: url, hidesSecrets: false)
        let other = rules.scrape(asked.page(name: name, clock: options.clock)).records.first?[name]
        shadow.names[name] = other
        if other == value { return }
        secretNames.insert(name)
        report(secret: name, value)
        // The archive has this text in place of the secret.
        if fetcher.isReplay { all[name] = .string(Secrets.replacement(name)) }
    }

    /// Reports a new secret, once.
    func report(secret name: String, _ value: Value) {
        switch value {
        case .list(let elements): for element in elements { report(secret: name, element) }
        case .object(let members): for member in members { report(secret: name, member.value) }
        default:
            let text = value.text
            if reportedSecrets.contains(where: { $0 == (name, text) }) { return }
            reportedSecrets.append((name, text))
            onSecret(name, text)
        }
    }

    func asked(_ names: RequestNames, url: String, hidesSecrets: Bool) -> AskedPage {
        let members = names.members.filter { !hidesSecrets || !secretNames.contains($0.name) }
        var asked = AskedPage(url: url, values: members)
        var missing: String?
        asked.timezone = plan.timezone?.text(names, missing: &missing)
        if plan.timezone?.names.isEmpty == false, asked.timezone == nil {
            // The zone may be one of the values that come later.
            asked.timezone = nil
        }
        return asked
    }

    func holds(_ rules: Rules, _ names: RequestNames, _ url: String) -> Bool {
        let page = asked(names, url: url, hidesSecrets: false).page(name: "request", clock: options.clock)
        return !rules.scrape(page).records.isEmpty
    }
}
