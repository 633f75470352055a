/// What a plugin that is a program of its own may take.
public struct PluginLimits: Hashable, Sendable {
    /// How long one answer may take, in seconds; the first one's time starts with the program.
    public var answerTime: Double
    /// How much memory the program and those that it starts may hold at a time, in bytes.
    public var memory: Int
    /// How long one answer may be, in bytes.
    public var answerSize: Int
    /// How much of its standard error is told per run, in bytes.
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
