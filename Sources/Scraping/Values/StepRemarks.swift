import Synchronization

/// What steps and types have to tell of values that they could read all the same: warnings, told with the place that
/// the value comes from.
final class StepRemarks: Sendable {
    private let messages = Mutex<[String]>([])

    func add(_ message: String) {
        messages.withLock { $0.append(message) }
    }

    /// What has been told since the last time.
    func take() -> [String] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
