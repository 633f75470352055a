import Addresses
import Basics
import Platform
import Records

/// `scrape-benchmark answer`: answers questions, for external checks.
struct AnswerCommand {
    static let usage = """
        usage: scrape-benchmark answer url|robots|cookies

        Reads questions from standard input, one a line as JSON, and prints an answer for each as soon as it is read.
        url: {"input": …, "base": …} is answered by {"href": …}, or by {"failure": true} for what is not an address.
        robots: {"body" or "body64": …, "agent": …, "url": …} is answered by {"allow": true} or {"allow": false}.
        cookies: {"now", "received-at", "received": […], "sent-to"} is answered by {"cookie": …}, null for no header.
        """

    /// The kind of question.
    private enum Kind: String { case url, robots, cookies }

    private let kind: Kind

    init(_ arguments: ArraySlice<String>) throws(CommandError) {
        guard arguments.count == 1, let kind = arguments.first.flatMap(Kind.init) else {
            throw CommandError(text: "answer needs the kind of the questions: url, robots or cookies")
        }
        self.kind = kind
    }

    /// - Returns: the exit status: 2 for a line that is not a question.
    func run() -> Int32 {
        var lines = LineReader()
        var number = 0
        while let line = lines.next() {
            number += 1
            guard let question = JSON.read(line, dialect: .strict).json?.value,
                let answer = answer(to: question)
            else {
                print(
                    "scrape-benchmark: error: line \(number) is not a question for \(kind.rawValue); see --help"
                )
                return 2
            }
            print(JSONWriter.compact(answer))
            fflush(nil)
        }
        return 0
    }

    /// `nil` if it is not a question.
    private func answer(to question: Value) -> Value? {
        switch kind {
        case .url: question["input"]?.string.map { AnswerCommand.answer($0, base: question["base"]?.string) }
        case .robots: PolitenessAnswers.robots(question)
        case .cookies: PolitenessAnswers.cookies(question)
        }
    }

    /// The answer to a question about an address.
    static func answer(_ input: String, base: String?) -> Value {
        do throws(AddressError) {
            let base: WebAddress? = if let base { try WebAddress(base) } else { nil }
            return ["href": .string(try WebAddress(input, base: base).href)]
        } catch {
            return ["failure": true]
        }
    }
}
