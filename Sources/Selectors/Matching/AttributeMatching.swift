import DOM

extension Binding {
    /// Whether an element has an attribute as the test with the given index wants it.
    func passes(_ test: AttributeTest, _ element: NodeRef, _ index: Int32) -> Bool {
        var attribute = element.firstAttribute
        var result = test.comparison == .notEquals
        var isCostly = false
        while let current = attribute {
            if isSubject(current, of: test, element) {
                if test.comparison == .presence { return true }
                var value = AttributeValue(current, foldsCase: foldsCase(test, element))
                let isWanted = isWanted(&value, test)
                isCostly = isCostly || value.bytesRead > CostlyAnswers.length
                if isWanted {
                    result = test.comparison != .notEquals
                    break
                }
            }
            attribute = current.next
        }
        return isCostly ? costly.note(index, element, order, result) : result
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

    @inline(__always)
    private func foldsCase(_ test: AttributeTest, _ element: NodeRef) -> Bool {
        switch test.caseRule {
        case .sensitive: false
        case .insensitive: true
        case .insensitiveInHTML: followsHTML(element)
        }
    }

    /// Whether an attribute's value is the one to be compared with; for `!=` whether it is the one to be refused.
    @inline(__always)
    private func isWanted(_ value: inout AttributeValue, _ test: AttributeTest) -> Bool {
        let wanted = program.text(value.foldsCase ? test.lowercased : test.value)
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
    let foldsCase: Bool
    /// How many bytes had to be read by comparisons that may read all of them.
    private(set) var bytesRead = 0

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

    mutating func includes(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        var start = 0
        defer { bytesRead = start }
        while true {
            while self[start].isCSSWhitespace { start += 1 }
            if self[start] == 0 { return false }
            var end = start
            while self[end] != 0, !self[end].isCSSWhitespace { end += 1 }
            if end - start == word.count, starts(with: word, at: start) { return true }
            start = end
        }
    }

    mutating func ends(with wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        bytesRead = count
        return bytesRead >= wanted.count && starts(with: wanted, at: bytesRead - wanted.count)
    }

    mutating func contains(_ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let bytes, let first = wanted.first else { return wanted.isEmpty }
        guard wanted.count <= SubstringSearch.shortLength else {
            bytesRead = count
            let value = UnsafeBufferPointer(start: bytes, count: bytesRead)
            return SubstringSearch.firstOffset(of: wanted, in: value, foldingCase: foldsCase) != nil
        }
        // Values are short: a look at each byte costs less than measuring them first.
        let other = foldsCase && first.isASCIILetter ? first & ~0x20 : first
        var place = bytes
        defer { bytesRead = place - bytes }
        while place.pointee != 0 {
            if place.pointee == first || place.pointee == other, starts(with: wanted, at: place - bytes) {
                return true
            }
            place += 1
        }
        return false
    }

    private var count: Int {
        guard let bytes else { return 0 }
        var count = 0
        while bytes[count] != 0 { count += 1 }
        return count
    }
}
