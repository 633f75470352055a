import Glibc

/// The system's converter from one encoding to Unicode.
struct SystemConverter: ~Copyable {
    private let descriptor: iconv_t

    /// Opens the converter; `nil` where the system has none of that name.
    init?(from encoding: String) {
        let descriptor = iconv_open("UTF-32LE", encoding)
        // iconv_open's error value is the pointer of all ones.
        guard let descriptor, UInt(bitPattern: descriptor) != UInt.max else { return nil }
        self.descriptor = descriptor
    }

    deinit {
        iconv_close(descriptor)
    }

    /// The one character that a code is; `nil` where it is none, or several.
    ///
    /// - Parameter code: the code's bytes, the first one highest.
    func scalar(of code: UInt32, length: Int) -> UInt32? {
        var input = (code << (32 - 8 * UInt32(length))).bigEndian
        var output: (UInt64, UInt64) = (0, 0)
        let size = MemoryLayout.size(ofValue: output)
        let left = withUnsafeMutableBytes(of: &output) { output in
            withUnsafeMutableBytes(of: &input) { convert($0.prefix(length), into: output) }
        }
        // The converter writes the lower byte first on any machine.
        return left == size - 4 ? UInt32(truncatingIfNeeded: UInt64(littleEndian: output.0)) : nil
    }

    /// Converts, and returns how many bytes of the output are left; all of it after an error.
    private func convert(
        _ input: Slice<UnsafeMutableRawBufferPointer>,
        into output: UnsafeMutableRawBufferPointer
    ) -> Int {
        var source = UnsafeMutableRawBufferPointer(rebasing: input).assumingMemoryBound(to: CChar.self)
            .baseAddress
        var sourceLeft = input.count
        var target = output.assumingMemoryBound(to: CChar.self).baseAddress
        var targetLeft = output.count
        let result = iconv(descriptor, &source, &sourceLeft, &target, &targetLeft)
        let isComplete = result >= 0 && sourceLeft == 0
        // Some keep back a character that the next one may combine with; this also forgets what was wrong.
        _ = iconv(descriptor, nil, nil, &target, &targetLeft)
        return isComplete ? targetLeft : output.count
    }
}
