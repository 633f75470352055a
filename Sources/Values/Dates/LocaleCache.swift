import Synchronization

/// What is made of a locale's data, once for each locale.
final class LocaleCache<Content: Sendable>: Sendable {
    private let make: @Sendable (String) -> Content
    private let made = Mutex<[String: Content]>([:])

    init(_ make: @escaping @Sendable (String) -> Content) {
        self.make = make
    }

    subscript(locale: String) -> Content {
        made.withLock { made in
            if let content = made[locale] { return content }
            let content = make(locale)
            made[locale] = content
            return content
        }
    }
}
