import DOM
import Language
import Records
import Values

/// The records of a type that no later record may repeat (`unique`).
///
/// A record is kept as bytes, since millions of them may be kept: about 40 bytes and its values, where its fields took 480. It
/// is found by a hash of its keys, and compared as a whole: two keys with one hash are still two keys.
struct DistinctRecords {
    private let rule: RecordRule
    private lazy var type = rule.schema(ofLayout: nil)
    private var log = RecordLog()
    private var table = EntryTable()
    /// The nodes of records that are still in the tree.
    private var nodes: [NodeRef] = []
    /// Which bits of a hash are used. Tests leave out some, so that different keys have one hash.
    private let hashMask: UInt64

    /// The place of a record on the page.
    enum Place {
        case unknown
        case node(NodeRef)
        /// The line of a node that is no longer in the tree.
        case line(Int)
    }

    enum Result {
        case new
        case repeated
        /// It repeats the keys of another record, and differs from it: the message, and the place of the other.
        case different(String, first: Place)
    }

    init(_ rule: RecordRule, hashMask: UInt64 = .max) {
        self.rule = rule
        self.hashMask = hashMask
    }

    /// The number of bytes that are kept.
    var byteCount: Int { log.byteCount + table.byteCount }

    /// Complexity: linear in the record's size; if it repeats another, also in the size of that one.
    mutating func add(_ record: Record, at place: Place) -> Result {
        guard let key = rule.uniqueValues(of: record) else { return .new }
        var hasher = Hasher()
        hasher.combine(key)
        let hash = UInt64(bitPattern: Int64(hasher.finalize())) & hashMask
        let known = table.first(of: hash) { entry -> (record: Record, place: Place)? in
            guard log.hash(of: entry) == hash else { return nil }
            let (found, number) = log.record(at: entry, type: record.type)
            guard let found, rule.uniqueValues(of: found) == key else { return nil }
            return (found, self.place(ofNumber: number))
        }
        if let known {
            if known.record == record { return .repeated }
            if known.record.compared(as: type) == record.compared(as: type) { return .repeated }
            let keys = rule.uniqueText(of: known.record)
            return .different(
                "several \(rule.name) have \(keys) and differ; the first is kept",
                first: known.place
            )
        }
        let entry = log.add(record, hash, number(of: place))
        let kept = log
        table.add(entry, hash) { kept.hash(of: $0) }
        return .new
    }

    /// A place as a number: 0 if it is unknown, an even one for a line, and an odd one for a node.
    private mutating func number(of place: Place) -> Int {
        switch place {
        case .unknown: return 0
        case .line(let line): return 2 * (max(0, line) + 1)
        case .node(let node):
            nodes.append(node)
            return 2 * nodes.count - 1
        }
    }

    private func place(ofNumber number: Int) -> Place {
        if number == 0 { return .unknown }
        return number.isMultiple(of: 2) ? .line(number / 2 - 1) : .node(nodes[number / 2])
    }
}

/// The places of entries in a log, found by their hashes: a table with open addressing, in which an entry takes eight bytes.
private struct EntryTable {
    /// 0 if empty; otherwise an entry + 1, and the high bits of its hash.
    private var slots = [UInt64](repeating: 0, count: 16)
    private var count = 0

    /// The number of bits of an entry: enough for a terabyte.
    private static let entryBits: UInt64 = 40
    private static let entryMask: UInt64 = 1 << entryBits - 1

    var byteCount: Int { slots.count * MemoryLayout<UInt64>.stride }

    /// The first result of a closure for the entries that may have a hash; `nil` if it has none.
    func first<Found>(of hash: UInt64, _ body: (Int) -> Found?) -> Found? {
        var index = start(of: hash)
        while slots[index] != 0 {
            if (slots[index] ^ hash) & ~EntryTable.entryMask == 0,
                let found = body(Int(slots[index] & EntryTable.entryMask) - 1)
            {
                return found
            }
            index = (index + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Adds an entry.
    ///
    /// - Parameter hashOf: returns the hash of an entry that was added before.
    mutating func add(_ entry: Int, _ hash: UInt64, hashOf: (Int) -> UInt64) {
        if 4 * (count + 1) > 3 * slots.count {
            let old = slots
            slots = [UInt64](repeating: 0, count: 2 * old.count)
            for slot in old where slot != 0 {
                let entry = Int(slot & EntryTable.entryMask) - 1
                put(entry, hashOf(entry))
            }
        }
        put(entry, hash)
        count += 1
    }

    private mutating func put(_ entry: Int, _ hash: UInt64) {
        var index = start(of: hash)
        while slots[index] != 0 { index = (index + 1) & (slots.count - 1) }
        slots[index] = hash & ~EntryTable.entryMask | UInt64(entry + 1)
    }

    private func start(of hash: UInt64) -> Int { Int(hash & UInt64(slots.count - 1)) }
}

/// Records as bytes, each after a hash and a number.
private struct RecordLog {
    /// Chunks, which grow without being copied. An entry begins within the first bytes of a chunk, and ends in it.
    private var chunks: [[UInt8]] = []
    /// The names of the records' fields.
    private var names: [String] = []
    private var numbers: [String: Int] = [:]

    private static let chunk = 1 << 16
    /// The length from which on a chunk gets no further entry.
    private static let full = chunk - 1 << 12

    private(set) var byteCount = 0

    /// Adds a record; returns its entry.
    mutating func add(_ record: Record, _ hash: UInt64, _ number: Int) -> Int {
        if chunks.last.map({ $0.count >= RecordLog.full }) ?? true {
            chunks.append([])
            chunks[chunks.count - 1].reserveCapacity(RecordLog.chunk)
        }
        let last = chunks.count - 1
        let start = chunks[last].count
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            chunks[last].append(UInt8(truncatingIfNeeded: hash >> shift))
        }
        chunks[last].append(number: number)
        chunks[last].append(number: record.fields.count)
        for field in record.fields {
            let name = self.number(of: field.name)
            chunks[last].append(number: name)
            chunks[last].append(field.value)
        }
        byteCount += chunks[last].count - start
        return last * RecordLog.chunk + start
    }

    private mutating func number(of name: String) -> Int {
        if let known = numbers[name] { return known }
        names.append(name)
        numbers[name] = names.count - 1
        return names.count - 1
    }

    /// The hash of an entry.
    func hash(of entry: Int) -> UInt64 {
        let bytes = chunks[entry / RecordLog.chunk][(entry % RecordLog.chunk)...].prefix(8)
        return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The record of an entry, and its number.
    func record(at entry: Int, type: String) -> (record: Record?, number: Int) {
        chunks[entry / RecordLog.chunk].withUnsafeBufferPointer { bytes in
            var reader = ValueReader(bytes, at: entry % RecordLog.chunk + 8)
            let number = reader.number()
            var fields: [Value.Member] = []
            for _ in 0..<reader.number() {
                let name = reader.number()
                guard names.indices.contains(name), let value = reader.value() else { return (nil, number) }
                fields.append(Value.Member(names[name], value))
            }
            return (Record(type: type, fields: fields), number)
        }
    }
}

// MARK: - Values as bytes

/// What precedes a value.
private enum ValueTag: UInt8 {
    case null, no, yes, number, string, list, object
}

extension [UInt8] {
    /// Appends a number that is not negative, in groups of seven bits.
    fileprivate mutating func append(number: Int) {
        var rest = UInt(number)
        while rest > 0x7F {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    private mutating func append(_ tag: ValueTag, _ text: String) {
        append(tag.rawValue)
        append(text)
    }

    private mutating func append(_ text: String) {
        append(number: text.utf8.count)
        append(contentsOf: text.utf8)
    }

    fileprivate mutating func append(_ value: Value) {
        switch value {
        case .null: append(ValueTag.null.rawValue)
        case .boolean(let isTrue): append((isTrue ? ValueTag.yes : .no).rawValue)
        case .number(let number): append(.number, number.digits)
        case .string(let text): append(.string, text)
        case .list(let values):
            append(ValueTag.list.rawValue)
            append(number: values.count)
            for value in values { append(value) }
        case .object(let members):
            append(ValueTag.object.rawValue)
            append(number: members.count)
            for member in members {
                append(member.name)
                append(member.value)
            }
        }
    }
}

/// Reads what was appended.
private struct ValueReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
        self.bytes = bytes
        self.offset = offset
    }

    private mutating func byte() -> UInt8 {
        guard offset < bytes.count else { return 0 }
        offset += 1
        return bytes[offset - 1]
    }

    mutating func number() -> Int {
        var number: UInt = 0
        var shift: UInt = 0
        while true {
            let byte = byte()
            number |= UInt(byte & 0x7F) << shift
            if byte < 0x80 { return Int(truncatingIfNeeded: number) }
            shift += 7
        }
    }

    private mutating func text() -> String {
        let count = number()
        defer { offset += count }
        return String(decoding: bytes[offset..<min(bytes.count, offset + count)], as: UTF8.self)
    }

    /// The next value; `nil` if there is none.
    mutating func value() -> Value? {
        switch ValueTag(rawValue: byte()) {
        case nil: return nil
        case .null: return .null
        case .no: return .boolean(false)
        case .yes: return .boolean(true)
        case .number: return .number(Number(digits: text()))
        case .string: return .string(text())
        case .list:
            var values: [Value] = []
            for _ in 0..<number() {
                guard let value = value() else { return nil }
                values.append(value)
            }
            return .list(values)
        case .object:
            var members: [Value.Member] = []
            for _ in 0..<number() {
                let name = text()
                guard let value = value() else { return nil }
                members.append(Value.Member(name, value))
            }
            return .object(members)
        }
    }
}
