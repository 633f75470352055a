import Basics

// Scripts, in which an end tag is ignored within what looks like a comment (HTML standard, 13.2.5.4 and 13.2.5.15 to
// 13.2.5.31).
extension Tokenizer {
    private enum ScriptState {
        /// 13.2.5.4 Script data state
        case data
        /// 13.2.5.20 to 13.2.5.22 Script data escaped state: after `<!--`.
        case escaped
        /// 13.2.5.27 to 13.2.5.29 Script data double escaped state: after `<script` in the escaped state.
        case doubleEscaped
    }

    /// 13.2.5.4 Script data state
    @inline(never)
    mutating func readScriptData() -> Bool {
        var needsDecoding = false
        let stop = findScriptEnd(needsDecoding: &needsDecoding)
        isAtMarkup = stop != end
        return emitCharacters(endingAt: stop, needsDecoding ? .rawtext : nil)
    }

    /// Searches for the script's end tag, or the page's end.
    private func findScriptEnd(needsDecoding: inout Bool) -> UnsafeMutablePointer<UInt8> {
        var state = ScriptState.data
        var stop = cursor
        while true {
            stop = find(
                UInt8(ascii: "<"),
                or: state == .data ? UInt8(ascii: "<") : UInt8(ascii: ">"),
                from: stop,
                readsReferences: false,
                needsDecoding: &needsDecoding
            )
            if stop == end { return end }
            switch state {
            case .data:
                if isAppropriateEndTag(at: stop) { return stop }
                // 13.2.5.17 and 13.2.5.18, Script data escape start state: the dashes may already belong to `-->`.
                let isEscape = matches("<!--", at: stop)
                if isEscape { state = .escaped }
                stop += isEscape ? 4 : 1
            case .escaped where stop.pointee == UInt8(ascii: ">"),
                .doubleEscaped where stop.pointee == UInt8(ascii: ">"):
                if stop[-1] == UInt8(ascii: "-"), stop[-2] == UInt8(ascii: "-") { state = .data }
                stop += 1
            case .escaped:
                if isAppropriateEndTag(at: stop) { return stop }
                stop += 1
                if skipScriptName(&stop) { state = .doubleEscaped }
            case .doubleEscaped:
                stop += 1
                guard stop.pointee == UInt8(ascii: "/") else { continue }
                stop += 1
                if skipScriptName(&stop) { state = .escaped }
            }
        }
    }

    /// Moves after `script` and the byte that ends it, if they are here (13.2.5.26, Script data double escape start
    /// state, and 13.2.5.31, Script data double escape end state).
    private func skipScriptName(_ position: inout UnsafeMutablePointer<UInt8>) -> Bool {
        guard matches("script", at: position) else { return false }
        let next = position[6]
        guard next != 0, LowBytes.tagNameEnd.contains(next) else { return false }
        // White space is not skipped, since a carriage return must be detected.
        position += next.isASCIIWhiteSpace ? 6 : 7
        return true
    }
}
