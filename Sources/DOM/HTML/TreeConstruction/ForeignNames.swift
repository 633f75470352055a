import Basics
import CLibXML2

/// The spelling in SVG and MathML of the names that tokens have in lower case (HTML standard,
/// [13.2.6.1](https://html.spec.whatwg.org/multipage/parsing.html#adjust-svg-attributes), "adjust SVG attributes",
/// "adjust MathML attributes" and "adjust foreign attributes", and 13.2.6.5).
///
/// The tables are created with the first foreign element of a page.
struct ForeignNames: ~Copyable {
    /// The adjusted name of an attribute.
    struct Attribute: BitwiseCopyable {
        var name: Name
        var namespace: UnsafeMutablePointer<xmlNs>?
    }

    /// By the number of the token's name; `nil` if nothing is adjusted.
    private var svgElements = Table<Name?>(repeating: nil, count: 0)
    private var svgAttributes = Table<Attribute?>(repeating: nil, count: 0)
    private var mathMLAttributes = Table<Attribute?>(repeating: nil, count: 0)

    private(set) var svg: UnsafeMutablePointer<xmlNs>?
    private(set) var mathML: UnsafeMutablePointer<xmlNs>?

    var isEmpty: Bool { svgElements.count == 0 }

    /// "Adjust SVG tag names" (13.2.6.5).
    func svgElement(_ name: Name) -> Name {
        let number = name.number
        return number < svgElements.count ? svgElements[number] ?? name : name
    }

    /// "Adjust SVG attributes" or "adjust MathML attributes", and "adjust foreign attributes".
    @inline(__always)
    func attribute(_ name: Name, ofSVG isSVG: Bool) -> Attribute {
        let number = name.number
        let unadjusted = Attribute(name: name, namespace: nil)
        guard number < svgAttributes.count else { return unadjusted }
        return (isSVG ? svgAttributes[number] : mathMLAttributes[number]) ?? unadjusted
    }
}

// MARK: - Tables

extension ForeignNames {
    /// Creates the tables and a tree's namespaces.
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

        let count = names.numberEnd
        svgElements = Table(repeating: nil, count: count)
        for (number, name) in elements { svgElements[number] = name }
        func table(_ own: [(number: Int, name: Name)]) -> Table<Attribute?> {
            let table = Table<Attribute?>(repeating: nil, count: count)
            for (number, name) in own { table[number] = Attribute(name: name, namespace: nil) }
            for (number, attribute) in foreign { table[number] = attribute }
            return table
        }
        svgAttributes = table(svgOnly)
        mathMLAttributes = table(mathMLOnly)
        svg = namespaces?.svg
        mathML = namespaces?.mathML
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

    /// A name as tokens and as elements spell it.
    private struct Spelling {
        let lowercased: [UInt8]
        let exact: [UInt8]
    }

    /// The names of a list, split once for all pages.
    private static func spellings(_ list: String) -> [Spelling] {
        var spellings: [Spelling] = []
        forEachName(in: list) { name in
            spellings.append(Spelling(lowercased: name.map(\.asciiLowercased), exact: Array(name)))
        }
        return spellings
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
