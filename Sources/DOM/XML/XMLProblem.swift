/// Something in a text that its format does not allow, and that was read all the same.
package struct XMLProblem: Hashable, Sendable {
    /// What was found and what became of it, in one line.
    package let message: String
    /// The line from 1.
    package let line: Int
    /// The column in Unicode scalars from 1; `nil` where only the line is known.
    package let column: Int?
    /// Whether there was only one way to read it; otherwise the tree's structure is a guess, or something is left
    /// out.
    package let isUnambiguous: Bool
}

/// The problems of one text: the first ones, and how many there were.
struct XMLProblems {
    /// How many are told one by one: a broken page breaks the same way on every line.
    private static let limit = 20

    private var first: [XMLProblem] = []
    private var others = 0
    private var lastLine = 0
    private var hidesGuess = false

    /// Whether further problems are only counted.
    var isFull: Bool { first.count >= XMLProblems.limit }

    mutating func append(_ problem: XMLProblem) {
        if isFull { return count(isUnambiguous: problem.isUnambiguous, line: problem.line) }
        first.append(problem)
    }

    mutating func count(isUnambiguous: Bool, line: Int) {
        others += 1
        lastLine = line
        if !isUnambiguous { hidesGuess = true }
    }

    /// What is to be told.
    var all: [XMLProblem] {
        if others == 0 { return first }
        let message = "\(others) more problem\(others == 1 ? "" : "s") up to here"
        return first + [
            XMLProblem(message: message, line: lastLine, column: nil, isUnambiguous: !hidesGuess)
        ]
    }
}
