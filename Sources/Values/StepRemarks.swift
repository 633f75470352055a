import Synchronization

/// What steps and types have to tell of values that they could read all the same: warnings, told with the place that
/// the value comes from.
package final class StepRemarks: Sendable {
    private let messages = Mutex<[String]>([])

    package func add(_ message: String) {
        messages.withLock { $0.append(message) }
    }

    /// What has been told since the last time.
    package func take() -> [String] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
