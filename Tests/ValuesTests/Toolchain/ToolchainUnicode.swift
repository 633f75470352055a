import Foundation
import _FoundationICU

/// Unicode's decompositions and what internationalized host names need, from the toolchain.
enum ToolchainUnicode {
    /// All scalars except Hangul syllables, whose decomposition is computed.
    private static var scalars: [Unicode.Scalar] {
        (UInt32(0x80)...0x10FFFF).filter { !(0xAC00...0xD7A3).contains($0) }.compactMap(Unicode.Scalar.init)
    }

    /// Full canonical decompositions.
    static func canonical() -> [(UInt32, [UInt32])] {
        decompositions { $0.decomposedStringWithCanonicalMapping }
    }

    /// Full compatibility decompositions that differ from the canonical ones.
    static func compatibility() -> [(UInt32, [UInt32])] {
        decompositions { $0.decomposedStringWithCompatibilityMapping }.filter { scalar, parts in
            guard let text = Unicode.Scalar(scalar).map(String.init) else { return false }
            return text.decomposedStringWithCanonicalMapping.unicodeScalars.map(\.value) != parts
        }
    }

    private static func decompositions(_ decompose: (String) -> String) -> [(UInt32, [UInt32])] {
        scalars.compactMap { scalar in
            let parts = decompose(String(scalar)).unicodeScalars.map(\.value)
            return parts == [scalar.value] ? nil : (scalar.value, parts)
        }
    }

    /// Pairs of scalars with their composition.
    static func compositions() -> [(first: UInt32, second: UInt32, composed: UInt32)] {
        canonical().compactMap { scalar, parts in
            guard let last = parts.last, parts.count > 1,
                let start = Unicode.Scalar(scalar).map(String.init)?.precomposedStringWithCanonicalMapping,
                start.unicodeScalars.map(\.value) == [scalar]
            else { return nil }
            let prefix = String(
                String.UnicodeScalarView(parts.dropLast().compactMap { Unicode.Scalar($0) })
            )
            .precomposedStringWithCanonicalMapping.unicodeScalars.map(\.value)
            return prefix.count == 1 ? (prefix[0], last, scalar) : nil
        }
        .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    }

    /// The mapping of a scalar in a host name by UTS #46.
    enum HostMapping: Hashable {
        case disallowed
        /// Lower case and decomposed by compatibility, or itself.
        case usual
        case mapped([UInt32])
    }

    /// Runs of scalars, each with the first of them.
    static func hostMappings(usual: (Unicode.Scalar) -> [UInt32]) -> [(first: UInt32, mapping: HostMapping)] {
        let options = UInt32(UIDNA_NONTRANSITIONAL_TO_UNICODE | UIDNA_NONTRANSITIONAL_TO_ASCII)
        var status = U_ZERO_ERROR
        let profile = swift_uidna_openUTS46(options, &status)
        defer { swift_uidna_close(profile) }
        var runs: [(first: UInt32, mapping: HostMapping)] = []
        for value in UInt32(0x80)...0x10FFFF {
            var mapping = HostMapping.disallowed
            if let scalar = Unicode.Scalar(value) { mapping = hostMapping(scalar, profile, usual) }
            if runs.last?.mapping != mapping
                || mapping != .disallowed && mapping != .usual && mapping != .mapped([])
            {
                runs.append((value, mapping))
            }
        }
        return runs
    }

    private static func hostMapping(
        _ scalar: Unicode.Scalar,
        _ profile: OpaquePointer?,
        _ usual: (Unicode.Scalar) -> [UInt32]
    ) -> HostMapping {
        if let newer = NewerUnicode.mapping(scalar.value) {
            return newer == scalar.value ? .usual : .mapped([newer])
        }
        // Within letters, since a label must not start with a mark.
        let source = Array("a\(scalar)b".utf16)
        var info = UIDNAInfo()
        info.size = Int16(MemoryLayout<UIDNAInfo>.size)
        let mapped = ToolchainText.written {
            swift_uidna_nameToUnicode(profile, source, Int32(source.count), $0, $1, &info, $2)
        }
        let disallowed = UInt32(UIDNA_ERROR_DISALLOWED | UIDNA_ERROR_LABEL_HAS_DOT)
        guard let mapped, info.errors & disallowed == 0 else { return .disallowed }
        let middle = Array(mapped.unicodeScalars.map(\.value))
        // A mark composes with the letter before it.
        let whole = String(mapped).decomposedStringWithCanonicalMapping.unicodeScalars.map(\.value)
        guard middle.count >= 2, whole.first == 0x61, whole.last == 0x62 else { return .disallowed }
        let parts = Array(whole.dropFirst().dropLast())
        return parts == usual(scalar) ? .usual : .mapped(parts)
    }

    /// Runs of scalars with the same direction: 0 is left to right.
    static func directions() -> [(first: UInt32, value: Int)] {
        runs {
            NewerUnicode.direction($0) ?? Int(swift_u_charDirection(UChar32($0)).rawValue)
        }
    }

    /// Runs of scalars with the same joining type: 0 does not join.
    static func joiningTypes() -> [(first: UInt32, value: Int)] {
        runs { scalar in
            // New marks are transparent.
            if NewerUnicode.direction(scalar) == 17 { return 5 }
            return Int(swift_u_getIntPropertyValue(UChar32(scalar), UCHAR_JOINING_TYPE))
        }
    }

    private static func runs(_ property: (UInt32) -> Int) -> [(first: UInt32, value: Int)] {
        var runs: [(first: UInt32, value: Int)] = []
        for value in UInt32(0)...0x10FFFF {
            let property = property(value)
            if runs.last?.value != property { runs.append((value, property)) }
        }
        return runs
    }
}
