import CLibXML2

/// The list of active formatting elements (HTML standard,
/// [13.2.4.3](https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements)).
///
/// Entries are numbered from 1 and linked. Entries of the same tag are chained, and so are those that may be equal, so
/// that no operation searches all entries.
struct ActiveFormattingElements: ~Copyable {
    struct Entry: BitwiseCopyable {
        /// `nil` for a marker.
        var node: UnsafeMutablePointer<xmlNode>?
        /// Equal for elements with the same name and attributes; 0 if it is not computed yet.
        var signature: UInt64 = 0
        /// The adjacent entries; 0 for none.
        var previous: Int32 = 0
        var next: Int32 = 0
        /// The adjacent entries of the same tag; 0 for none.
        var samePrevious: Int32 = 0
        var sameNext: Int32 = 0
        /// The adjacent entries of the same bucket; 0 for none.
        var bucketPrevious: Int32 = 0
        var bucketNext: Int32 = 0
        /// The number of markers before it.
        var markers: Int32 = 0
        var tag = Tag.unknown
    }

    /// By number; that at 0 is never used.
    private var entries = Stack<Entry>(capacity: 32)
    /// The free numbers, linked by `next`.
    private var free: Int32 = 0
    /// The last entry of each tag.
    private let lastOfTag = Table<Int32>(repeating: 0, count: 256)
    /// The last entry of each bucket of signatures, a power of two.
    private var buckets = Table<Int32>(repeating: 0, count: 64)

    /// The number of the last entry; 0 for none.
    private(set) var last: Int32 = 0
    private var markers: Int32 = 0

    init() {
        entries.append(Entry())
    }

    @inline(__always)
    subscript(number: Int32) -> Entry {
        unsafeAddress { UnsafePointer(entries.start + Int(number)) }
        nonmutating unsafeMutableAddress { entries.start + Int(number) }
    }

    /// The last element of a tag after the last marker; 0 for none.
    @inline(__always)
    func lastElement(_ tag: Tag) -> Int32 {
        let number = lastOfTag[Int(tag.rawValue)]
        return number != 0 && self[number].markers == markers ? number : 0
    }

    // MARK: - Changes

    private mutating func append(_ entry: Entry) -> Int32 {
        var number = free
        if number != 0 {
            free = self[number].next
        } else {
            entries.append(entry)
            number = Int32(truncatingIfNeeded: entries.count - 1)
        }
        self[number] = entry
        self[number].previous = last
        self[last].next = number
        last = number
        return number
    }

    /// "Insert a marker at the end".
    mutating func insertMarker() {
        _ = append(Entry(node: nil, markers: markers))
        markers += 1
    }

    /// "Push onto the list of active formatting elements".
    ///
    /// - Returns: the new entry, and the earliest of three elements that equal the new one, which must be removed
    ///   ("Noah's Ark"); 0 if there are fewer.
    mutating func push(_ node: UnsafeMutablePointer<xmlNode>, _ tag: Tag) -> (new: Int32, dropped: Int32) {
        var dropped: Int32 = 0
        var signature: UInt64 = 0
        let same = lastElement(tag)
        if same != 0 {
            signature = Signature.of(node)
            if self[same].signature == 0, let first = self[same].node { sign(same, Signature.of(first)) }
            dropped = earliestOfThree(signature)
        }
        let number = append(Entry(node: node, markers: markers, tag: tag))
        let before = lastOfTag[Int(tag.rawValue)]
        self[number].samePrevious = before
        self[before].sameNext = number
        lastOfTag[Int(tag.rawValue)] = number
        if signature != 0 { sign(number, signature) }
        return (number, dropped)
    }

    /// Removes an entry. The caller removes the reference to it from its open element.
    mutating func remove(_ number: Int32) {
        let entry = self[number]
        self[entry.previous].next = entry.next
        if entry.next == 0 { last = entry.previous } else { self[entry.next].previous = entry.previous }
        if entry.node != nil {
            self[entry.samePrevious].sameNext = entry.sameNext
            if entry.sameNext == 0 {
                lastOfTag[Int(entry.tag.rawValue)] = entry.samePrevious
            } else {
                self[entry.sameNext].samePrevious = entry.samePrevious
            }
            if entry.signature != 0 { removeFromBucket(entry) }
        } else {
            markers -= 1
        }
        self[number].next = free
        free = number
    }

    /// Moves an entry, which is the last of its tag, after another one.
    mutating func move(_ number: Int32, after other: Int32) {
        let entry = self[number]
        self[entry.previous].next = entry.next
        if entry.next == 0 { last = entry.previous } else { self[entry.next].previous = entry.previous }
        let next = self[other].next
        self[number].previous = other
        self[number].next = next
        self[other].next = number
        if next == 0 { last = number } else { self[next].previous = number }
    }
}

// MARK: - Noah's Ark

extension ActiveFormattingElements {
    /// The earliest of at least three entries after the last marker with a signature; 0 if there are fewer.
    private func earliestOfThree(_ signature: UInt64) -> Int32 {
        var count = 0
        var number = buckets[bucket(signature)]
        while number != 0, self[number].markers == markers {
            if self[number].signature == signature {
                count += 1
                if count == 3 { return number }
            }
            number = self[number].bucketPrevious
        }
        return 0
    }

    private func bucket(_ signature: UInt64) -> Int {
        Int(truncatingIfNeeded: signature) & (buckets.count - 1)
    }

    /// Sets the signature of the last entry of its tag.
    private mutating func sign(_ number: Int32, _ signature: UInt64) {
        if entries.count > buckets.count { growBuckets() }
        self[number].signature = signature
        enterBucket(number)
    }

    private func enterBucket(_ number: Int32) {
        let bucket = bucket(self[number].signature)
        self[number].bucketPrevious = buckets[bucket]
        self[number].bucketNext = 0
        self[buckets[bucket]].bucketNext = number
        buckets[bucket] = number
    }

    private func removeFromBucket(_ entry: Entry) {
        self[entry.bucketPrevious].bucketNext = entry.bucketNext
        if entry.bucketNext == 0 {
            buckets[bucket(entry.signature)] = entry.bucketPrevious
        } else {
            self[entry.bucketNext].bucketPrevious = entry.bucketPrevious
        }
    }

    private mutating func growBuckets() {
        buckets = Table(repeating: 0, count: 4 * buckets.count)
        var number = self[0].next
        while number != 0 {
            if self[number].signature != 0 { enterBucket(number) }
            number = self[number].next
        }
    }
}

/// A seeded hash of an element's name and attributes, which does not depend on their order. Different elements have the
/// same one with a probability of 2⁻⁶⁴, and a page cannot provoke that, since the seed is random.
enum Signature {
    private static let seed = UInt64.random(in: .min ... .max) | 1

    static func of(_ element: UnsafeMutablePointer<xmlNode>) -> UInt64 {
        let seed = seed
        var sum = mix(address(element.pointee.name), seed)
        var next = element.pointee.properties
        while let attribute = next {
            let name = mix(address(attribute.pointee.name) ^ address(attribute.pointee.ns), seed)
            sum &+= mix(value(of: attribute, name), seed)
            next = attribute.pointee.next
        }
        // 0 is reserved for none.
        return sum | 1
    }

    @inline(__always)
    private static func address<Pointee>(_ pointer: UnsafePointer<Pointee>?) -> UInt64 {
        UInt64(UInt(bitPattern: pointer))
    }

    @inline(__always)
    private static func address<Pointee>(_ pointer: UnsafeMutablePointer<Pointee>?) -> UInt64 {
        UInt64(UInt(bitPattern: pointer))
    }

    private static func value(of attribute: UnsafeMutablePointer<xmlAttr>, _ start: UInt64) -> UInt64 {
        guard let text = attribute.pointee.children, let content = text.pointee.content else { return start }
        let count = ContentSize(of: text).count
        var hash = start &+ UInt64(truncatingIfNeeded: count)
        var offset = 0
        while offset &+ 8 <= count {
            hash = mix(hash ^ UnsafeRawPointer(content + offset).loadUnaligned(as: UInt64.self), start | 1)
            offset &+= 8
        }
        var rest: UInt64 = 0
        while offset < count {
            rest = rest << 8 | UInt64(content[offset])
            offset &+= 1
        }
        return mix(hash ^ rest, start | 1)
    }

    @inline(__always)
    private static func mix(_ word: UInt64, _ seed: UInt64) -> UInt64 {
        let product = (word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: seed)
        let mixed = product.high ^ product.low
        return (mixed ^ mixed >> 32) &* 0xBF58_476D_1CE4_E5B9
    }
}
