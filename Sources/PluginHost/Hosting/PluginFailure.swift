package import Basics

/// Why a plugin's program gives no answer, in one line that follows on its name: `ended with exit status 3`.
package struct PluginFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    package let reason: Reason
    /// The last line of the program's log, where that tells more.
    package let lastLogLine: String?

    /// What can go wrong.
    package enum Reason: Hashable, Sendable {
        /// It could not be started, and why.
        case start(String)
        /// It ended by itself.
        case ending(ProcessEnding)
        /// It ended by itself, and had begun an answer.
        case endingWithinAnswer(ProcessEnding)
        /// It gave no answer within so many seconds.
        case time(Double)
        /// Its answer was longer than so many bytes.
        case answerSize(Int)
        /// It held more than so many bytes of memory.
        case memory(Int)
        /// It lives on, and closed its standard output.
        case closedOutput
        /// It lives on, and closed its standard input before the request was in.
        case closedInput
        /// It wrote a line before it was asked, or a second one.
        case unaskedLine
        /// It does not keep to the protocol, and how.
        case protocolBreach(String)
        /// It was ended by this program, the run being over.
        case ended
    }

    package init(_ reason: Reason, lastLogLine: String? = nil) {
        self.reason = reason
        self.lastLogLine = lastLogLine
    }

    /// The failure of a program that does not keep to the protocol.
    init(_ breach: String) {
        self.init(.protocolBreach(breach))
    }

    package var description: String {
        guard let lastLogLine else { return reason.description }
        return "\(reason): \(lastLogLine)"
    }
}

extension PluginFailure.Reason: Error, CustomStringConvertible {
    package var description: String {
        switch self {
        case .start(let problem): "cannot be started: \(problem)"
        case .ending(let ending): ending.description
        case .endingWithinAnswer(let ending): "\(ending) within an answer, which must end with a line feed"
        case .time(let seconds): "did not answer within \(LimitText.seconds(seconds))"
        case .answerSize(let bytes): "answered more than \(LimitText.bytes(bytes))"
        case .memory(let bytes): "took more than \(LimitText.bytes(bytes)) of memory"
        case .closedOutput: "closed its output"
        case .closedInput: "closed its input before it was asked in full"
        case .unaskedLine: "wrote a line that nobody asked for"
        case .protocolBreach(let breach): breach
        case .ended: "has been ended"
        }
    }

    /// Whether it may be a page's doing, so that the program may well answer for others.
    var mayBeOfOnePage: Bool {
        switch self {
        case .ending, .endingWithinAnswer, .time, .answerSize, .memory, .closedOutput, .closedInput: true
        case .start, .unaskedLine, .protocolBreach, .ended: false
        }
    }

    /// Whether the program's last words may say more about it.
    var isExplainedByLog: Bool {
        switch self {
        case .ending, .endingWithinAnswer, .closedOutput, .closedInput: true
        case .start, .time, .answerSize, .memory, .unaskedLine, .protocolBreach, .ended: false
        }
    }
}
