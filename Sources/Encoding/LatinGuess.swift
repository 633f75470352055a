/// The encoding of a Latin-script text, determined from the letters of languages: among the encodings that can read the
/// text, the one in which most non-ASCII letters are those of one language.
enum LatinGuess {
    /// The non-ASCII letters of languages, in lower case, by encoding; if several are equal, the first applies.
    private static let languages: [(id: Encoding.ID, letters: [String])] = [
        (
            .windows1252,
            [
                "àâæçéèêëîïôùûüÿœ", "äöüß", "áéíñóúü¿¡ºª", "àáâãçéêíóôõúü", "àèéìíòóù", "åäö", "æøåéó",
                "áéèëïöüó",
                "àçéèíïóòúü", "áðéíóúýþæö",
            ]
        ),
        (.windows1250, ["ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "ăâîşţ", "čćđšž"]),
        (.iso8859_2, ["ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "ăâîşţ", "čćđšž"]),
        (.windows1254, ["çğıöşüâîû"]),
        (.windows1257, ["ąčęėįšųūž", "āčēģīķļņšūž", "äõöüšž"]),
        (.windows1258, ["ăâđêôơưàáãèéìíòóõùúý\u{300}\u{301}\u{303}\u{309}\u{323}"]),
    ]

    /// The encoding; windows-1252 if no other reads clearly more letters. Complexity: linear in the bytes.
    static func encoding(of bytes: UnsafeBufferPointer<UInt8>) -> Encoding {
        var best = (id: Encoding.ID.windows1252, share: 0.0)
        for (id, share) in shares(of: bytes) {
            let margin = best.id == .windows1252 && id != .windows1252 ? 0.025 : 0.001
            if share > best.share + margin, id == .windows1252 || share >= 0.7 { best = (id, share) }
        }
        return Encoding(best.id)
    }

    /// The largest share of one language's letters in the text, by encoding.
    static func shares(of bytes: UnsafeBufferPointer<UInt8>) -> [(id: Encoding.ID, share: Double)] {
        var counts = [Int](repeating: 0, count: 128)
        for byte in bytes where byte >= 0x80 { counts[Int(byte) - 0x80] += 1 }
        return languages.compactMap { id, languages in
            let table: SingleByteTable
            switch Encoding(id).scheme {
            case .singleByte(let single): table = SingleByteTable.table(of: single)
            default: table = .windows1252
            }
            guard table.isAvailable else { return nil }
            return (id, languages.map { share(of: $0, counts, table) }.max() ?? 0)
        }
    }

    /// The share of a language's letters in the non-ASCII letters and signs, except for those that occur in texts of
    /// all languages.
    private static func share(of letters: String, _ counts: [Int], _ table: SingleByteTable) -> Double {
        var own: Set<UInt32> = []
        for letter in letters.unicodeScalars {
            own.insert(letter.value)
            for capital in letter.properties.uppercaseMapping.unicodeScalars { own.insert(capital.value) }
        }
        if letters.unicodeScalars.contains("ı") { own.insert(0x130) }
        var found = 0
        var all = 0
        for (index, count) in counts.enumerated() where count > 0 {
            let scalar = table.scalar(of: UInt8(index + 0x80))
            let isSign = scalar == 0xA0 || EncodingGuess.signs.contains(scalar)
            if isSign { continue }
            all += count
            if own.contains(scalar) { found += count }
        }
        return all < 3 ? 0 : Double(found) / Double(all)
    }
}
