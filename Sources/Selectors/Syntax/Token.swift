/// What a selector's text consists of (CSS Syntax level 3, section 4), as far as selectors tell it apart.
enum Token: Hashable {
    case ident(String)
    /// A name with an opening parenthesis directly behind it.
    case function(String)
    /// `#name`; `isID` when the name is an identifier, which an id selector must have.
    case hash(String, isID: Bool)
    case string(String)
    /// A string that a line break ends.
    case badString
    /// A number, a percentage or a number with a unit. Only `an+b` has use for them and reads the text itself.
    case number
    case whitespace
    case colon
    case comma
    case openParenthesis
    case closeParenthesis
    case openBracket
    case closeBracket
    case openBrace
    case closeBrace
    /// Any other character, by its first byte.
    case delimiter(UInt8)
    case end
}
