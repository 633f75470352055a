import DOM

/// What of a program's names and keys is the same on all pages, so that it is made once: classes and ids, and names
/// of the standards, which all documents share.
struct CommonBinding: @unchecked Sendable {
    /// The addresses of the program's names; 0 for one that no standard has.
    let names: Table<UInt>
    /// Whether the standards have all of them.
    let isComplete: Bool
    // Those of names hold what `isComplete` says.
    let tags: AddressTable
    let attributeNames: AddressTable
    private let classes: (exact: TextTable, folded: TextTable)
    private let ids: (exact: TextTable, folded: TextTable)

    init(names texts: [[UInt8]], keys: [Key], bytes: Table<UInt8>) {
        let addresses = texts.map { Name.standard($0)?.address ?? 0 }
        names = Table(addresses)
        isComplete = !addresses.contains(0)
        tags = AddressTable(.tag, keys, addresses)
        attributeNames = AddressTable(.attribute, keys, addresses)
        func table(_ kind: Key.Kind, foldsCase: Bool) -> TextTable {
            let entries = keys.enumerated().filter { $0.element.kind == kind }.map { index, key in
                let start = bytes.base + Int(key.text.start)
                return (UnsafeBufferPointer(start: start, count: Int(key.text.count)), Int32(index))
            }
            return TextTable(entries, foldsCase: foldsCase)
        }
        classes = (table(.class, foldsCase: false), table(.class, foldsCase: true))
        ids = (table(.id, foldsCase: false), table(.id, foldsCase: true))
    }

    func classes(foldsCase: Bool) -> TextTable { foldsCase ? classes.folded : classes.exact }

    func ids(foldsCase: Bool) -> TextTable { foldsCase ? ids.folded : ids.exact }

    func free() {
        names.free()
        tags.free()
        attributeNames.free()
        for table in [classes.exact, classes.folded, ids.exact, ids.folded] { table.free() }
    }
}
