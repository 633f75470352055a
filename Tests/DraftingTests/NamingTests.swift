import Testing

@testable import Drafting

/// The names of a page's elements that a draft uses, and the names of records and fields derived from them.
@Suite struct NamingTests {
    /// A lower rank is better; `nil` is for generated names.
    @Test(
        arguments: [
            // Names for the content.
            ("price", 2), ("product-title", 2), ("card__author", 2), ("headline", 2),
            // Other names, names with a number, and names for the layout.
            ("oak", 3), ("tree-height", 3), ("oak2", 4), ("wrapper", 4), ("main-container", 4),
            // Names for appearance or state.
            ("mt-4", 7), ("p-12", 7), ("text-sm", 7), ("text-lg", 7), ("bg-white", 7), ("items-center", 7),
            ("md:hidden", 7), ("w-1/2", 7), ("w-[40rem]", 7), ("is-active", 7), ("active", 7), ("first", 7),
            ("col-6", 7),
            ("flex", 7), ("font-semibold", 7), ("border-gray", 7), ("hover:underline", 7),
            // The second word describes more than the appearance.
            ("text-author", 2), ("has-price", 2), ("top-oak", 7), ("top-oaks", 3),
            // Generated names.
            ("css-1x2y", nil), ("sc-bdfBwQ", nil), ("jss12", nil), ("svelte-abcd", nil), ("styled__Box", nil),
            ("emotion-0", nil), ("oXaVb", nil), ("a1b2c3", nil), ("x12345", nil), ("bcdfgh", nil),
            ("1st", nil), ("", nil),
            ("{{name}}", nil), ("<b>", nil),
        ] as [(String, Int?)]
    )
    func classes(_ name: String, _ rank: Int?) {
        #expect(SiteNames.rank(ofClass: name) == rank)
    }

    @Test(arguments: [
        ("oak", true), ("_oak", true), ("-oak", true), ("4oak", false), (".oak", false), ("", false),
        ("oak tree", false), ("Eiche", true), ("bäume", false),
        // A three-digit number may be part of a name, a four-digit one is a key.
        ("oak123", true), ("oak1234", false),
        // Letters and digits alternate at most three times.
        ("oak1elm2", true), ("oak1elm2ash", false),
        // Five letters may lack vowels.
        ("bcdfg", true), ("bcdfgh", false), ("bcdyfgh", true),
        // Three words of two letters are a hash.
        ("abCdEf", false), ("abCd", true), ("abCdEfg", true), ("oak-abCdEf", false),
        ("o{k", false), ("o<k", false),
        (String(repeating: "oakelm", count: 8), true), (String(repeating: "oakelm", count: 8) + "s", false),
    ])
    func namesAndHashes(_ text: String, _ isName: Bool) {
        #expect(SiteNames.isName(text) == isName)
    }

    @Test(arguments: [
        ("trees", "tree"), ("berries", "berry"), ("ties", "tie"), ("pies", "pie"), ("dies", "die"),
        ("movies", "movie"), ("cookies", "cookie"), ("calories", "calorie"), ("series", "series"),
        ("species", "species"), ("classes", "class"), ("dishes", "dish"), ("branches", "branch"),
        ("boxes", "box"),
        ("glass", "glass"), ("status", "status"), ("news", "news"), ("basis", "basis"), ("gas", "gas"),
        ("bus", "bus"),
        ("oaks", "oak"), ("ass", "ass"), ("oak", "oak"), ("s", "s"), ("", ""),
    ])
    func singulars(_ word: String, _ singular: String) {
        #expect(Lexicon.singular(word) == singular)
    }

    @Test(arguments: [
        (["location_id"], "locationId"), (["author", "name"], "author"), (["name"], "name"),
        (["title", "rendered"], "title"), (["price", "value"], "price"),
        (["price", "amount"], "priceAmount"),
        (["note", "#text"], "note"), (["#"], "#"), ([], "value"),
    ])
    func fieldsOfData(_ path: [String], _ name: String) {
        #expect(DataNames.field(path) == name)
    }

    @Test(
        arguments: [
            ("", []), ("oak", ["oak"]), ("oakTree", ["oak", "tree"]), ("OakTree", ["oak", "tree"]),
            ("HTMLPage", ["htmlpage"]),
            ("oak-tree_age", ["oak", "tree", "age"]), ("--oak--", ["oak"]), ("oak2Tree", ["oak2", "tree"]),
            ("oak2tree", ["oak2tree"]),
            ("oak Ü", ["oak", "ü"]), ("aB", ["a", "b"]), ("AB", ["ab"]), ("ABc", ["abc"]),
            ("a-B", ["a", "b"]),
        ] as [(String, [String])]
    )
    func wordsOfNames(_ name: String, _ words: [String]) {
        #expect(Lexicon.words(name) == words)
    }

    /// The last known word of a name is used, with those before it.
    @Test(
        arguments: [
            ("post-timestamp", "date"), ("price", "price"), ("old-price", "oldPrice"), ("priceWas", "price"),
            ("was_price", "oldPrice"),
            ("regular-price", "oldPrice"), ("listPrice", "oldPrice"), ("original-cost", "oldPrice"),
            ("new-price", "price"),
            ("old-title", "title"), ("title", "title"), ("sub-title", "subtitle"), ("title-sub", "title"),
            ("sub-price", "price"),
            ("price-title", "title"), ("list", nil), ("", nil), ("user-rating", "rating"),
            ("comment", "text"), ("poster", "image"),
        ] as [(String, String?)]
    )
    func meanings(_ name: String, _ meaning: String?) {
        #expect(Lexicon.name(for: name) == meaning)
    }

    @Test(arguments: [
        ("first-name", true, false), ("fname", true, false), ("fName", true, false), ("Vorname", true, false),
        ("givenName", true, false),
        ("last_name", false, true), ("family", false, true), ("surname", false, true),
        ("firstLast", true, true), ("name", false, false),
        ("", false, false),
    ])
    func namesOfPersons(_ name: String, _ isFirst: Bool, _ isLast: Bool) {
        #expect(Lexicon.isFirstName(name) == isFirst)
        #expect(Lexicon.isLastName(name) == isLast)
    }

    @Test(arguments: [
        ("votes", true, false), ("upvotes", true, false), ("user-reviews", true, false),
        ("stars", true, false), ("followers", true, false),
        ("author", false, false), ("oak", false, false), ("price", false, true), ("oldPrice", false, true),
        ("salary", false, true),
        ("cost", false, false),
    ])
    func countsAndPrices(_ name: String, _ isCount: Bool, _ isPrice: Bool) {
        #expect(Lexicon.isCount(name) == isCount)
        #expect(Lexicon.isPrice(name) == isPrice)
    }

    @Test(arguments: [
        (["events", "item"], "Event"), (["items"], "Row"), ([], "Row"), (["plant_species"], "PlantSpecies"),
        (["data", "tree"], "Tree"),
        (["tree", "DATA"], "Tree"), (["trees", "#"], "Tree"), (["1a"], "Row"),
        (["big-boxes", "edges", "node"], "BigBox"), (["--"], "Row"),
    ])
    func recordsOfData(_ path: [String], _ name: String) {
        #expect(DataNames.record(path, fallback: "Row") == name)
    }

    /// The separator that makes the most cells, of equal ones the first; names are distinct, have a letter and at most 60 bytes.
    @Test(
        arguments: [
            ("a,b", ",", ["a", "b"], true), ("a;b", ";", ["a", "b"], true), ("a\tb", "\t", ["a", "b"], true),
            ("a|b", "|", ["a", "b"], true),
            ("a,b;c", ",", ["a", "b;c"], true), ("a;b,c;d", ";", ["a", "b,c", "d"], true),
            ("a", ",", ["a"], true), ("", ",", [""], false),
            ("\u{FEFF}a,b\r\n1,2", ",", ["a", "b"], true), ("a,b\r1,2", ",", ["a", "b"], true),
            ("\"a,b\",c", ",", ["a,b", "c"], true),
            (" a  b , c", ",", ["a b", "c"], true), ("a,,b", ",", ["a", "", "b"], true),
            (",", ",", ["", ""], false), ("a,a", ",", ["a", "a"], false),
            ("1a,b", ",", ["1a", "b"], false), ("a1,b", ",", ["a1", "b"], true),
            ("-,b", ",", ["-", "b"], false), ("#a,b", ",", ["#a", "b"], true),
        ] as [(String, String, [String], Bool)]
    )
    func firstLinesOfTables(_ line: String, _ separator: String, _ cells: [String], _ isHeader: Bool) {
        let header = CSVHeader(Array(line.utf8))
        #expect(header.separator == separator)
        #expect(header.cells == cells)
        #expect(header.isHeader == isHeader)
    }

    @Test(arguments: [(59, true), (60, true), (61, false)]) func namesOfColumnsAreShort(
        _ length: Int,
        _ isHeader: Bool
    ) {
        #expect(CSVHeader(Array(repeating: UInt8(ascii: "x"), count: length)).isHeader == isHeader)
    }
}
