import DOM
import Engine
import Platform
import Records
import Selectors

/// Drafts the record types of the linked data of pages: JSON-LD and microdata.
struct LinkedDataDraft {
    private let paths: DataPaths
    /// The maximum number of record types.
    private static let recordLimit = 3

    /// Reads the pages' linked data.
    init(_ pages: [Page]) throws(Diagnostics) {
        paths = DataPaths(try PageTrees.read(pages, as: "linked-data"), isJSON: true)
    }

    /// The record types, those with the most content first.
    func records() -> [RecordDraft] {
        let drafts = types().map { path in
            (path: path, fields: LinkedDataFields(paths: paths).fields(of: path))
        }
        return drafts.filter { $0.fields.count > 1 }
            .sorted { weight($0.path, $0.fields) > weight($1.path, $1.fields) }
            .prefix(LinkedDataDraft.recordLimit)
            .map { path, fields in
                let type = paths.paths[path].name
                let count = paths.paths[path].nodes.count
                return RecordDraft(
                    name: type.capitalizedFirst,
                    comment: "\(syntax(of: path)) of the type \(type)"
                        + (count > 1 ? ", \(count) of them" : ""),
                    each: "linked-data > [types~=\(type)]",
                    fields: fields
                )
            }
    }

    /// The names of the other types, for a note.
    func otherTypes() -> [String] {
        guard let root = paths.paths.first else { return [] }
        let taken = Set(types())
        return root.children.filter { !taken.contains($0) }.map { paths.paths[$0].name }
            .filter { !LinkedDataDraft.head.contains($0) && $0 != "Thing" }
    }

    private static let head: Set<String> = ["title", "meta", "link"]

    /// Types that describe other items, the site, or the page.
    private static let helpers: Set<String> = [
        "WebSite", "WebPage", "Organization", "Corporation", "NewsMediaOrganization", "BreadcrumbList",
        "ListItem",
        "ImageObject", "SearchAction", "ReadAction", "Person", "PostalAddress", "ContactPoint", "Rating",
        "AggregateRating", "Offer", "AggregateOffer", "HowToStep", "HowToSection", "HowToTip",
        "NutritionInformation",
        "EntryPoint", "PropertyValueSpecification", "SiteNavigationElement", "WPHeader", "WPFooter",
        "WPSideBar", "Thing",
        "InteractionCounter", "MonetaryAmount", "QuantitativeValue", "Brand", "SpeakableSpecification",
        "ItemList",
        "CollectionPage", "ProfilePage", "AboutPage", "ContactPage", "ItemPage", "SearchResultsPage",
        "FAQPage", "Blog",
        "Place", "GeoCoordinates", "Country", "OpeningHoursSpecification", "Clip", "DefinedTerm", "Audience",
        "CreativeWork", "Answer", "PriceSpecification", "UnitPriceSpecification", "OfferShippingDetails",
        "MerchantReturnPolicy", "PropertyValue", "CommentAction", "Comment", "Review", "WebPageElement",
        "MediaObject",
    ]

    private func types() -> [Int] {
        guard let root = paths.paths.first else { return [] }
        return root.children.filter { path in
            let name = paths.paths[path].name
            return !LinkedDataDraft.head.contains(name) && !LinkedDataDraft.helpers.contains(name)
                && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
                && name.first?.isLetter == true
                && paths.isEverywhere(path)
        }
    }

    private func weight(_ path: Int, _ fields: [FieldDraft]) -> Double {
        log2(Double(paths.paths[path].nodes.count + 1)) * Double(fields.count)
    }

    private func syntax(of path: Int) -> String {
        var attribute = paths.paths[path].nodes.first?.firstAttribute
        while let candidate = attribute {
            if candidate.name.utf8.elementsEqual("syntax".utf8) {
                return candidate.string == "microdata" ? "microdata" : "JSON-LD"
            }
            attribute = candidate.next
        }
        return "linked data"
    }
}

/// Drafts the fields of a type of linked data, one or several for each property.
struct LinkedDataFields {
    let paths: DataPaths

    /// The fields of the nodes at a path, in property order.
    func fields(of record: Int) -> [FieldDraft] {
        // No type of the vocabulary has more useful properties.
        paths.paths[record].children.prefix(100).flatMap { fields(ofProperty: $0) }
    }

    /// A field of a property's node: the names of its own properties; the first that exists is used, and the field's
    /// name (by default the property's).
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

    /// Properties with only their first value used.
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

    private func fields(ofProperty path: Int) -> [FieldDraft] {
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
    ) -> FieldDraft {
        var field = FieldDraft(selectors: [selector], isList: isList)
        field.hints.given = name
        let addresses = ["url", "image", "thumbnailUrl", "logo", "video", "sameAs", "contentUrl", "embedUrl"]
        if addresses.contains(property) { field.hints.kind = .link }
        field.origin = "the property \(property)"
        return field
    }
}
