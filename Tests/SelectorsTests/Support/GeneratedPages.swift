/// Pages without meaning, made to have much that selectors can tell apart.
struct GeneratedPages {
    var random: Randomness

    /// A page of about so many elements; some are deep, some wide, some in quirks mode.
    mutating func page(size: Int) -> String {
        let doctype = random.chance(70) ? "<!DOCTYPE html>" : ""
        let shape = random.below(4)
        var text = doctype + "<html" + attributes() + "><head><title>t</title></head><body>"
        var open: [String] = []
        for _ in 0..<size {
            let close = shape == 0 ? 10 : shape == 1 ? 70 : 45
            while !open.isEmpty, random.chance(close) { text += "</\(open.removeLast())>" }
            let name = random.pick(["div", "span", "b", "section", "i", "h2", "my-x"])
            text += "<\(name)\(attributes())>"
            open.append(name)
            if random.chance(30) { text += random.pick(["x", "xy ", " ", "Yx", "\n", "<!--c-->", "é"]) }
        }
        while let name = open.popLast() { text += "</\(name)>" }
        return text + "</body></html>"
    }

    private mutating func attributes() -> String {
        var text = ""
        if random.chance(45) {
            let classes = (0..<(1 + random.below(3))).map { _ in random.pick(["a", "b", "c", "A", "ab", "é"])
            }
            text += " class=\"\(classes.joined(separator: random.pick([" ", "\n", "  "])))\""
        }
        if random.chance(15) { text += " id=\(random.pick(["p", "q", "P", "r"]))" }
        if random.chance(20) {
            text += " data-x=\"\(random.pick(["a", "ab", "a b", "b-a", "", "A", "ba"]))\""
        }
        if random.chance(10) { text += " type=\"\(random.pick(["a", "A", "b"]))\"" }
        if random.chance(8) { text += " lang=\(random.pick(["en", "en-GB", "de", "de-Latn-DE"]))" }
        return text
    }
}
