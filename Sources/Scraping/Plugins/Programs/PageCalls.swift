import DOM
import Records

/// What is asked of programs for one page, and what steps know of it.
struct PageCalls: Sendable {
    let calls = PluginCalls()
    private(set) var page: PluginPage
    /// The revision of the tree from which the base was learned last.
    private var learned: Int?

    init(_ page: Page) {
        self.page = PluginPage(name: page.name, baseURL: page.url, clock: page.clock)
    }

    /// Learns from the page's tree what links are relative to.
    mutating func learnBase(from document: Document, given url: String?) {
        if learned == document.revision { return }
        learned = document.revision
        page.baseURL = PageAddress(document, wantsOwn: url == nil).baseURL(given: url)
    }

    /// What steps know of the page.
    var context: PageContext { PageContext(baseURL: page.baseURL, clock: page.clock, calls: calls) }

    /// Puts the questions that have come up.
    ///
    /// - Returns: whether there were any, so that the page is to be gone through again.
    func ask() -> Bool { calls.ask(for: page) }

    /// What a function gives for each of some inputs, when programs have answered what it asks of them.
    func results<Input, Output>(
        of inputs: [Input],
        _ body: (Input, PageContext) throws(StepError) -> Output
    ) -> [Result<Output, StepError>] {
        let context = context
        func results() -> [Result<Output, StepError>] {
            inputs.map { input in
                do throws(StepError) { return .success(try body(input, context)) } catch {
                    return .failure(error)
                }
            }
        }
        var found = results()
        while ask() { found = results() }
        return found
    }

    /// Whether a plugin has failed to answer.
    var hasFailed: Bool { calls.hasFailed }

    /// What is to be told of plugins that have failed.
    var diagnostics: [Diagnostic] { calls.diagnostics(for: page) }
}
