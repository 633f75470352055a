import Basics
import Foundation
import TestSupport
import Testing
import _FoundationICU

@testable import Addresses
@testable import Values

/// The tables in the sources yield the same decompositions and host names as the toolchain's ICU.
@Suite struct UnicodeTableTests {
    /// All scalars that Unicode assigns, and some of the others.
    private static let scalars = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
        switch scalar.properties.generalCategory {
        case .unassigned, .privateUse: scalar.value % 101 == 0
        default: true
        }
    }

    private func form(_ text: [Unicode.Scalar], _ instance: OpaquePointer?) -> [Unicode.Scalar] {
        let source = Array(String(String.UnicodeScalarView(text)).utf16)
        let result = ToolchainText.written {
            swift_unorm2_normalize(instance, source, Int32(source.count), $0, $1, $2)
        }
        return Array((result ?? "").unicodeScalars)
    }

    private func isAsToolchain(_ text: [Unicode.Scalar]) -> Bool {
        var status = U_ZERO_ERROR
        return Normalization.decomposed(text, .canonical) == form(text, swift_unorm2_getNFDInstance(&status))
            && Normalization.decomposed(text, .compatibility)
                == form(text, swift_unorm2_getNFKDInstance(&status))
            && Normalization.composed(text) == form(text, swift_unorm2_getNFCInstance(&status))
    }

    @Test func everyScalar() {
        let wrong = UnicodeTableTests.scalars.filter { scalar in
            let (text, scalars) = ("a\(scalar)b", ["a", scalar, "b"] as [Unicode.Scalar])
            let canonical = text.decomposedStringWithCanonicalMapping.unicodeScalars
            let compatible = text.decomposedStringWithCompatibilityMapping.unicodeScalars
            let composed = text.precomposedStringWithCanonicalMapping.unicodeScalars
            return !Normalization.decomposed(scalars, .canonical).elementsEqual(canonical)
                || !Normalization.decomposed(scalars, .compatibility).elementsEqual(compatible)
                || !Normalization.composed(scalars).elementsEqual(composed)
        }
        #expect(wrong == [], LocaleTableTests.help)
    }

    /// Foundation does not always put marks in order, so this compares with ICU.
    @Test func sequencesOfMarks() {
        let marks: [UInt32] = [
            0x300, 0x301, 0x316, 0x327, 0x345, 0x5B0, 0x5BC, 0x64B, 0x93C, 0x94D, 0x1161, 0x11A8, 0x3099,
            0x1100,
            0x0DCA, 0x0F71, 0x0F72, 0x0F81, 0x1D165, 0x1D16D, 0x110BA, 0xAC00, 0xAC01, 0x1E0A, 0x1E9B, 0x212B,
        ]
        var seed: UInt64 = 1
        func random(_ count: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % count
        }
        var wrong: [[Unicode.Scalar]] = []
        for _ in 0..<20_000 {
            let text = (0...random(7)).compactMap { _ in
                Unicode.Scalar(random(3) > 0 ? marks[random(marks.count)] : UInt32(random(0x1A00) + 1))
            }
            if !isAsToolchain(text) { wrong.append(text) }
        }
        #expect(wrong == [])
    }

    @Test func foldedTexts() {
        let wrong = UnicodeTableTests.scalars.filter { scalar in
            let text = "a\(scalar)b"
            return [false, true].contains { accents in
                DateText.fold(text, accents: accents)
                    != Array(ToolchainText.fold(text, accents: accents).utf8)
            }
        }
        #expect(wrong.isEmpty, LocaleTableTests.help)
    }

    private func isAsToolchain(host name: String, _ profile: OpaquePointer?) -> Bool {
        let source = Array(name.utf16)
        var info = UIDNAInfo()
        info.size = Int16(MemoryLayout<UIDNAInfo>.size)
        let result = ToolchainText.written {
            swift_uidna_nameToASCII(profile, source, Int32(source.count), $0, $1, &info, $2)
        }
        // Apart from its characters, the URL Standard does not check the form of a name.
        let unchecked = UInt32(
            UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG | UIDNA_ERROR_DOMAIN_NAME_TOO_LONG
                | UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4
        )
        let isValid = info.errors & ~unchecked == 0
        let found = Array(name.utf8).withUnsafeBufferPointer(HostName.ascii)
        return found.map { String(decoding: $0, as: UTF8.self) } == (isValid ? result : nil)
    }

    private func withProfile(_ body: (OpaquePointer?) -> Void) {
        let options = UInt32(
            UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_UNICODE
                | UIDNA_NONTRANSITIONAL_TO_ASCII
        )
        var status = U_ZERO_ERROR
        let profile = swift_uidna_openUTS46(options, &status)
        defer { swift_uidna_close(profile) }
        body(profile)
    }

    @Test func hostsOfEveryScalar() {
        withProfile { profile in
            let wrong = Sample.every(7, of: UnicodeTableTests.scalars).filter { scalar in
                !scalar.isASCII && NewerUnicode.direction(scalar.value) == nil
                    && ["a\(scalar)b.de", "\(scalar).de"].contains { !isAsToolchain(host: $0, profile) }
            }
            #expect(wrong.isEmpty, LocaleTableTests.help)
        }
    }

    @Test(arguments: [
        "bücher.de", "BÜCHER.de", "faß.de", "日本語。jp", "ab\u{200D}c.de", "क\u{94D}\u{200D}ष.in",
        "ب\u{200C}ب.ir", "a\u{200C}b.ü", "אבג.il", "אa.il", "1א.il", "א1.il", "א1١.il", "ü.אב", "-ü-.de",
        "a..ü", "ü..de", "ü.de.", "ＡＢＣ.de", "ü%41.de", "ü_x.de", "xn--ü.de", "ü.xn--a.de",
        "ü.xn--bcher-kva.de", "ü.xn--BCHER-KVA.de", "ü.xn--zzzzzzzz99999.de", "ü.xn--.de", "l·l.cat", "۰ü.de",
        "\u{301}ü.de", "ü.\u{301}a.de", "a\u{AD}ü.de", "\u{AD}ü.\u{AD}.de", "💩.la", "ab--cü.de", "№.de",
        "ς.gr",
        "ü", "ü.", ".ü", "İ.tr", "ä.\(String(repeating: "a", count: 63)).de",
        "ä.\(String(repeating: "a", count: 64)).de", "\(String(repeating: "a", count: 56))ä.de",
        "\(String(repeating: "a", count: 57))ä.de", "\(String(repeating: "ab.", count: 81))ä.d",
        "\(String(repeating: "ab.", count: 82))ä.de", "\(String(repeating: "ab.", count: 80))aä.de",
    ])
    func hosts(_ name: String) {
        withProfile { #expect(isAsToolchain(host: name, $0)) }
    }
}
