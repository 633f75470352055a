import CLibXML2

/// A number that two elements share when they have the same name and the same attributes, in whatever order. Others
/// share one as good as never (one in 2⁶⁴), and no page can make them: numbers differ from process to process.
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
        // 0 stands for none.
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
