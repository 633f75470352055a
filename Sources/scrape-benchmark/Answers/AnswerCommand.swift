import Addresses
import Basics
import Platform
import Records

/// `scrape-benchmark answer`: answers questions, for checks from outside.
struct AnswerCommand {
    static let usage = """
        usage: scrape-benchmark answer url

        Reads questions from standard input, one a line as JSON, and prints an answer for each as soon as it is read.
        url: {"input": …, "base": …} is answered by {"href": …}, or by {"failure": true} for what is no address.
        """

    init(_ arguments: ArraySlice<String>) throws(CommandError) {
        guard arguments.first == "url", arguments.count == 1 else {
            throw CommandError(text: "answer needs the kind of the questions: url")
        }
    }

    /// - Returns: the exit status: 2 for a line that is no question.
    func run() -> Int32 {
        var lines = LineReader()
        var number = 0
        while let line = lines.next() {
            number += 1
            guard let question = JSON.read(line, dialect: .strict).json?.value,
                let input = question["input"]?.string
            else {
                print("scrape-benchmark: error: line \(number) is no question: it needs \"input\", a text")
                return 2
            }
            print(JSONWriter.compact(AnswerCommand.answer(input, base: question["base"]?.string)))
            fflush(nil)
        }
        return 0
    }

    /// The answer to a question for an address.
    static func answer(_ input: String, base: String?) -> Value {
        do throws(AddressError) {
            let base: WebAddress? = if let base { try WebAddress(base) } else { nil }
            return ["href": .string(try WebAddress(input, base: base).href)]
        } catch {
            return ["failure": true]
        }
    }
}
