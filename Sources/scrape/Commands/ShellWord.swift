/// Words of command lines that are printed to be copied.
enum ShellWord {
    /// A word as a shell takes it: in single quotes where it holds more than plain characters.
    static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || "-_./:=@%+,".utf8.contains(byte)
            }
        return isPlain
            ? word
            : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
                + "'"
    }
}
