/// The name of a file that may be packed.
package enum PackedName {
    /// A name without the ending that tells how the file is packed: `page.html` of `page.html.gz`.
    package static func unpacked(_ name: String) -> String {
        let ending = name.suffix(4).lowercased()
        if ending.hasSuffix(".gz") { return String(name.dropLast(3)) }
        return ending == ".zst" ? String(name.dropLast(4)) : name
    }
}
