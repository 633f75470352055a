/// What a decoder leaves of the characters that some formats have no use for.
enum TextForm {
    /// CR and NUL as they are: a tokenizer of HTML deals with them, by its state.
    case unchanged
    /// CR and CR LF become LF, NUL becomes U+FFFD.
    case normalized
}
