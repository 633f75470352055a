import DOM
import Foundation
import Records
import Scraping

/// The record types that the linked data of some pages has: JSON-LD and microdata.
struct LinkedDataSketch {
    private let paths: DataPaths
    /// How many record types a draft takes from linked data at most.
    private static let recordLimit = 3

    /// Reads the pages' linked data.
    init(_ pages: [Page]) throws(Diagnostics) {
        paths = DataPaths(try PageTrees.read(pages, as: "linked-data"), isJSON: true)
    }

    /// The record types, the one that says most first.
    func records() -> [RecordSketch] {
        let sketches = types().map { path in
            (path: path, fields: LinkedDataFields(paths: paths).fields(of: path))
        }
        return sketches.filter { $0.fields.count > 1 }
            .sorted { weight($0.path, $0.fields) > weight($1.path, $1.fields) }
            .prefix(LinkedDataSketch.recordLimit)
            .map { path, fields in
                let type = paths.paths[path].name
                let count = paths.paths[path].nodes.count
                return RecordSketch(
                    name: type.capitalizedFirst,
                    comment: "\(syntax(of: path)) of the type \(type)"
                        + (count > 1 ? ", \(count) of them" : ""),
                    each: "linked-data > [types~=\(type)]",
                    fields: fields
                )
            }
    }

    /// What else there is, by its types: of little use by itself, and good to know.
    func otherTypes() -> [String] {
        guard let root = paths.paths.first else { return [] }
        let taken = Set(types())
        return root.children.filter { !taken.contains($0) }.map { paths.paths[$0].name }
            .filter { !LinkedDataSketch.head.contains($0) && $0 != "Thing" }
    }

    private static let head: Set<String> = ["title", "meta", "link"]

    /// Types that say something of another thing, of the site or of the page as a page.
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
            return !LinkedDataSketch.head.contains(name) && !LinkedDataSketch.helpers.contains(name)
                && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
                && name.first?.isLetter == true
                && paths.isEverywhere(path)
        }
    }

    private func weight(_ path: Int, _ fields: [FieldSketch]) -> Double {
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
