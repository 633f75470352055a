package import Fetching
package import Language
package import Records

/// The inputs of the run that has written an archive.
package struct RecordedInputs {
    /// Names and texts, as on the command line: a name is repeated for a list. Secrets are not included.
    package let texts: [(name: String, text: String)]
    /// The environment variables of the run's secrets.
    package let variables: Set<String>

    /// `nil` for an archive without this information.
    package init?(_ recorded: RecordedAnswers, _ plan: CrawlRules) {
        guard let text = recorded.information["scrape-inputs"],
            let members = JSON.read(Array(text.utf8), dialect: .strict).0?.value.object
        else { return nil }
        self.init(members, plan)
    }

    /// - Parameter members: values by the names of inputs; for a secret any text.
    package init(_ members: [Value.Member], _ plan: CrawlRules) {
        var texts: [(name: String, text: String)] = []
        var variables: Set<String> = []
        for member in members {
            if let secret = plan.inputs.first(where: { $0.name == member.name })?.secret {
                variables.insert(secret)
                continue
            }
            for value in member.value.list ?? [member.value] { texts.append((member.name, value.text)) }
        }
        self.texts = texts
        self.variables = variables
    }
}
