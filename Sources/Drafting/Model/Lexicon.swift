/// The words in sites' class names, with the field names that they suggest.
enum Lexicon {
    /// Splits a name at hyphens, underscores and capital letters into words in lower case.
    static func words(_ name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var wasLower = false
        for character in name {
            if !character.isLetter && !character.isNumber {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else if character.isUppercase, wasLower {
                words.append(word)
                word = character.lowercased()
            } else {
                word += character.lowercased()
            }
            wasLower = character.isLowercase || character.isNumber
        }
        return word.isEmpty ? words : words + [word]
    }

    /// The field name that a site's name suggests, such as `date` for `post-timestamp`, or `nil` if no word of it
    /// is known.
    static func name(for name: String) -> String? {
        let words = words(name)
        guard let index = words.indices.last(where: { meanings[words[$0]] != nil }),
            let meaning = meanings[words[index]]
        else { return nil }
        let others = words[..<index]
        if meaning == "price",
            others.contains(where: { ["old", "was", "regular", "list", "original"].contains($0) })
        {
            return "oldPrice"
        }
        if meaning == "title", others.contains("sub") { return "subtitle" }
        return meaning
    }

    /// Whether a field's name is that of an amount of money.
    static func isPrice(_ name: String) -> Bool { ["price", "oldPrice", "salary"].contains(name) }

    /// Whether a site's name is that of a person's first name: `first-name`, `fname`, `vorname`.
    static func isFirstName(_ name: String) -> Bool { isName(name, firstNames) }

    /// Whether a site's name is that of a person's last name.
    static func isLastName(_ name: String) -> Bool { isName(name, lastNames) }

    private static func isName(_ name: String, _ known: Set<String>) -> Bool {
        let words = words(name)
        return words.contains(where: known.contains) || known.contains(words.joined())
    }

    private static let firstNames: Set<String> = [
        "first", "firstname", "fname", "forename", "given", "givenname", "vorname", "prenom", "nombre",
        "voornaam",
    ]
    private static let lastNames: Set<String> = [
        "last", "lastname", "lname", "surname", "family", "familyname", "nachname", "nom", "apellido",
        "apellidos",
        "cognome", "achternaam",
    ]

    /// Whether a word names a counted thing.
    static func isCount(_ name: String) -> Bool {
        let counted = [
            "votes", "comments", "likes", "points", "views", "reviews", "replies", "rating", "shares",
            "followers",
        ]
        guard let meaning = self.name(for: name) else { return false }
        return counted.contains(meaning)
    }

    /// Whether a field often has several values that are alike, such as the authors of a book.
    static func isUsuallySeveral(_ name: String) -> Bool {
        guard let word = words(name).last else { return false }
        return several.contains(singular(word))
    }

    private static let several: Set<String> = [
        "actor", "artist", "author", "composer", "contributor", "creator", "director", "editor", "genre",
        "illustrator", "ingredient", "keyword", "narrator", "performer", "producer", "tag", "translator",
        "writer",
    ]

    /// Words that describe an element's role in the layout, not its content.
    static let layout: Set<String> = [
        "item", "items", "list", "wrapper", "wrap", "inner", "outer", "container", "content", "box", "block",
        "row", "col",
        "column", "grid", "cell", "card", "tile", "teaser", "entry", "element", "el", "js", "u", "c", "o",
        "l", "m", "is",
        "has", "main", "body", "header", "footer", "section", "area", "group", "holder", "left", "right",
        "top", "bottom",
        "small", "large", "link", "text", "label", "value", "field", "span", "div", "the", "a", "my", "view",
        "media",
        "object", "article", "component", "module", "unit", "ui", "w", "default", "single", "post", "page",
        "data", "meta",
        "info", "details", "cont", "standard", "regular", "full", "new", "tr", "asset", "base", "no", "two",
        "third", "hfeed", "hentry", "type", "status", "format", "standard", "publish", "result", "results",
    ]

    private static let meanings: [String: String] = {
        let groups: [(String, String)] = [
            ("title", "title headline heading hed ttl"), ("name", "name fn"),
            ("subtitle", "subtitle subhead subheading subheadline dek deck standfirst"),
            ("price", "price cost amount fare preis prix precio preco prezzo prijs pris cena"),
            (
                "date",
                "date time datetime published pubdate posted timestamp created when dateline datum fecha"
            ),
            ("updated", "updated modified"),
            ("author", "author byline writer creator contributor user username poster"),
            ("rating", "rating stars star"), ("votes", "votes upvotes"), ("points", "points score"),
            ("likes", "likes"), ("comments", "comments"), ("replies", "replies"), ("reviews", "reviews"),
            ("views", "views"),
            ("shares", "shares"), ("followers", "followers"),
            ("text", "quote message paragraph copy comment"),
            ("summary", "summary excerpt teaser snippet blurb abstract intro lead desc description"),
            ("category", "category section topic kicker eyebrow channel genre"),
            ("tags", "tags tag keyword keywords"), ("brand", "brand manufacturer"),
            ("location", "location place city venue address region"),
            ("duration", "duration runtime length"), ("company", "company employer"), ("salary", "salary"),
            ("stock", "stock availability"), ("sku", "sku"), ("size", "size"), ("color", "color colour"),
            ("caption", "caption"), ("source", "source domain publisher"), ("rank", "rank position"),
            ("badge", "badge"),
            ("image", "image img photo picture thumb thumbnail cover avatar logo poster"),
            ("phone", "phone tel telephone"), ("email", "email mail"), ("discount", "discount"),
            ("currency", "currency"),
            ("ingredients", "ingredients ingredient"), ("language", "language"), ("version", "version"),
        ]
        var meanings: [String: String] = [:]
        for (meaning, words) in groups {
            for word in words.split(separator: " ") { meanings[String(word)] = meaning }
        }
        return meanings
    }()

    /// Joins words in camel case: `readTime`.
    static func camelCase(_ words: [String]) -> String {
        words.enumerated().map { $0.offset == 0 ? $0.element : $0.element.capitalizedFirst }.joined()
    }

    /// Words that end as plurals do.
    private static let unchanged: Set<String> = ["news", "series", "species"]

    /// Plurals in "-ies" of words in "-ie".
    private static let inIE: Set<String> = [
        "brownies", "calories", "cookies", "hoodies", "movies", "rookies", "selfies", "smoothies", "zombies",
    ]

    /// The singular of an English noun, by the most common rules.
    static func singular(_ word: String) -> String {
        if unchanged.contains(word) { return word }
        if word.hasSuffix("ies"), word.count > 4, !inIE.contains(word) { return word.dropLast(3) + "y" }
        if ["sses", "shes", "ches", "xes"].contains(where: word.hasSuffix) {
            return String(word.dropLast(2))
        }
        let keepsItsS = ["ss", "us", "is"].contains(where: word.hasSuffix)
        return word.hasSuffix("s") && word.count > 3 && !keepsItsS ? String(word.dropLast()) : word
    }
}

extension String {
    /// The text with its first letter in upper case.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension Character {
    /// Whether this is an ASCII digit.
    var isASCIIDigit: Bool { isASCII && isNumber }
}

/// Derives names of records and fields from the names in data.
enum DataNames {
    /// A field's name by its path of names: `author` for `author > name`, `locationId` for `location_id`.
    static func field(_ names: [String]) -> String {
        var names = names
        if names.count > 1, let last = names.last, ["name", "rendered", "value", "#text"].contains(last) {
            names.removeLast()
        }
        let words = names.flatMap { Lexicon.words($0) }
        let name = Lexicon.camelCase(words)
        return name.isEmpty ? names.last ?? "value" : name
    }

    /// A record type's name by its path of names: `Event` for `events > item`.
    static func record(_ names: [String], fallback: String) -> String {
        let generic: Set<String> = [
            "item", "items", "results", "result", "data", "json", "list", "children", "edges", "node",
            "nodes", "*", "byid", "entities",
        ]
        let name = names.reversed().first {
            !generic.contains($0.lowercased()) && $0.contains(where: \.isLetter)
        }
        guard let name else { return fallback }
        var words = Lexicon.words(name)
        guard let last = words.popLast() else { return fallback }
        words.append(Lexicon.singular(last))
        let record = words.map(\.capitalizedFirst).joined()
        return record.first?.isLetter == true ? record : fallback
    }
}
