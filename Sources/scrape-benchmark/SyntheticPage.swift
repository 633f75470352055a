/// Pages of any size with the shapes that cost naive engines most.
enum SyntheticPage: String {
    /// Each element in the one before.
    case nested
    /// All elements below one.
    case siblings

    /// A page of about so many elements, one in four of class `x`, all others of class `y`.
    func html(elements: Int) -> String {
        var text = "<!DOCTYPE html><html lang=en><title>t</title><body>"
        for index in 0..<elements {
            text += "<div class=\"\(index % 4 == 0 ? "x" : "y")\">"
            if index % 10 == 0 { text += "text" }
            if self == .siblings { text += "</div>" }
        }
        return text
    }
}
