import Records
import RulesTestSupport
import Scraping
import Testing

/// Objects that have the fields of their enclosing objects: replies to comments.
@Suite struct EnclosingFieldsTests {
    private static let rules = """
        { "source": "json", "records": { "Post": { "fields": {
            "comments": { "each": "> comments > item", "fields": {
                "text": { "select": "> text", "required": true },
                "replies": { "each": "> replies > item", "fields": "comments" } } } } } } }
        """

    @Test(arguments: [
        (#"{ "comments": [] }"#, "[]"),
        (#"{ "comments": [{ "text": "a" }] }"#, #"[{"text":"a","replies":[]}]"#),
        (
            #"{ "comments": [{ "text": "a", "replies": [{ "text": "b", "replies": [{ "text": "c" }] }, { "text": "d" }] }] }"#,
            #"[{"text":"a","replies":[{"text":"b","replies":[{"text":"c","replies":[]}]},{"text":"d","replies":[]}]}]"#
        ),
    ])
    func repliesAreCommentsToAnyDepth(_ page: String, _ comments: String) throws {
        let outcome = try scrape(EnclosingFieldsTests.rules, page)
        #expect((outcome.records.first?["comments"]).map(JSONWriter.compact) == comments)
        #expect(outcome.messages.isEmpty)
    }

    @Test func whatIsMissingIsReportedWhereverItIs() throws {
        let page = #"{ "comments": [{ "text": "a", "replies": [{ "replies": [{ "text": "c" }] }] }] }"#
        let outcome = try scrape(EnclosingFieldsTests.rules, page)
        #expect(
            outcome.messages == [
                "page:1: error: Post.comments.replies.text is required: `> text` found nothing"
            ]
        )
    }

    @Test func endlessNestingIsReportedAndLeftOut() throws {
        let depth = 200
        let page =
            #"{ "comments": ["# + String(repeating: #"{ "text": "a", "replies": ["#, count: depth)
            + String(repeating: "] }", count: depth) + "] }"
        let outcome = try scrape(EnclosingFieldsTests.rules, page)
        #expect(outcome.records.count == 1)
        #expect(outcome.messages.count == 1)
        #expect(outcome.messages.first?.hasSuffix("nested more than 64 deep: left out") == true)
    }

    /// A selector without `>` matches the object's own element too.
    @Test func objectsDoNotContainThemselves() throws {
        let rules = """
            { "records": { "P": { "each": "body", "fields": { "c": { "each": "div", "fields": {
                "t": { "value": "x" }, "r": { "each": "div", "fields": "c" } } } } } } }
            """
        let outcome = try scrape(rules, "<div><div><div></div></div></div>")
        let object = #"{"t":"x","r":[]}"#
        #expect((outcome.records.first?["c"]).map(JSONWriter.compact) == "[\(object),\(object),\(object)]")
        let reason =
            "(`div`): the object's element is the same as that of an object around it: it would contain itself "
            + "without end"
        #expect(outcome.messages.count == 3)
        #expect(outcome.messages.allSatisfy { $0.hasSuffix("error: P.c.r " + reason) }, "\(outcome.messages)")
    }

    @Test(arguments: [
        (
            #""x": { "each": "a", "fields": { "y": { "each": "b", "fields": "z" } } }"#,
            #"no enclosing field "z" has "each""#
        ),
        (
            #""x": { "each": "a", "fields": { "t": "b" } }, "y": { "each": "a", "fields": "x" }"#,
            #"no enclosing field "x" has "each""#
        ),
        (
            #""x": { "each": "a", "fields": { "y": { "within": "b", "fields": "x" } } }"#,
            #"the fields of an enclosing field need "each""#
        ),
        (
            #""x": { "within": "a", "fields": { "y": { "each": "b", "fields": "x" } } }"#,
            #"no enclosing field "x" has "each""#
        ),
    ])
    func onlyListsAroundAreMeant(_ fields: String, _ message: String) {
        let reported = errors(#"{ "records": { "R": { "fields": { \#(fields) } } } }"#)
        #expect(reported.contains("error: \(message)\n"), "\(reported)")
    }

    @Test func schemasReferToTheObjectAround() throws {
        let schema = try load(EnclosingFieldsTests.rules).schema
        let json = JSONWriter.compact(schema.jsonSchema())
        #expect(
            json.contains(
                ##""replies":{"type":"array","items":{"$ref":"#/items/anyOf/0/properties/comments/items"}}"##
            )
        )
        #expect(schema.swiftTypes().contains("var replies: [Comments]"))
    }

    @Test(arguments: [
        // The nearest among the element and its ancestors, and the nearest before it.
        (#""in": { "closest": "div" }, "from": "::attr(id)""#, "d e"),
        (#""in": { "previous": "h2" }, "from": "::text""#, "A A"),
        (#""in": "document", "from": "h2::text""#, "A A"), (#""from": "::text""#, "1 2"),
    ])
    func whatIsSetMayAreElsewhere(_ keys: String, _ values: String) throws {
        let rules = #"""
            { "prepare": [{ "set": { "select": "b", "attribute": "v", \#(keys) } }],
              "records": { "R": { "fields": { "v": { "select": "b::attr(v)", "apply": [{ "join": " " }] } } } } }
            """#
        let page = "<h2>A</h2><div id=d><b>1</b></div><div id=e><p><b>2</b></div><h2>B</h2>"
        #expect(try scrape(rules, page).records.first?["v"] == .string(values))
    }
}
