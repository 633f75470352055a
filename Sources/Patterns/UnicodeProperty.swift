/// A class of characters that has a name: `\d`, `\p{Lu}`, `[:alpha:]`.
enum UnicodeProperty: Hashable, Sendable {
    case category(Unicode.GeneralCategory)
    case script(UInt8)
    case alphabetic, lowercase, uppercase, cased, caseIgnorable, whiteSpace, math, dash, hexDigit,
        asciiHexDigit
    case ideographic, unifiedIdeograph, radical, diacritic, extender, joinControl, quotationMark
    case sentenceTerminal, patternSyntax, patternWhiteSpace, variationSelector
    case idStart, idContinue, xidStart, xidContinue, noncharacter, deprecated, softDotted,
        logicalOrderException
    case graphemeBase, graphemeExtend, defaultIgnorable, bidiControl, bidiMirrored
    case emoji, emojiPresentation, emojiModifier, emojiModifierBase
    case digit, word, blank, graph, print, hexDigitOfAnyScript, ascii, assigned

    func contains(_ value: UInt32) -> Bool {
        guard let scalar = Unicode.Scalar(value) else { return false }
        if case .script(let script) = self { return Scripts.script(of: value) == script }
        return contains(scalar, scalar.properties)
    }

    private func contains(_ scalar: Unicode.Scalar, _ properties: Unicode.Scalar.Properties) -> Bool {
        switch self {
        case .category(let category): properties.generalCategory == category
        case .script: false
        case .alphabetic: properties.isAlphabetic
        case .lowercase: properties.isLowercase
        case .uppercase: properties.isUppercase
        case .cased: properties.isCased
        case .caseIgnorable: properties.isCaseIgnorable
        case .whiteSpace: properties.isWhitespace
        case .math: properties.isMath
        case .dash: properties.isDash
        case .hexDigit: properties.isHexDigit
        case .asciiHexDigit: properties.isASCIIHexDigit
        case .ideographic: properties.isIdeographic
        case .unifiedIdeograph: properties.isUnifiedIdeograph
        case .radical: properties.isRadical
        case .diacritic: properties.isDiacritic
        case .extender: properties.isExtender
        case .joinControl: properties.isJoinControl
        case .quotationMark: properties.isQuotationMark
        case .sentenceTerminal: properties.isSentenceTerminal
        case .patternSyntax: properties.isPatternSyntax
        case .patternWhiteSpace: properties.isPatternWhitespace
        case .variationSelector: properties.isVariationSelector
        case .idStart: properties.isIDStart
        case .idContinue: properties.isIDContinue
        case .xidStart: properties.isXIDStart
        case .xidContinue: properties.isXIDContinue
        case .noncharacter: properties.isNoncharacterCodePoint
        case .deprecated: properties.isDeprecated
        case .softDotted: properties.isSoftDotted
        case .logicalOrderException: properties.isLogicalOrderException
        case .graphemeBase: properties.isGraphemeBase
        case .graphemeExtend: properties.isGraphemeExtend
        case .defaultIgnorable: properties.isDefaultIgnorableCodePoint
        case .bidiControl: properties.isBidiControl
        case .bidiMirrored: properties.isBidiMirrored
        case .emoji: properties.isEmoji
        case .emojiPresentation: properties.isEmojiPresentation
        case .emojiModifier: properties.isEmojiModifier
        case .emojiModifierBase: properties.isEmojiModifierBase
        case .digit: properties.generalCategory == .decimalNumber
        case .word: UnicodeProperty.isWord(scalar)
        case .blank: properties.generalCategory == .spaceSeparator || scalar == "\t"
        case .graph: UnicodeProperty.isGraphic(properties) && !properties.isWhitespace
        case .print: UnicodeProperty.isGraphic(properties) && !UnicodeProperty.isSeparator(properties)
        case .hexDigitOfAnyScript: properties.generalCategory == .decimalNumber || properties.isHexDigit
        case .ascii: scalar.value < 0x80
        case .assigned: properties.generalCategory != .unassigned
        }
    }

    /// Letters, marks, decimal digits, connectors such as `_` and the two joiners.
    static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation: true
        default: properties.isAlphabetic || scalar.value == 0x200C || scalar.value == 0x200D
        }
    }

    /// Whether there is never a word boundary before a character: it belongs to the previous one.
    static func isIgnorable(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isGraphemeExtend || scalar.properties.generalCategory == .format
    }

    private static func isGraphic(_ properties: Unicode.Scalar.Properties) -> Bool {
        let category = properties.generalCategory
        return category != .control && category != .unassigned && category != .surrogate
    }

    private static func isSeparator(_ properties: Unicode.Scalar.Properties) -> Bool {
        properties.generalCategory == .lineSeparator || properties.generalCategory == .paragraphSeparator
    }

    /// The ASCII characters of the class.
    var ascii: ASCIISet {
        switch self {
        case .digit, .category(.decimalNumber): return ASCIISet(0x30, 0x39)
        case .whiteSpace: return ASCIISet(0x09, 0x0D).union(ASCIISet(0x20, 0x20))
        case .uppercase, .category(.uppercaseLetter): return ASCIISet(0x41, 0x5A)
        case .lowercase, .category(.lowercaseLetter): return ASCIISet(0x61, 0x7A)
        case .alphabetic: return ASCIISet(0x41, 0x5A).union(ASCIISet(0x61, 0x7A))
        case .word:
            return ASCIISet(0x30, 0x39).union(ASCIISet(0x5F, 0x5F))
                .union(UnicodeProperty.alphabetic.ascii)
        case .ascii, .assigned: return .all
        case .category(.otherLetter), .category(.modifierLetter), .category(.titlecaseLetter),
            .category(.nonspacingMark),
            .category(.spacingMark), .category(.enclosingMark):
            return ASCIISet()
        default:
            return (0..<0x80 as Range<UInt32>).reduce(into: ASCIISet()) { set, value in
                if contains(value) { set = set.union(ASCIISet(value, value)) }
            }
        }
    }
}

// MARK: - Names

extension CharacterSet {
    /// The class with a name as in `\p{name}`: a general category, a script, a binary property or a POSIX class. Names
    /// are compared without case, spaces, `-` and `_`.
    init?(named name: some StringProtocol) {
        var key = ""
        var value: String?
        for scalar in name.unicodeScalars {
            switch scalar {
            case " ", "-", "_": continue
            case "=" where value == nil: value = ""
            default:
                let lowered = scalar.properties.lowercaseMapping
                if value == nil { key += lowered } else { value?.append(lowered) }
            }
        }
        guard let set = value.map({ CharacterSet.valued(key, $0) }) ?? CharacterSet.plain(key) else {
            return nil
        }
        self = set
    }

    private static func plain(_ name: String) -> CharacterSet? {
        if name == "any" { return .any }
        if name == "alnum" { return alnum }
        if let set = category(name) { return set }
        if let property = binary[name] { return .property(property) }
        if name.hasPrefix("is"), let set = plain(String(name.dropFirst(2))), name != "is" { return set }
        return Scripts.script(named: name).map { .property(.script($0)) }
    }

    /// `\p{name=value}`.
    private static func valued(_ name: String, _ value: String) -> CharacterSet? {
        switch name {
        case "gc", "generalcategory": return category(value)
        case "sc", "script": return Scripts.script(named: value).map { .property(.script($0)) }
        default:
            guard let property = binary[name] else { return nil }
            if ["yes", "y", "true", "t"].contains(value) { return .property(property) }
            return ["no", "n", "false", "f"].contains(value) ? .complement(.property(property)) : nil
        }
    }

    private static func category(_ name: String) -> CharacterSet? {
        for (short, long, category) in categories where short == name || long == name {
            return .property(.category(category))
        }
        for (short, long, first) in categoryGroups where short == name || long == name {
            let members = categories.filter {
                first == "lc" ? ["lu", "ll", "lt"].contains($0.0) : $0.0.hasPrefix(first)
            }
            return .union(members.map { .property(.category($0.2)) })
        }
        return nil
    }

    private static let categoryGroups: [(String, String, String)] = [
        ("l", "letter", "l"), ("lc", "casedletter", "lc"), ("m", "mark", "m"), ("n", "number", "n"),
        ("p", "punctuation", "p"), ("punct", "punct", "p"), ("s", "symbol", "s"), ("z", "separator", "z"),
        ("c", "other", "c"), ("combiningmark", "combiningmark", "m"),
    ]

    private static let categories: [(String, String, Unicode.GeneralCategory)] = [
        ("lu", "uppercaseletter", .uppercaseLetter), ("ll", "lowercaseletter", .lowercaseLetter),
        ("lt", "titlecaseletter", .titlecaseLetter), ("lm", "modifierletter", .modifierLetter),
        ("lo", "otherletter", .otherLetter), ("mn", "nonspacingmark", .nonspacingMark),
        ("mc", "spacingmark", .spacingMark), ("me", "enclosingmark", .enclosingMark),
        ("nd", "decimalnumber", .decimalNumber), ("nl", "letternumber", .letterNumber),
        ("no", "othernumber", .otherNumber), ("pc", "connectorpunctuation", .connectorPunctuation),
        ("pd", "dashpunctuation", .dashPunctuation), ("ps", "openpunctuation", .openPunctuation),
        ("pe", "closepunctuation", .closePunctuation), ("pi", "initialpunctuation", .initialPunctuation),
        ("pf", "finalpunctuation", .finalPunctuation), ("po", "otherpunctuation", .otherPunctuation),
        ("sm", "mathsymbol", .mathSymbol), ("sc", "currencysymbol", .currencySymbol),
        ("sk", "modifiersymbol", .modifierSymbol), ("so", "othersymbol", .otherSymbol),
        ("zs", "spaceseparator", .spaceSeparator), ("zl", "lineseparator", .lineSeparator),
        ("zp", "paragraphseparator", .paragraphSeparator), ("cc", "control", .control),
        ("cf", "format", .format),
        ("cs", "surrogate", .surrogate), ("co", "privateuse", .privateUse), ("cn", "unassigned", .unassigned),
    ]

    private static let binary: [String: UnicodeProperty] = [
        "alphabetic": .alphabetic, "alpha": .alphabetic, "lowercase": .lowercase, "lower": .lowercase,
        "uppercase": .uppercase, "upper": .uppercase, "cased": .cased, "caseignorable": .caseIgnorable,
        "ci": .caseIgnorable, "whitespace": .whiteSpace, "wspace": .whiteSpace, "space": .whiteSpace,
        "math": .math,
        "dash": .dash, "hexdigit": .hexDigit, "hex": .hexDigit, "asciihexdigit": .asciiHexDigit,
        "ahex": .asciiHexDigit, "ideographic": .ideographic, "ideo": .ideographic,
        "unifiedideograph": .unifiedIdeograph, "uideo": .unifiedIdeograph, "radical": .radical,
        "diacritic": .diacritic, "dia": .diacritic, "extender": .extender, "ext": .extender,
        "joincontrol": .joinControl, "joinc": .joinControl, "quotationmark": .quotationMark,
        "qmark": .quotationMark,
        "sentenceterminal": .sentenceTerminal, "sterm": .sentenceTerminal, "patternsyntax": .patternSyntax,
        "patsyn": .patternSyntax, "patternwhitespace": .patternWhiteSpace, "patws": .patternWhiteSpace,
        "variationselector": .variationSelector, "vs": .variationSelector, "idstart": .idStart,
        "ids": .idStart,
        "idcontinue": .idContinue, "idc": .idContinue, "xidstart": .xidStart, "xids": .xidStart,
        "xidcontinue": .xidContinue, "xidc": .xidContinue, "noncharactercodepoint": .noncharacter,
        "nchar": .noncharacter, "deprecated": .deprecated, "dep": .deprecated, "softdotted": .softDotted,
        "sd": .softDotted, "logicalorderexception": .logicalOrderException, "loe": .logicalOrderException,
        "graphemebase": .graphemeBase, "grbase": .graphemeBase, "graphemeextend": .graphemeExtend,
        "grext": .graphemeExtend, "defaultignorablecodepoint": .defaultIgnorable, "di": .defaultIgnorable,
        "bidicontrol": .bidiControl, "bidic": .bidiControl, "bidimirrored": .bidiMirrored,
        "bidim": .bidiMirrored,
        "emoji": .emoji, "emojipresentation": .emojiPresentation, "epres": .emojiPresentation,
        "emojimodifier": .emojiModifier, "emod": .emojiModifier, "emojimodifierbase": .emojiModifierBase,
        "ebase": .emojiModifierBase, "digit": .digit, "word": .word, "blank": .blank, "graph": .graph,
        "print": .print, "xdigit": .hexDigitOfAnyScript, "cntrl": .category(.control), "ascii": .ascii,
        "assigned": .assigned,
    ]
    private static let alnum = CharacterSet.union([.property(.alphabetic), .property(.digit)])
}
