package import Basics

/// The limits of a plugin that is a program.
public struct PluginLimits: Hashable, Sendable {
    /// The time limit of one answer, in seconds; that of the first one starts with the program.
    public var answerTime: Double
    /// The memory limit of the program and those that it starts, in bytes.
    public var memory: Int
    /// The size limit of one answer, in bytes.
    public var answerSize: Int
    /// The maximum number of bytes of its standard error that are logged per run.
    public var logSize: Int

    /// Limits that suit most plugins.
    public init(
        answerTime: Double = 10,
        memory: Int = 1 << 30,
        answerSize: Int = 64 << 20,
        logSize: Int = 64 << 10
    ) {
        self.answerTime = answerTime
        self.memory = memory
        self.answerSize = answerSize
        self.logSize = logSize
    }
}

/// Why a plugin's program returns no answer, in one line, worded to follow the program's name:
/// `ended with exit status 3`.
package struct PluginFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    package let reason: Reason
    /// The last line of the program's log, if it explains the failure.
    package let lastLogLine: String?

    /// What can go wrong.
    package enum Reason: Hashable, Sendable {
        /// It could not be started, and why.
        case start(String)
        /// It ended by itself.
        case ending(ProcessEnding)
        /// It ended by itself in the middle of an answer.
        case endingWithinAnswer(ProcessEnding)
        /// It returned no answer within this many seconds.
        case time(Double)
        /// It returned no answer before the time for the page was over.
        case pageTime
        /// Its answer was longer than this many bytes.
        case answerSize(Int)
        /// It used more than this many bytes of memory.
        case memory(Int)
        /// It is running, but closed its standard output.
        case closedOutput
        /// It is running, but closed its standard input before the whole request was written.
        case closedInput
        /// It wrote a line before a request, or a second line after one.
        case unrequestedLine
        /// It violates the protocol, and how.
        case protocolViolation(String)
        /// This program ended it at the end of the run.
        case ended
    }

    package init(_ reason: Reason, lastLogLine: String? = nil) {
        self.reason = reason
        self.lastLogLine = lastLogLine
    }

    /// The failure of a program that violates the protocol.
    init(_ violation: String) {
        self.init(.protocolViolation(violation))
    }

    package var description: String {
        guard let lastLogLine else { return reason.description }
        return "\(reason): \(lastLogLine)"
    }

    /// What to do, in one line; `nil` if that depends on the program.
    var help: String? {
        switch reason {
        case .time: "--plugin-time raises the limit"
        case .pageTime: "--max-time raises the limit"
        case .memory: "--plugin-memory raises the limit"
        case .answerSize: "no option raises this limit: let the plugin return shorter results"
        case .start, .ending, .endingWithinAnswer, .closedOutput, .closedInput, .unrequestedLine,
            .protocolViolation,
            .ended:
            nil
        }
    }
}

extension PluginFailure.Reason: Error, CustomStringConvertible {
    package var description: String {
        switch self {
        case .start(let problem): "cannot be started: \(problem)"
        case .ending(let ending): ending.description
        case .endingWithinAnswer(let ending):
            "\(ending) in the middle of an answer, which must end with a line feed"
        case .time(let seconds): "did not answer within \(LimitText.seconds(seconds))"
        case .pageTime: "did not answer before the time for the page was over"
        case .answerSize(let bytes): "wrote an answer longer than \(LimitText.bytes(bytes))"
        case .memory(let bytes): "used more than \(LimitText.bytes(bytes)) of memory"
        case .closedOutput: "closed its output"
        case .closedInput: "closed its input before the whole request was written"
        case .unrequestedLine: "wrote a line without a request"
        case .protocolViolation(let violation): violation
        case .ended: "was ended by its host"
        }
    }

    /// Whether one page may be the cause, so that the program can be started again for the others.
    var mayBeCausedByPage: Bool {
        switch self {
        case .ending, .endingWithinAnswer, .time, .pageTime, .answerSize, .memory, .closedOutput,
            .closedInput:
            true
        case .start, .unrequestedLine, .protocolViolation, .ended: false
        }
    }

    /// Whether the program's last log line may explain it.
    var isExplainedByLog: Bool {
        switch self {
        case .ending, .endingWithinAnswer, .closedOutput, .closedInput: true
        case .start, .time, .pageTime, .answerSize, .memory, .unrequestedLine, .protocolViolation, .ended:
            false
        }
    }
}
