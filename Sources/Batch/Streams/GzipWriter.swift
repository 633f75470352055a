import Basics

/// Writes gzip members with the system's zlib.
package final class GzipWriter {
    // The first argument of each is a stream. A C function type cannot name a Swift structure.
    private typealias Begin =
        @convention(c) (
            UnsafeMutableRawPointer, Int32, Int32, Int32, Int32, Int32, UnsafePointer<CChar>, Int32
        ) -> Int32
    private typealias Step = @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
    private typealias Plain = @convention(c) (UnsafeMutableRawPointer) -> Int32
    private typealias Bound = @convention(c) (UnsafeMutableRawPointer, UInt) -> UInt

    // On the heap, since zlib keeps the stream's address.
    private let stream: UnsafeMutablePointer<Zlib.Stream>
    private let step: Step
    private let reset: Plain
    private let end: Plain
    private let bound: Bound

    private static let finish: Int32 = 4
    private static let deflated: Int32 = 8
    private static let gzipWindow: Int32 = 31
    private static let usualMemory: Int32 = 8

    /// Creates a writer; `nil` if the system has no zlib, or no memory.
    ///
    /// - Parameter level: the compression level from 1 to 9; 0 stores the data uncompressed.
    package init?(level: Int32) {
        let library = Zlib.library
        guard let begin = library.function("deflateInit2_", as: Begin.self),
            let step = library.function("deflate", as: Step.self),
            let reset = library.function("deflateReset", as: Plain.self),
            let end = library.function("deflateEnd", as: Plain.self),
            let bound = library.function("deflateBound", as: Bound.self)
        else { return nil }
        (self.step, self.reset, self.end, self.bound) = (step, reset, end, bound)
        stream = .allocate(capacity: 1)
        stream.initialize(to: Zlib.Stream())
        let size = Int32(MemoryLayout<Zlib.Stream>.size)
        let window = GzipWriter.gzipWindow
        guard
            begin(stream, level, GzipWriter.deflated, window, GzipWriter.usualMemory, 0, "1", size)
                == Zlib.Code.ok
        else { return nil }
    }

    deinit {
        _ = end(stream)
        stream.deallocate()
    }

    /// The bytes as one member; `nil` if there are more than zlib accepts in one call, 4 GB.
    package func member(_ bytes: [UInt8]) -> [UInt8]? {
        _ = reset(stream)
        let room = Int(bound(stream, UInt(bytes.count))) + 32
        guard bytes.count < Int(UInt32.max), room < Int(UInt32.max) else { return nil }
        var isComplete = false
        let member = [UInt8](unsafeUninitializedCapacity: room) { output, count in
            bytes.withUnsafeBufferPointer { input in
                stream.pointee.nextIn = input.baseAddress
                stream.pointee.availableIn = UInt32(input.count)
                stream.pointee.nextOut = output.baseAddress
                stream.pointee.availableOut = UInt32(room)
                isComplete = step(stream, GzipWriter.finish) == Zlib.Code.streamEnd
                count = room - Int(stream.pointee.availableOut)
            }
        }
        return isComplete ? member : nil
    }
}
