/// The states of the tokenizer that a token can begin in (HTML standard, 13.2.5.1 to 13.2.5.5 and 13.2.5.69).
///
/// The states within a token are the functions that read it: this parser has the whole page at hand and never stops
/// in between.
enum TokenizerState: String, CaseIterable, Sendable {
    case data = "Data state"
    case rcdata = "RCDATA state"
    case rawtext = "RAWTEXT state"
    case scriptData = "Script data state"
    case plaintext = "PLAINTEXT state"
    case cdataSection = "CDATA section state"
}
