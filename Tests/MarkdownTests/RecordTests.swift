import Markdown
import Records
import Testing

/// Records as a document.
@Suite struct RecordTests {
    private static func field(_ name: String, _ type: Schema.FieldType) -> Schema.Field {
        Schema.Field(name: name, type: type, isRequired: false)
    }

    @Test func flatRecordsAreATable() {
        let type = Schema.RecordType(
            name: "Lift",
            fields: [
                RecordTests.field("exercise", .scalar(.string)), RecordTests.field("reps", .scalar(.integer)),
                RecordTests.field("page", .scalar(.url)),
            ]
        )
        let records = [
            Record(type: "Lift", fields: [.init("exercise", "Press | *push*\n<b>"), .init("reps", 10)]),
            Record(type: "Lift", fields: [.init("exercise", "Row"), .init("page", "https://e.org/a|b")]),
        ]
        #expect(
            document(records, [type]) == """
                # Lift

                | exercise | reps | page |
                | --- | ---: | --- |
                | Press \\| \\*push\\*<br>\\<b> | 10 | |
                | Row | | [https://e.org/a\\|b](https://e.org/a%7Cb) |

                """
        )
    }

    @Test func otherRecordsHaveAHeadingEach() {
        let days = Schema.FieldType.list(
            .object([RecordTests.field("date", .scalar(.date)), RecordTests.field("best", .scalar(.decimal))])
        )
        let type = Schema.RecordType(
            name: "Post",
            fields: [
                RecordTests.field("link", .scalar(.url)), RecordTests.field("title", .scalar(.string)),
                RecordTests.field("tags", .list(.scalar(.string))), RecordTests.field("body", .scalar(.html)),
                RecordTests.field("note", .scalar(.text)), RecordTests.field("days", days),
            ]
        )
        let record = Record(
            type: "Post",
            fields: [
                .init("link", "https://e.org/1"), .init("title", "# A *b*"), .init("tags", ["1. x", "y"]),
                .init("body", "<h1>In</h1><p>a <b>b</b></p>"), .init("note", "one\n- two"),
                .init("days", [["date": "2018-05-28", "best": 60]]),
            ]
        )
        let expected = """
            ## # A \\*b\\*

            - **link:** <https://e.org/1>
            - **tags:**
              - 1\\. x
              - y

            ### body

            #### In

            a **b**

            ### note

            one\\
            \\- two

            ### days

            | date | best |
            | --- | ---: |
            | 2018-05-28 | 60 |

            """
        #expect(document([record], [type]) == "# Post\n\n" + expected)
        #expect(document([record, record], [type]) == "# Post\n\n" + expected + "\n" + expected)
    }

    /// Values of all kinds, in fields that the schema does not have.
    @Test(
        arguments: [
            (Value.list([1, "a\nb", ["x", "y"]]), "\n  - 1\n  - a\\\n    b\n  - - x\n    - y"),
            (["k": "v", "l": ["m": true]], "\n  - **k:** v\n  - **l:**\n    - **m:** true"),
            ([["k": "v", "l": 1]], "\n  - - **k:** v\n    - **l:** 1"), ([], " —"), ("", ""), ("# a", " # a"),
        ] as [(Value, String)]
    )
    func valuesNest(_ value: Value, _ expected: String) {
        let record = Record(type: "T", fields: [.init("name", "N"), .init("x", value)])
        #expect(document([record], []) == "# T\n\n## N\n\n- **x:**\(expected)\n")
    }

    /// Replies have the fields of the enclosing comments.
    @Test func fieldsOfEnclosingObjectsAreKnown() {
        let comment = [
            RecordTests.field("text", .scalar(.html)),
            RecordTests.field("replies", .list(.enclosing("comments"))),
        ]
        let type = Schema.RecordType(
            name: "Post",
            fields: [
                RecordTests.field("title", .scalar(.string)),
                RecordTests.field("comments", .list(.object(comment))),
            ]
        )
        let comments: Value = [
            ["text": "<b>a</b>", "replies": [["text": "<i>b</i>", "replies": [["text": "c"]]]]]
        ]
        let record = Record(type: "Post", fields: [.init("title", "T"), .init("comments", comments)])
        #expect(
            document([record], [type]) == """
                # Post

                ## T

                - **comments:**
                  - - **text:** **a**
                    - **replies:**
                      - - **text:** *b*
                        - **replies:**
                          - - **text:** c

                """
        )
    }

    @Test func noRecordsAreNoText() { #expect(document([], []).isEmpty) }
}
