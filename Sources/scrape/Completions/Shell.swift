/// The shells that can complete command lines.
enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish
}
