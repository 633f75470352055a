import DOM

// At an element: the selectors that it calls for.
extension Walk {
    /// Tries the selectors that an element calls for, as far as it may concern them.
    ///
    /// - Returns: the bits of the element's keys, for what lies below it.
    @inline(__always)
    func visit(
        _ node: NodeRef,
        _ name: @autoclosure () -> UInt,
        _ concern: NoteFilter.Concern,
        _ ancestors: UInt64,
        isTried: Bool = true
    ) -> UInt64 {
        var bits: UInt64 = 0
        if concern.contains(.name) {
            let key = tags.find(name())
            if key >= 0 { bits |= found(key, node, ancestors, isTried) }
        }
        if concern.contains(.attributes) { bits |= visitAttributes(node, ancestors, isTried) }
        if isTried, concern.contains(.universal) { attempt(program.universal, node, ancestors) }
        return bits
    }

    @inline(__always)
    private func visitAttributes(_ node: NodeRef, _ ancestors: UInt64, _ isTried: Bool) -> UInt64 {
        var bits: UInt64 = 0
        var attribute = node.firstAttribute
        while let current = attribute {
            let name = current.name.address
            if name == classAttribute, !current.hasNamespace {
                bits |= visitClasses(current, node, ancestors, isTried)
            } else if name == idAttribute, !current.hasNamespace {
                bits |= visitID(current, node, ancestors, isTried)
            }
            if hasAttributeNames {
                let key = binding.attributeNames.find(name)
                if key >= 0 { bits |= found(key, node, ancestors, isTried) }
            }
            attribute = current.next
        }
        return bits
    }

    @inline(__always)
    private func visitClasses(
        _ attribute: AttributeRef,
        _ node: NodeRef,
        _ ancestors: UInt64,
        _ isTried: Bool
    ) -> UInt64 {
        // A value stands in its document's arena, behind which two blocks can be read.
        guard var start = attribute.terminatedValue,
            binding.classes.beginnings.mayOccur(in: start, attribute.value.count)
        else { return 0 }
        var bits: UInt64 = 0
        while true {
            while start.pointee.isCSSWhitespace { start += 1 }
            if start.pointee == 0 { return bits }
            var end = start + 1
            // Nearly every byte of a class is greater than all white space.
            while end.pointee > 0x20 || end.pointee != 0 && !end.pointee.isCSSWhitespace { end += 1 }
            binding.classes.find(start, end - start) { key in bits |= found(key, node, ancestors, isTried) }
            start = end
        }
    }

    @inline(__always)
    private func visitID(
        _ attribute: AttributeRef,
        _ node: NodeRef,
        _ ancestors: UInt64,
        _ isTried: Bool
    ) -> UInt64 {
        guard let start = attribute.terminatedValue else { return 0 }
        var count = 0
        while start[count] != 0 { count += 1 }
        var bits: UInt64 = 0
        binding.ids.find(start, count) { key in bits |= found(key, node, ancestors, isTried) }
        return bits
    }

    @inline(__always)
    private func found(
        _ key: Int32,
        _ node: NodeRef,
        _ ancestors: UInt64,
        _ isTried: Bool
    ) -> UInt64 {
        let key = program.keys[key]
        if isTried { attempt(key.candidates, node, ancestors) }
        return key.ancestorBits
    }

    @inline(__always)
    private func attempt(_ candidates: Span32, _ node: NodeRef, _ ancestors: UInt64) {
        for index in candidates.start..<candidates.end {
            let candidate = program.candidates[index]
            let selector = program.selectors[candidate.selector]
            guard selector.requiredAncestors & ~ancestors == 0,
                selector.isBehindScope == isBehindScope.pointee,
                !hits.isKnown(node, selector, program)
            else { continue }
            if binding.matches(selector, node, skippedTests: candidate.skippedTests) {
                hits.note(node, candidate.selector, selector)
            }
        }
    }
}
