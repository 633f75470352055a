import Addresses
import Batch
import Engine
package import Fetching
import Language
package import Records
import Sources

// Logging in, if the kept session is not valid.
extension Crawl {
    /// Logs in unless the session's check succeeds.
    func beginSession() throws(Diagnostic) {
        guard !plan.session.login.isEmpty else {
            if let check = plan.session.check, try !isSessionGood(check) {
                throw Diagnostic(
                    .input,
                    "the session is not valid, and the rules have no login",
                    at: place(check.range)
                )
            }
            return
        }
        if fetcher.hasCookies, let check = plan.session.check, try isSessionGood(check) { return }
        try login()
        if let check = plan.session.check, try !isSessionGood(check) {
            throw Diagnostic(
                .input,
                "the login has failed: the page of \"check\" does not show a session",
                at: place(check.range)
            )
        }
    }

    private func isSessionGood(_ check: RequestKind) throws(Diagnostic) -> Bool {
        let (page, _) = try answer(to: check, try request(check), canBeShown: true)
        return page.map { !check.links.scrape($0).records.isEmpty } ?? false
    }

    /// Makes the requests of the login's steps in order.
    func login() throws(Diagnostic) {
        logins += 1
        // Values of an earlier login are no longer valid.
        for take in plan.session.login.flatMap(\.takes) { names[take.name] = nil }
        try onLogin(true)
        do throws(Diagnostic) { try makeLoginSteps() } catch {
            try onLogin(false)
            throw error
        }
        try onLogin(false)
    }

    private func makeLoginSteps() throws(Diagnostic) {
        for step in plan.session.login where step.condition == nil {
            if let input = missingSecret(of: step), let variable = input.secret {
                throw Diagnostic(
                    .rules,
                    "the environment variable \(variable) is not set, and the login needs the input \"\(input.name)\"",
                    at: place(step.range),
                    help: "set it before the run"
                )
            }
        }
        for step in plan.session.login {
            var problems = CrawlPage(url: "")
            let all = computed(names, url: "", &problems)
            if let condition = step.condition {
                let page = asked(all, url: "", hidesSecrets: false).page(
                    name: "request",
                    clock: options.clock
                )
                if condition.scrape(page).records.isEmpty { continue }
            }
            var (page, failure) = try answer(to: step, try request(step))
            guard let found = page else { throw failed(step, failure ?? "there is no answer") }
            var links = step.links.scrape(found)
            if let submit = step.submit {
                let fills = links.records.first { $0.type == "fill" }
                let form: FetchRequest?
                do throws(RequestProblem) {
                    form = try FormSubmission.request(
                        submit,
                        found,
                        step.page,
                        step.links,
                        all,
                        fills,
                        builder
                    )
                } catch {
                    throw failed(step, error.message)
                }
                guard let form else { throw failed(step, "its page has no such form") }
                guard plan.covers(form.address.href) else {
                    throw failed(step, "no \"match\" of the rules covers \(form.address.href)")
                }
                (page, failure) = try answer(to: step, form)
                guard let answer = page else { throw failed(step, failure ?? "there is no answer") }
                links = step.links.scrape(answer)
            }
            if let answer = page,
                let refusal = step.page.scrape(answer).diagnostics.first(where: { $0.severity == .error })
            {
                throw failed(step, refusal.message)
            }
            let taken = links.records.first { $0.type == "take" }
            for take in step.takes {
                guard let value = taken?[take.name] else {
                    if take.isRequired { throw failed(step, "\"\(take.name)\" has no value") }
                    continue
                }
                names[take.name] = value
                secretNames.insert(take.name)
                report(secret: take.name, value)
            }
        }
    }

    /// The first secret without a value that a step of the login needs.
    private func missingSecret(of step: RequestKind) -> CrawlInput? {
        var needed = step.address?.names ?? []
        needed += (step.query + (step.form ?? []) + step.headers + step.cookies).flatMap(\.value.names)
        needed += (step.json?.names ?? []) + (step.body?.names ?? [])
        needed += (step.submit?.fills ?? []).flatMap { $0.value?.names ?? [] }
        return plan.inputs.first { $0.secret != nil && names[$0.name] == nil && needed.contains($0.name) }
    }

    /// The steps of the login, and its check, without making their requests. Values that only answers have, and secrets
    /// that are not set, have placeholders.
    package func loginSteps() throws(Diagnostic) -> [LoginStep] {
        guard !plan.session.login.isEmpty else { return [] }
        var assumed = assumedNames
        for input in plan.inputs where input.secret != nil && assumed[input.name] == nil {
            assumed[input.name] = .string(Secrets.replacement(input.name))
        }
        var problems = CrawlPage(url: "")
        let all = computed(assumed, url: "", &problems)
        var steps: [LoginStep] = []
        for step in plan.session.login + [plan.session.check].compactMap(\.self) {
            if let condition = step.condition, !holds(condition, all, "") { continue }
            var shown = LoginStep(name: step.name, request: try request(step, all))
            if let submit = step.submit {
                shown.form = submit.form ?? "form"
                shown.fills = submit.fills.map { ($0.control, $0.value?.value(all)?.text) }
            }
            steps.append(shown)
        }
        return steps
    }

    private func failed(_ step: RequestKind, _ reason: String) -> Diagnostic {
        Diagnostic(.input, "the login has failed (\(step.name)): \(reason)", at: place(step.range))
    }

    private func request(_ step: RequestKind) throws(Diagnostic) -> FetchRequest {
        var problems = CrawlPage(url: "")
        return try request(step, computed(names, url: "", &problems))
    }

    private func request(_ step: RequestKind, _ names: RequestNames) throws(Diagnostic) -> FetchRequest {
        do throws(RequestProblem) {
            return try builder.request(step, names, followed: nil, base: nil)
        } catch {
            throw failed(step, error.message)
        }
    }

    /// The page of a step's answer, or why there is none.
    ///
    /// - Parameter canBeShown: whether the last page of the login may be used instead, if it has the same address.
    private func answer(
        to step: RequestKind,
        _ request: FetchRequest,
        canBeShown: Bool = false
    ) throws(Diagnostic) -> (Page?, String?) {
        var request = request
        // No archive has what a login gives.
        request.isAskedAgain = true
        let shown = canBeShown ? shownPage(request) : nil
        let result = if let shown { shown } else { try get(request) }
        remember(result, of: request)
        switch result.page(PageFacts(clock: options.clock, limits: options.limits)) {
        case .page(var page, _):
            page.asked = asked(names, url: result.url, hidesSecrets: true)
            page.asked?.status = result.exchanges.last?.head?.status
            page.asked?.headers = result.exchanges.last?.head?.fields ?? []
            return (page, nil)
        case .leftOut(let reason): return (nil, reason)
        case .failed(let diagnostic): return (nil, diagnostic.message)
        }
    }

    // MARK: - The last page of a login

    /// Remembers the page that a login, or its check, has led to.
    private func remember(_ result: FetchResult, of request: FetchRequest) {
        sessionPage = nil
        guard result.failure == nil, let last = result.exchanges.last, last.method == "GET",
            last.head?.status == 200
        else { return }
        var page = FetchResult(asked: last.url)
        page.exchanges = [last]
        let headers = request.headers.filter { $0.name.lowercased() != "content-type" }
        sessionPage = SessionPage(result: page, headers: headers)
    }

    /// The last page of the login, if a request is for it.
    private func shownPage(_ request: FetchRequest) -> FetchResult? {
        guard let page = sessionPage, request.method == "GET", page.result.url == request.address.href,
            page.headers == request.headers
        else { return nil }
        return page.result
    }

    /// The last page of the login as the answer to the first request after it, if that is for the page.
    func sessionAnswer(to task: CrawlTask) -> FetchResult? {
        defer { sessionPage = nil }
        return shownPage(task.request)
    }
}

/// A step of a login that is not made.
package struct LoginStep {
    /// Its name in texts for the user: `login 1`.
    package let name: String
    package let request: FetchRequest
    /// The selector of the form on its page that is sent; `nil` for none.
    package var form: String?
    /// The controls of the form that the rules fill, with their texts; `nil` for what is read from the page.
    package var fills: [(control: String, text: String?)] = []
}

/// A page that a login, or its check, has led to.
struct SessionPage {
    let result: FetchResult
    /// The header fields of the rules with which it was requested.
    let headers: [HeaderField]
}
