import DOM

extension Binding {
    /// Whether an element has an attribute as the test wants it.
    func passes(_ test: AttributeTest, _ element: NodeRef) -> Bool {
        var attribute = element.firstAttribute
        while let current = attribute {
            if isSubject(current, of: test, element) {
                if test.comparison == .presence { return true }
                if isWanted(current, test, element) { return test.comparison != .notEquals }
            }
            attribute = current.next
        }
        return test.comparison == .notEquals
    }

    /// Whether the test looks at this attribute.
    @inline(__always)
    private func isSubject(_ attribute: AttributeRef, of test: AttributeTest, _ element: NodeRef) -> Bool {
        switch test.subject {
        case .named(let html, let exact):
            let address = attribute.name.address
            guard address == names[Int(html)] || address == names[Int(exact)] else { return false }
            if html != exact, address != names[Int(followsHTML(element) ? html : exact)] { return false }
            return isInNamespace(attribute, test.namespace)
        case .prefixed(let html, let exact):
            let prefix = program.text(followsHTML(element) ? html : exact)
            return attribute.name.utf8.starts(with: prefix)
        case .any:
            return true
        }
    }

    private func followsHTML(_ element: NodeRef) -> Bool { page.isHTML && page.isHTMLElement(element) }

    @inline(__always)
    private func isInNamespace(_ attribute: AttributeRef, _ namespace: AttributeTest.Namespace) -> Bool {
        switch namespace {
        case .none: !attribute.hasNamespace
        case .any: true
        case .prefix(let prefix): attribute.prefix.map { $0.elementsEqual(program.text(prefix)) } ?? false
        }
    }

    /// Whether the attribute's value is the one to be compared with; for `!=` whether it is the one to be refused.
    @inline(__always)
    private func isWanted(_ attribute: AttributeRef, _ test: AttributeTest, _ element: NodeRef) -> Bool {
        let foldsCase =
            switch test.caseRule {
            case .sensitive: false
            case .insensitive: true
            case .insensitiveInHTML: followsHTML(element)
            }
        let value = AttributeValue(attribute, foldsCase: foldsCase)
        let wanted = program.text(foldsCase ? test.lowercased : test.value)
        switch test.comparison {
        case .equals, .notEquals: return value.equals(wanted)
        case .includes: return value.includes(wanted)
        case .dashMatch: return value.dashMatches(wanted)
        case .prefix: return value.starts(with: wanted, at: 0)
        case .suffix: return value.ends(with: wanted)
        case .substring: return value.contains(wanted)
        case .presence: return true
        case .never: return false
        }
    }
}

/// The bytes of an attribute's value, ended by a zero, as they are compared.
struct AttributeValue {
    private let bytes: UnsafePointer<UInt8>?
    /// Whether `A`–`Z` count as `a`–`z`; what is compared with is in lower case then.
    private let foldsCase: Bool

    @inline(__always)
    init(_ attribute: AttributeRef, foldsCase: Bool) {
        bytes = attribute.terminatedValue
        self.foldsCase = foldsCase
    }

    @inline(__always)
    private subscript(index: Int) -> UInt8 {
        guard let bytes else { return 0 }
        return foldsCase ? bytes[index].asciiLowercased : bytes[index]
    }

    /// Whether `wanted` stands at an offset, which must not be beyond the value's end.
    @inline(__always)
    func starts(with wanted: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        for index in 0..<wanted.count where self[offset + index] != wanted[index] { return false }
        return true
    }

    @inline(__always)
    func equals(_ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        starts(with: wanted, at: 0) && self[wanted.count] == 0
    }

    func dashMatches(_ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        guard starts(with: wanted, at: 0) else { return false }
        return self[wanted.count] == 0 || self[wanted.count] == UInt8(ascii: "-")
    }

    func includes(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        var start = 0
        while true {
            while self[start].isCSSWhitespace { start += 1 }
            if self[start] == 0 { return false }
            var end = start
            while self[end] != 0, !self[end].isCSSWhitespace { end += 1 }
            if end - start == word.count, starts(with: word, at: start) { return true }
            start = end
        }
    }

    func ends(with wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        let count = count
        return count >= wanted.count && starts(with: wanted, at: count - wanted.count)
    }

    func contains(_ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let bytes else { return wanted.isEmpty }
        let value = UnsafeBufferPointer(start: bytes, count: count)
        return SubstringSearch.firstOffset(of: wanted, in: value, foldingCase: foldsCase) != nil
    }

    private var count: Int {
        guard let bytes else { return 0 }
        var count = 0
        while bytes[count] != 0 { count += 1 }
        return count
    }
}
