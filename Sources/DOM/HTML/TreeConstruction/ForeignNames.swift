import CLibXML2

/// How SVG and MathML spell the names that tokens have in lower case (HTML standard,
/// [13.2.6.1](https://html.spec.whatwg.org/multipage/parsing.html#adjust-svg-attributes), "adjust SVG attributes" and
/// the like, and 13.2.6.5).
///
/// The tables are made with the first foreign element of a page.
struct ForeignNames: ~Copyable {
    /// An attribute as an element has it.
    struct Attribute: BitwiseCopyable {
        var name: Name
        var namespace: UnsafeMutablePointer<xmlNs>?
    }

    /// By the number of the token's name, as far as ``count``; `nil` where nothing is adjusted.
    private var svgElements: UnsafeMutablePointer<Name?>?
    private var svgAttributes: UnsafeMutablePointer<Attribute?>?
    private var mathMLAttributes: UnsafeMutablePointer<Attribute?>?
    private var count = 0

    private(set) var svg: UnsafeMutablePointer<xmlNs>?
    private(set) var mathML: UnsafeMutablePointer<xmlNs>?

    var isEmpty: Bool { count == 0 }

    deinit {
        svgElements?.deallocate()
        svgAttributes?.deallocate()
        mathMLAttributes?.deallocate()
    }

    /// "Adjust SVG tag names" (13.2.6.5).
    func svgElement(_ name: Name) -> Name {
        let number = name.number
        return number < count ? svgElements?[number] ?? name : name
    }

    /// "Adjust SVG attributes" or "adjust MathML attributes", and "adjust foreign attributes".
    @inline(__always)
    func attribute(_ name: Name, ofSVG isSVG: Bool) -> Attribute {
        let number = name.number
        guard number < count, let table = isSVG ? svgAttributes : mathMLAttributes,
            let adjusted = table[number]
        else { return Attribute(name: name, namespace: nil) }
        return adjusted
    }
}

// MARK: - Tables

extension ForeignNames {
    /// Makes the tables and a tree's namespaces.
    mutating func fill(_ names: NameTable, in tree: UnsafeMutablePointer<xmlDoc>) {
        func intern(_ text: [UInt8]) -> Name { withContiguousBytes(of: text, names.intern) }
        func adjusted(_ list: [Spelling]) -> [(number: Int, name: Name)] {
            list.map { (intern($0.lowercased).number, intern($0.exact)) }
        }
        let elements = adjusted(Self.svgElementNames)
        let svgOnly = adjusted(Self.svgAttributeNames)
        let mathMLOnly = adjusted(Self.mathMLAttributeNames)
        let namespaces = ForeignNamespaces(of: tree)
        let foreign = foreignAttributes(in: namespaces) { intern(Array($0.utf8)) }

        count = names.numberEnd
        let svgElements = ForeignNames.table(of: Name?.none, count)
        for (number, name) in elements { svgElements[number] = name }
        self.svgElements = svgElements
        func table(_ own: [(number: Int, name: Name)]) -> UnsafeMutablePointer<Attribute?> {
            let table = ForeignNames.table(of: Attribute?.none, count)
            for (number, name) in own { table[number] = Attribute(name: name, namespace: nil) }
            for (number, attribute) in foreign { table[number] = attribute }
            return table
        }
        svgAttributes = table(svgOnly)
        mathMLAttributes = table(mathMLOnly)
        svg = namespaces?.svg
        mathML = namespaces?.mathML
    }

    private static func table<Value>(of value: Value, _ count: Int) -> UnsafeMutablePointer<Value> {
        let table = UnsafeMutablePointer<Value>.allocate(capacity: count)
        table.initialize(repeating: value, count: count)
        return table
    }

    private func foreignAttributes(
        in namespaces: ForeignNamespaces?,
        _ intern: (String) -> Name
    ) -> [(number: Int, attribute: Attribute)] {
        let xlink = ["actuate", "arcrole", "href", "role", "show", "title", "type"]
        let list: [(String, String, UnsafeMutablePointer<xmlNs>?)] =
            xlink.map { ("xlink:" + $0, $0, namespaces?.xlink) }
            + ["lang", "space"].map { ("xml:" + $0, $0, namespaces?.xml) }
            + [("xmlns", "xmlns", namespaces?.plainXMLNS), ("xmlns:xlink", "xlink", namespaces?.xmlns)]
        return list.map { (intern($0.0).number, Attribute(name: intern($0.1), namespace: $0.2)) }
    }

    /// A name as a token has it, and as an element has it.
    private struct Spelling {
        let lowercased: [UInt8]
        let exact: [UInt8]
    }

    /// The names of a list, taken apart once for all pages.
    private static func spellings(_ list: String) -> [Spelling] {
        list.split(whereSeparator: \.isWhitespace).map { name in
            Spelling(lowercased: Array(name.lowercased().utf8), exact: Array(name.utf8))
        }
    }

    private static let mathMLAttributeNames = spellings("definitionURL")

    private static let svgElementNames = spellings(
        """
        altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend
        feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
        feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge
        feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
        foreignObject glyphRef linearGradient radialGradient textPath
        """
    )

    private static let svgAttributeNames = spellings(
        """
        attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant
        edgeMode filterUnits glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength
        keyPoints keySplines keyTimes lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth
        maskContentUnits maskUnits numOctaves pathLength patternContentUnits patternTransform patternUnits
        pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY repeatCount
        repeatDur requiredExtensions requiredFeatures specularConstant specularExponent spreadMethod
        startOffset stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX targetY
        textLength viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan
        """
    )
}
