import Basics
import DOM

extension MatchContext {
    /// Whether an element passes the test with the given index.
    @inline(__always)
    func passes(_ index: Int32, _ element: NodeRef) -> Bool {
        steps.add()
        let test = program.tests[index]
        switch test {
        case .name(let name): return element.name.address == nameAddresses[Int(name)]
        case .class(let name): return longValueAnswer(index, element) ?? hasClass(name, element, index)
        case .id(let id): return hasID(id, element)
        case .attribute(let attribute):
            return longValueAnswer(index, element)
                ?? passes(program.attributes[attribute], element, index)
        case .keyword, .nameByKind, .noNamespace, .prefix, .scope, .anchor, .nth, .any, .none, .has, .lang,
            .direction, .text, .leaf, .position, .never:
            return longValueAnswer(index, element) ?? passesRareTest(test, element, index)
        }
    }

    @inline(never)
    private func passesRareTest(_ test: Test, _ element: NodeRef, _ index: Int32) -> Bool {
        switch test {
        case .name, .class, .id, .attribute: false
        case .nameByKind(let html, let exact):
            element.name.address
                == nameAddresses[Int(document.isHTMLElement(element) && document.isHTML ? html : exact)]
        case .noNamespace: !element.hasNamespace && !document.isHTML
        case .prefix(let prefix): element.prefix.map { $0.elementsEqual(program.text(prefix)) } ?? false
        case .keyword(let keyword): passes(keyword, element, index)
        case .scope: element == scope.element
        case .anchor: element == scope.node
        case .nth(let nth): passes(program.nths[nth], element)
        case .any(let list): matchesList(list, element)
        case .none(let list): !matchesList(list, element)
        case .has(let list): has(list, element)
        case .lang(let list): passesLanguage(list, element)
        case .direction(let isRightToLeft): state.directions.isRightToLeft(element) == isRightToLeft
        case .text(let text): passes(program.texts[text], element)
        case .leaf(let leaf): rememberLongValue(index, element, hasLeaf(program.leaves[leaf], element))
        case .position(let position): passes(program.positions[position], element)
        case .never: false
        }
    }

    // MARK: Ids and classes

    @inline(__always)
    private func hasID(_ id: Span32, _ element: NodeRef) -> Bool {
        guard let value = terminatedValue(document.idAttribute, element) else { return false }
        let wanted = program.text(id)
        for index in 0..<wanted.count where !isSame(value[index], wanted[index]) { return false }
        return value[wanted.count] == 0
    }

    @inline(__always)
    private func hasClass(_ name: Span32, _ element: NodeRef, _ test: Int32) -> Bool {
        guard let value = terminatedValue(document.classAttribute, element) else { return false }
        let wanted = program.text(name)
        var start = 0
        while true {
            while value[start].isASCIIWhiteSpace { start += 1 }
            if value[start] == 0 {
                return start < MatchContext.longValue ? false : rememberLongValue(test, element, false)
            }
            var index = 0
            while index < wanted.count, isSame(value[start + index], wanted[index]) { index += 1 }
            let next = value[start + index]
            if index == wanted.count, next == 0 || next.isASCIIWhiteSpace {
                return start < MatchContext.longValue ? true : rememberLongValue(test, element, true)
            }
            start = value.endOfWord(from: start + index)
        }
    }

    @inline(__always)
    private func isSame(_ left: UInt8, _ right: UInt8) -> Bool {
        left == right || document.foldsCase && left.asciiLowercased == right.asciiLowercased
    }

    /// The value, terminated by a zero, of the attribute without a namespace whose name has this address.
    @inline(__always)
    private func terminatedValue(_ name: UInt, _ element: NodeRef) -> UnsafePointer<UInt8>? {
        var attribute = element.firstAttribute
        while let current = attribute {
            if current.name.address == name, !current.hasNamespace { return current.terminatedValue }
            attribute = current.next
        }
        return nil
    }
}

extension MatchContext {
    /// Whether an element passes an attribute test, which has the given index.
    func passes(_ test: AttributeTest, _ element: NodeRef, _ index: Int32) -> Bool {
        var attribute = element.firstAttribute
        var result = test.comparison == .notEquals
        var isCostly = false
        while let current = attribute {
            if isSubject(current, of: test, element) {
                if test.comparison == .presence { return true }
                var value = AttributeValue(current, foldsCase: foldsCase(test, element))
                let isWanted = isWanted(&value, test)
                isCostly = isCostly || value.bytesRead > MatchContext.longValue
                if isWanted {
                    result = test.comparison != .notEquals
                    break
                }
            }
            attribute = current.next
        }
        return isCostly ? rememberLongValue(index, element, result) : result
    }

    /// Whether the test applies to this attribute.
    @inline(__always)
    private func isSubject(_ attribute: AttributeRef, of test: AttributeTest, _ element: NodeRef) -> Bool {
        switch test.subject {
        case .named(let html, let exact):
            let address = attribute.name.address
            guard address == nameAddresses[Int(html)] || address == nameAddresses[Int(exact)] else {
                return false
            }
            if html != exact, address != nameAddresses[Int(followsHTML(element) ? html : exact)] {
                return false
            }
            return isInNamespace(attribute, test.namespace)
        case .prefixed(let html, let exact):
            let prefix = program.text(followsHTML(element) ? html : exact)
            return attribute.name.utf8.starts(with: prefix)
        case .any:
            return true
        }
    }

    private func followsHTML(_ element: NodeRef) -> Bool {
        document.isHTML && document.isHTMLElement(element)
    }

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

    /// Whether an attribute's value satisfies the comparison; for `!=`, whether it equals the value.
    @inline(__always)
    private func isWanted(_ value: inout AttributeValue, _ test: AttributeTest) -> Bool {
        let wanted = program.text(value.foldsCase ? test.lowercased : test.value)
        switch test.comparison {
        case .equals, .notEquals: return value.equals(wanted)
        case .includes: return value.includes(wanted)
        case .dashMatch: return value.dashMatches(wanted)
        case .prefix: return value.starts(with: wanted)
        case .suffix: return value.ends(with: wanted)
        case .substring: return value.contains(wanted)
        case .presence: return true
        case .never: return false
        }
    }
}

/// The bytes of an attribute's value, terminated by a zero.
struct AttributeValue {
    private let bytes: UnsafePointer<UInt8>?
    private let count: Int
    /// Whether `A`–`Z` equal `a`–`z`; the wanted value is in lower case then.
    let foldsCase: Bool
    /// The number of bytes that have been read by comparisons which may read the whole value.
    private(set) var bytesRead = 0

    @inline(__always)
    init(_ attribute: AttributeRef, foldsCase: Bool) {
        let value = attribute.value
        bytes = value.baseAddress
        count = value.count
        self.foldsCase = foldsCase
    }

    /// Whether `wanted` occurs at an offset.
    @inline(__always)
    private func has(_ wanted: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard offset + wanted.count <= count, let bytes else { return wanted.isEmpty && offset <= count }
        if foldsCase {
            for index in 0..<wanted.count where bytes[offset + index].asciiLowercased != wanted[index] {
                return false
            }
        } else {
            for index in 0..<wanted.count where bytes[offset + index] != wanted[index] { return false }
        }
        return true
    }

    @inline(__always)
    func starts(with wanted: UnsafeBufferPointer<UInt8>) -> Bool { has(wanted, at: 0) }

    @inline(__always)
    func equals(_ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        count == wanted.count && has(wanted, at: 0)
    }

    func dashMatches(_ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        guard has(wanted, at: 0) else { return false }
        return count == wanted.count || bytes?[wanted.count] == UInt8(ascii: "-")
    }

    func ends(with wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        count >= wanted.count && has(wanted, at: count - wanted.count)
    }

    mutating func includes(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let bytes else { return false }
        var start = 0
        defer { bytesRead = start }
        while true {
            while bytes[start].isASCIIWhiteSpace { start += 1 }
            if bytes[start] == 0 { return false }
            let end = bytes.endOfWord(from: start)
            if end - start == word.count, has(word, at: start) { return true }
            start = end
        }
    }

    mutating func contains(_ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let bytes, let first = wanted.first else { return wanted.isEmpty }
        guard wanted.count <= SubstringSearch.shortLength else {
            bytesRead = count
            let value = UnsafeBufferPointer(start: bytes, count: count)
            return SubstringSearch.firstOffset(of: wanted, in: value, foldingCase: foldsCase) != nil
        }
        // Values are short: a search with vectors is not worth its preparation.
        let other = foldsCase && first.isASCIILetter ? first & ~0x20 : first
        var place = 0
        defer { bytesRead = place }
        while place + wanted.count <= count {
            if bytes[place] == first || bytes[place] == other, has(wanted, at: place) { return true }
            place += 1
        }
        return false
    }
}
