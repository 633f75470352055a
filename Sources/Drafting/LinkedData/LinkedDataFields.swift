import DOM
import Selectors

/// The fields that a type of linked data offers, one or a few for each property.
struct LinkedDataFields {
    let paths: DataPaths

    /// The fields of the nodes at a path, in the order of the properties.
    func fields(of record: Int) -> [FieldSketch] {
        // No type of the vocabulary has more properties that are worth it.
        paths.paths[record].children.prefix(100).flatMap { fields(ofProperty: $0) }
    }

    /// What a property's node says that is worth a field: the names of its own properties, the first that there is
    /// counts, and what the field is called (the property's name unless told).
    private struct Part {
        let names: [String]
        var field: String?
    }

    private static let skipped: Set<String> = [
        "mainEntityOfPage", "potentialAction", "isPartOf", "breadcrumb", "speakable", "publishingPrinciples",
        "hasPart",
        "mainEntity", "review", "reviews", "comment", "itemListElement", "diversityPolicy", "ethicsPolicy",
        "correctionsPolicy", "actionableFeedbackPolicy", "context", "copyrightHolder", "copyrightYear",
        "interactionStatistic", "accessMode", "id", "type", "graph", "isFamilyFriendly",
    ]

    /// Properties of which the first value is the one that counts.
    private static let single: Set<String> = [
        "image", "thumbnailUrl", "url", "logo", "video", "name", "headline", "description", "publisher",
        "offers",
        "aggregateRating", "nutrition", "datePublished", "dateModified", "dateCreated", "primaryImageOfPage",
        "location",
    ]

    private static func parts(of property: String) -> [Part] {
        switch property {
        case "image", "logo", "thumbnail", "primaryImageOfPage": [Part(names: ["url", "contentUrl"])]
        case "video": [Part(names: ["contentUrl", "embedUrl", "url"])]
        case "aggregateRating":
            [
                Part(names: ["ratingValue"], field: "rating"),
                Part(names: ["ratingCount", "reviewCount"], field: "ratingCount"),
            ]
        case "offers":
            [
                Part(names: ["price", "lowPrice"], field: "price"),
                Part(names: ["priceCurrency"], field: "currency"),
                Part(names: ["availability"], field: "availability"),
            ]
        case "nutrition": [Part(names: ["calories"], field: "calories")]
        case "recipeInstructions", "step": [Part(names: ["text", "name"])]
        case "location": [Part(names: ["name"]), Part(names: ["address"], field: "address")]
        case "address":
            [
                Part(names: ["streetAddress"], field: "street"),
                Part(names: ["addressLocality"], field: "city"),
            ]
        default: [Part(names: ["name", "headline", "url", "text", "value"])]
        }
    }

    private func fields(ofProperty path: Int) -> [FieldSketch] {
        let property = paths.paths[path]
        guard !LinkedDataFields.skipped.contains(property.name), !property.name.isEmpty else { return [] }
        let isList = paths.isRepeated(path) && !LinkedDataFields.single.contains(property.name)
        let literals = property.nodes.contains { $0.firstElementChild == nil }
        if property.children.isEmpty {
            return [field("> \(property.step)", property.name, property.name, isList: isList, at: path)]
        }
        return LinkedDataFields.parts(of: property.name).compactMap { part in
            guard let (name, selector) = selector(of: part, in: path) else { return nil }
            var field = field(selector, property.name, part.field ?? property.name, isList: isList, at: nil)
            field.origin += " > \(name)"
            if literals, part.field == nil { field.selectors.append("> \(property.step):not(:has(*))") }
            return field
        }
    }

    private func selector(of part: Part, in path: Int) -> (name: String, selector: String)? {
        let children = paths.paths[path].children
        for name in part.names {
            let child = children.first { paths.paths[$0].name == name && paths.paths[$0].children.isEmpty }
            let isNested = children.contains { paths.paths[$0].name == "itemListElement" }
            if isNested, name == "text" || name == "name", child != nil || name == "text" {
                return (name, "> \(paths.paths[path].step) \(name)")
            }
            if let child { return (name, "> \(paths.paths[path].step) > \(paths.paths[child].step)") }
        }
        return nil
    }

    private func field(
        _ selector: String,
        _ property: String,
        _ name: String,
        isList: Bool,
        at path: Int?
    ) -> FieldSketch {
        var field = FieldSketch(selectors: [selector], isList: isList)
        field.hints.given = name
        let addresses = ["url", "image", "thumbnailUrl", "logo", "video", "sameAs", "contentUrl", "embedUrl"]
        if addresses.contains(property) { field.hints.kind = .link }
        field.origin = "the property \(property)"
        return field
    }
}
