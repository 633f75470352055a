import Records
import RulesTestSupport
import Scraping
import Testing

/// All mistakes in a rules file are reported together, in order, with a suggestion of the probable intention.
@Suite struct RulesErrorTests {
    @Test func allMistakesAreReportedAtOnce() {
        let rules = """
            {
              "sorce": "html",
              "prepare": [{ "remve": ".x" }, { "remove": "p >" }],
              "records": {
                "Plant": {
                  "each": "div[",
                  "fields": {
                    "name": { "slect": "h1" },
                    "height": { "select": "b", "type": "decmal" },
                    "colour": { "select": "i", "apply": ["mapp"] },
                  },
                }
              }
            }
            """
        let reported = errors(rules)
        let heads = reported.split(separator: "\n").filter { $0.hasPrefix("rules.json:") }.map(String.init)
        #expect(heads[0] == #"rules.json:2:3: error: unknown key "sorce" in a rules file"#)
        #expect(heads[1] == #"rules.json:3:17: error: unknown preparation "remve""#)
        #expect(heads[2].hasPrefix("rules.json:3:50: error: expected "))
        #expect(heads[3].hasPrefix("rules.json:6:20: error: expected "))
        #expect(
            heads[4...] == [
                #"rules.json:8:19: error: unknown key "slect" in the field "name""#,
                #"rules.json:9:44: error: unknown type "decmal""#,
                #"rules.json:10:46: error: unknown transform "mapp""#,
            ]
        )
        for help in ["source", "remove", "select", "decimal", "map"] {
            #expect(reported.contains("did you mean \"\(help)\"?"))
        }
    }

    /// A field in a rules file, and the first line of the report about it.
    @Test(arguments: [
        (
            #"{ "select": "a", "value": 1 }"#,
            #"expected one of select, each, within, labels, from, value, template, case in the field "x", found select and value"#
        ),
        (#"{ "select": [] }"#, "expected a string or a list of strings for select, found an empty list"),
        (#"{ "select": 1 }"#, "expected a string or a list of strings for select, found a number"),
        (
            #"7"#,
            #"expected a selector, an object or a list of alternatives for the field "x", found a number"#
        ),
        (#"[]"#, "expected at least one alternative"),
        (
            #"[{ "value": 1 }, "a"]"#,
            "this alternative can never be reached: the one before always has a value"
        ),
        (
            #"[{ "select": "a", "default": 1 }, "b"]"#,
            "this alternative can never be reached: the one before always has a value"
        ),
        (
            #"{ "case": { "a": 1, "*": 2, "b": 3 } }"#,
            "this arm can never be reached: \"*\" before it always matches"
        ),
        (
            #"{ "case": { "*": 2, "b": 3 } }"#,
            "this arm can never be reached: \"*\" before it always matches"
        ),
        (
            #"[{ "case": { "a": 1, "*": 2 } }, "b"]"#,
            "this alternative can never be reached: the one before always has a value"
        ),
        (#"{ "select": "a", "required": "yes" }"#, "expected true or false for required, found a string"),
        (#"{ "select": "a", "required": true, "default": 1 }"#, "a required field cannot have a default"),
        (
            #"{ "select": "a", "type": ["string", "url"] }"#,
            "expected one type in the brackets of a list's type, found 2"
        ),
        (
            #"{ "select": "a", "format": "yyyy" }"#,
            #""format" needs the type date or datetime, and the type here is string"#
        ),
        (
            #"{ "select": "a", "type": "date", "format": "yyyy" }"#,
            #"the format "yyyy" has no day"#
        ),
        (
            #"{ "select": "a", "type": "date", "format": "yyyy-MM-dd'T" }"#,
            #"a quote does not end in the date format "yyyy-MM-dd'T""#
        ),
        (
            #"{ "select": "a", "type": "date", "format": "yyyy-MM-dd QQ" }"#,
            #""QQ" in the date format "yyyy-MM-dd QQ" is not known"#
        ),
        (
            #"{ "select": "a", "type": "datetime", "format": "yyyy-MM-dd" }"#,
            #"the format "yyyy-MM-dd" has no time of day"#
        ),
        (#"{ "select": "a", "type": "date", "locale": "klingon" }"#, #"unknown locale "klingon""#),
        (#"{ "select": "a::lines" }"#, "::lines takes a list, and the field's type is string"),
        (#""::lines""#, "::lines takes a list, and the field's type is string"),
        (
            #"{ "each": "a::text", "fields": { "y": "b" } }"#,
            "each chooses elements; ::text takes something of them"
        ),
        (#"{ "each": "a" }"#, #"expected "fields" next to "each""#),
        (#"{ "select": "a", "fields": { "y": "b" } }"#, #""fields" needs "each" or "within""#),
        (
            #"{ "each": "a", "type": "string", "fields": { "y": "b" } }"#,
            #"the type of a field with "fields" is that of its fields"#
        ),
        (#"{ "from": "nme" }"#, #"no field "nme" precedes this one"#),
        (
            #"{ "select": "a", "apply": "map" }"#,
            #"expected a list of transforms for "apply", found a string"#
        ),
        (
            #"{ "select": "a", "apply": ["map"] }"#,
            #"map takes {"table": …, "default": …} or a table, found no arguments"#
        ),
        (
            #"{ "select": "a", "apply": [{ "map": {} }] }"#,
            "map takes a table, found an empty object"
        ),
        (
            #"{ "select": "a", "apply": ["one-rep-max"] }"#,
            "one-rep-max takes a list of numbers, but receives a list of strings"
        ),
        // Values that are well-formed but invalid.
        (#"{ "value": null }"#, "a constant cannot be null: no field has such a value"),
        (#"{ "value": null, "apply": ["trim"] }"#, "a constant cannot be null: no field has such a value"),
        (#"{ "value": "" }"#, "a constant cannot be an empty string: no field has such a value"),
        (
            #"{ "case": { "a": null, "*": "b" } }"#,
            "the value of a case cannot be null: no field has such a value"
        ),
        (#"{ "select": "a", "default": null }"#, "a default cannot be null"),
        (#"{ "each": "a", "fields": { "y": "b" }, "default": null }"#, "a default cannot be null"),
        (#"{ "template": "" }"#, "the template is empty"),
        (#"{ "select": "a", "apply": [{ "match": "" }] }"#, "\"\" is not a regular expression"),
        (
            #"{ "select": "a", "apply": [{ "match": "^" }] }"#,
            #"the regular expression "^" is useless: it matches any text"#
        ),
        (#"{ "select": "a", "apply": [{ "match": "." }] }"#, nil),
        (
            #"{ "select": "a", "apply": [{ "split": { "pattern": "." } }], "type": ["string"] }"#,
            #"the regular expression "." is useless: it matches any text: for the character itself write {"text": "."}"#
        ),
        (
            #"{ "select": "a", "apply": [{ "slice": [3, 1] }], "type": ["string"] }"#,
            "a slice from 3 up to, not including, 1 is always empty"
        ),
        (
            #"{ "select": "a", "apply": [{ "slice": [-1, -1] }], "type": ["string"] }"#,
            "a slice from -1 up to, not including, -1 is always empty"
        ),
        (#"{ "select": "a", "apply": [{ "slice": [3, -1] }], "type": ["string"] }"#, nil),
        (#"{ "select": "a", "apply": [{ "slice": [-3, 1] }], "type": ["string"] }"#, nil),
        (
            #"{ "select": "a", "apply": [{ "size": { "units": { "block": 0 } } }], "type": "integer" }"#,
            #"the unit "block" is 0 bytes; a size must be positive"#
        ),
        (
            #"{ "select": "a", "apply": [{ "size": { "units": { "": 1 } } }], "type": "integer" }"#,
            "a unit of size has no name"
        ),
        (#"{ "select": "a", "apply": [{ "append": "" }] }"#, "append needs a text that is not empty"),
        (
            #"{ "select": "a", "apply": [{ "trim": " " }] }"#,
            "trim needs characters other than white space; without an argument it removes white space"
        ),
        (#"{ "select": "a", "apply": [{ "query": "" }] }"#, "query needs the name of a parameter"),
        (
            #"{ "select": "a", "apply": [{ "resolve": "" }] }"#,
            "resolve needs an address; without an argument it uses the page's own"
        ),
        (
            #"{ "select": "a", "apply": ["number", { "round": 5000 }], "type": "decimal" }"#,
            "the number has more than 1000 digits"
        ),
        (
            #"{ "select": "a", "apply": [{ "number": { "decimal": "1" } }], "type": "decimal" }"#,
            #""1" is a digit, not a mark between digits"#
        ),
        (#"{ "select": "a", "type": { "enum": ["b", "b"] } }"#, #"the word "b" occurs twice in "enum""#),
        (
            #"{ "select": "a", "type": { "enum": ["b "] } }"#,
            #"no text is ever "b ": its white space is collapsed"#
        ),
        // Only selected content is read as JSON.
        (
            #"{ "value": "[1,null]", "type": "json" }"#,
            "the constant is a text, and the field's type is json"
        ),
        (#"{ "value": [1, null], "type": "json" }"#, nil),
        (#"{ "value": "[1,null]", "apply": [{ "parse": { "as": "json" } }], "type": "json" }"#, nil),
        (
            #"{ "case": { "a": "{}" }, "type": "json" }"#,
            "the constant is a text, and the field's type is json"
        ),
        (
            #"{ "template": "[{name}]", "type": "json" }"#,
            "the template returns a text, and the field's type is json"
        ),
        (#"{ "from": "name", "type": "json" }"#, "the field receives a string, and its type is json"),
        (
            #"{ "select": "a", "type": { "enum": [] } }"#,
            "enum takes a string or a list of strings, found a list of 0"
        ),
    ])
    func wrongFieldsAreReported(_ field: String, _ message: String?) {
        let rules = """
            { "plugins": ["one-rep-max"], "records": { "R": { "fields": { "name": "b", "x": \(field) } } } }
            """
        let first = errors(rules).split(separator: "\n").first.map(String.init) ?? "no error"
        #expect(first.hasSuffix(message.map { "error: \($0)" } ?? "no error"), "\(first)")
    }

    @Test(arguments: [
        (#"[]"#, "expected an object for a rules file, found a list"),
        (#"{}"#, #"expected "records" in a rules file"#),
        (
            #"{ "records": { "each": "li", "fields": { "name": "b" } } }"#,
            #""records" has the keys of a record type, but no name of one"#
        ),
        (#"{ "records": {} }"#, #"expected at least one record type in "records""#),
        (#"{ "records": { "R": {} } }"#, #"expected "fields" in the record type "R""#),
        (#"{ "records": { "R": { "fields": {} } } }"#, #"expected at least one field in "fields""#),
        (#"{ "records": { "R": { "fields": { "@type": "a" } } } }"#, #""@type" cannot be a field's name"#),
        (
            #"{ "source": "csv", "records": { "R": { "fields": { "x": { "column": "A" } } } } }"#,
            #""column" needs a table of HTML, and the source has none"#
        ),
        (
            #"{ "prepare": [{ "remove": "a", "inn": "b" }], "records": { "R": { "fields": { "x": "a" } } } }"#,
            #"unknown key "inn" in a preparation"#
        ),
        (
            #"{ "prepare": [{ "remove": "a", "unwrap": "b" }], "records": { "R": { "fields": { "x": "a" } } } }"#,
            "an object contains one preparation"
        ),
        (
            #"{ "prepare": [{ "in": "b" }], "records": { "R": { "fields": { "x": "a" } } } }"#,
            "expected a preparation: one of remove, unwrap, rename, lines, sections, parse, set, refuse, linked-data, inline-data, main-content"
        ),
        (
            #"{ "prepare": [{ "rename": { "select": "a", "to": "b c" } }], "records": { "R": { "fields": { "x": "a" } } } }"#,
            #""b c" cannot be an element's name"#
        ),
        (
            #"{ "records": { "R": { "expect": { "count": "x" }, "fields": { "x": "a" } } } }"#,
            #"expected a number or a range for "count", found x"#
        ),
        (
            #"{ "records": { "R": { "expect": { "filled": { "y": 1 } }, "fields": { "x": "a" } } } }"#,
            #"there is no field "y""#
        ),
        (
            #"{ "records": { "R": { "expect": { "filled": { "x": 90 } }, "fields": { "x": "a" } } } }"#,
            "expected a share above 0 and up to 1, found 90"
        ),
        (
            #"{ "records": { "R": { "unique": "y", "fields": { "x": "a" } } } }"#,
            #"the record type "R" has no field "y""#
        ),
        (
            #"{ "match": "", "records": { "R": { "fields": { "x": "a" } } } }"#,
            #"expected an address for "match", found an empty one"#
        ),
        (
            #"{ "tables": { "t": {} }, "records": { "R": { "fields": { "x": "a" } } } }"#,
            #"the table "t" is empty"#
        ),
        (
            #"{ "records": { "R": { "expect": {}, "fields": { "x": "a" } } } }"#,
            #"expected one of "count", "filled", "pattern", "min", "max", "length", "one-of", "distinct" in "expect", found none"#
        ),
        (
            #"{ "records": { "R": { "expect": { "filled": { "x": 0 } }, "fields": { "x": "a" } } } }"#,
            "expected a share above 0 and up to 1, found 0"
        ),
        (
            #"{ "prepare": [{ "set": { "select": "a", "attribute": "", "from": "b" } }], "records": { "R": { "fields": { "x": "a" } } } }"#,
            #"expected a text for "attribute" in set, found an empty one"#
        ),
        (
            #"{ "prepare": [{ "set": { "select": "a", "template": "" } }], "records": { "R": { "fields": { "x": "a" } } } }"#,
            "expected a text for \"template\" in set, found an empty one"
        ),
        (
            #"{ "prepare": [{ "set": { "select": "a", "template": "x{}" } }], "records": { "R": { "fields": { "x": "a" } } } }"#,
            "{} in the template names no attribute"
        ),
        (
            #"{ "prepare": [{ "sections": { "in": "a", "start": ["b", " "] } }], "records": { "R": { "fields": { "x": "a" } } } }"#,
            #"expected a text for "start" in sections, found an empty one"#
        ),
        (
            #"{ "prepare": [{ "sections": { "in": "a", "start": { "pattern": "x*" } } }], "records": { "R": { "fields": { "x": "a" } } } }"#,
            "the regular expression matches the empty text"
        ),
        (
            #"{ "prepare": [{ "sections": { "in": "a", "start": "h2", "unknown": "error" } }], "records": { "R": { "fields": { "x": "a" } } } }"#,
            #""unknown" needs a list of texts or a regular expression for "start""#
        ),
        (
            #"{ "records": { "R": { "fields": { "x": { "select": "a", "type": ["string"], "gaps": "nul" } } } } }"#,
            #"expected warn, null, ignore for "gaps", found "nul""#
        ),
        (
            #"{ "records": { "R": { "fields": { "x": { "select": "a", "gaps": "null" } } } } }"#,
            #""gaps" needs a list of values of "select""#
        ),
        (
            #"{ "records": { "R": { "fields": { "x": { "each": "a", "fields": { "y": "b" }, "gaps": "null" } } } } }"#,
            #""gaps" needs a list of values of "select""#
        ),
        (
            #"{ "records": { "R": { "fields": { "x": { "select": "a", "type": ["string"], "apply": ["sort"], "gaps": "null" } } } } }"#,
            "null for a missing element needs steps that take one value, and sort takes the list"
        ),
        (#"{ "records": { "R": [] } }"#, "expected at least one layout"),
        (#"{ "source": "htlm", "records": { "R": { "fields": { "x": "a" } } } }"#, #"unknown source "htlm""#),
        (
            #"{ "source": {"csv": {"separator": ";;"}}, "records": { "R": { "fields": { "x": "a" } } } }"#,
            #"expected one ASCII character as the separator, found ";;""#
        ),
        (
            #"{ "source": {"csv": {"header": ["a", "b", " a"]}}, "records": { "R": { "fields": { "x": "a" } } } }"#,
            #"the name " a" occurs twice in the header"#
        ),
        (
            #"{ "plugins": ["one-rep"], "records": { "R": { "fields": { "x": "a" } } } }"#,
            #"unknown plugin "one-rep""#
        ),
        (
            #"{ "prepare": { "remove": "a" }, "records": { "R": { "fields": { "x": "a" } } } }"#,
            #"expected a list of preparations for "prepare", found an object"#
        ),
        (
            #"{ "records": { "R": { "fields": { "x": { "select": "a", "apply": ["one-rep-max"] } } } } }"#,
            #"unknown transform "one-rep-max""#
        ),
        (
            #"{ "records": { "G": { "group": "R", "by": "x", "fields": { "x": "x" } }, "R": { "fields": { "x": "a" } } } }"#,
            #"the record type "R" must be declared before the one that groups it"#
        ),
        (
            #"{ "records": { "R": { "fields": { "x": "a" } }, "G": { "group": "R", "by": "y", "fields": { "x": "x" } } } }"#,
            #"the record type "R" has no field "y""#
        ),
        (
            #"{ "records": { "R": { "fields": { "x": "a" } }, "G": { "group": "R", "by": "x", "fields": { "x": { "mx": "x" } } } } }"#,
            #"unknown key "mx" in a group's field"#
        ),
    ])
    func wrongFilesAreReported(_ rules: String, _ message: String) {
        let first = errors(rules).split(separator: "\n").first.map(String.init) ?? "no error"
        #expect(first.hasSuffix("error: \(message)"), "\(first)")
    }

    /// A field with one mistake, and everything that depends on it: only the mistake is reported.
    @Test(arguments: [
        (
            #"{ "select": "b[", "type": "decimal" }"#,
            "expected an attribute's name, found the end in the selector"
        ),
        (#"{ "select": "b", "type": "decmal" }"#, #"unknown type "decmal""#),
        (#"{ "select": "b", "tpye": "date", "min": "2018-01-01" }"#, #"unknown key "tpye" in the field "x""#),
        (#"{ "slect": "b", "type": "date" }"#, #"unknown key "slect" in the field "x""#),
        (#"{ "select": "b", "type": "date", "format": "" }"#, #"the format "" has no day"#),
        (#"{ "in": { "next": "i" }, "selct": "b" }"#, #"unknown key "selct" in the field "x""#),
        (#"{ "select": "b", "apply": ["numbr"] }"#, #"unknown transform "numbr""#),
        (
            #"["b", { "select": "i[", "type": "integer" }]"#,
            "expected an attribute's name, found the end in the selector"
        ),
        (#"[]"#, "expected at least one alternative"),
        (
            #"{ "each": "li[", "fields": { "y": "b" } }"#,
            "expected an attribute's name, found the end in the selector"
        ),
        (#"{ "eahc": "li", "fields": { "y": "b" } }"#, #"unknown key "eahc" in the field "x""#),
        (#"{ 7: "b" }"#, "expected a key in double quotes, found 7"),
        (#"{ slect: "b" }"#, "expected a key in double quotes, found slect"),
        (#"{ "select": b }"#, "expected a value, found b"),
        (#"{ "select": "b", "type": True }"#, "expected a value, found True"),
    ])
    func whatDependsOnAMistakeIsNotReported(_ field: String, _ message: String) {
        let reported = errors(
            """
            { "records": {
              "R": {
                "each": "li", "whole": true, "unique": ["x", "y"], "nest": { "replies": "x" },
                "order": ["x", { "by": "x", "descending": true }], "where": { "date": "x" },
                "expect": {
                  "filled": { "x": 1, "x[].y": 0.5, "x.y.z": 1, "replies[].x": 1 }, "distinct": { "x": 1 },
                  "min": { "x": 1, "x[].y": "2018-01-01" }, "max": { "x": "PT1H" }, "one-of": { "x": [1] },
                  "pattern": { "x": "a" }, "length": { "x[]": 1 }, "count": { "x[]": 1, "x": 1 }
                },
                "fields": {
                  "x": \(field),
                  "y": { "from": "x", "apply": ["round"] },
                  "z": { "template": "{x}" },
                  "w": { "select": "b", "type": "date", "not-before": "x" }
                }
              },
              "G": {
                "group": "R", "by": "x", "order": "s", "unique": "m", "expect": { "min": { "x": 1, "n[]": 1 } },
                "fields": {
                  "x": "x", "s": { "sum": "x" }, "m": { "max": "x", "at": { "min": "x" } },
                  "g": { "by": "x", "order": "x", "fields": { "x": "x" } }, "n": { "collect": "x" }
                }
              }
            } }
            """
        )
        let heads = reported.split(separator: "\n").filter { $0.hasPrefix("rules.json:") }
        #expect(heads.count == 1 && heads[0].hasSuffix("error: \(message)"), "\(reported)")
    }

    /// An object is known even if one of its fields is not: what is wrong about the others is reported.
    @Test func fieldsNextToAMistakeAreKnown() {
        let reported = errors(
            """
            { "records": { "Post": { "each": "article",
              "expect": { "filled": { "comments[].id": 1, "comments[].by": 0.5, "comments[].at": 1, "comments[].ay": 1 } },
              "fields": { "comments": { "each": "li", "fields": { "id": "::attr(id)", "by": "b",
                "at": { "select": "time", "type": "date", "format": "" } } } } } } }
            """
        )
        let heads = reported.split(separator: "\n").filter { $0.hasPrefix("rules.json:") }.map(String.init)
        #expect(heads.count == 2, "\(reported)")
        #expect(heads.first?.hasSuffix(#"error: there is no field "comments[].ay""#) == true, "\(reported)")
        #expect(heads.last?.hasSuffix(#"error: the format "" has no day"#) == true, "\(reported)")
    }

    @Test func selectorMistakesPointIntoEscapedStrings() {
        let rules = #"{ "records": { "R": { "fields": { "x": "a[title=\"\u00e9\"] >> b" } } } }"#
        let column = rules.unicodeScalars.count - #"> b" } } } }"#.count + 1
        #expect(errors(rules).hasPrefix("rules.json:1:\(column): error: expected"))
    }

    @Test func nestingIsLimited() {
        let depth = 80
        let rules =
            #"{ "records": { "R": { "fields": "#
            + String(repeating: #"{ "x": { "within": "a", "fields": "#, count: depth)
            + #"{ "x": "a" }"# + String(repeating: " } }", count: depth) + " } } }"
        #expect(errors(rules).contains("fields are nested more than 64 deep"))
    }

    /// A preparation's arguments, and the first line of the report about them.
    @Test(arguments: [
        (#""lines": { "lead": "b" }"#, #"expected "in" in lines"#),
        (#""lines": { "in": "p", "leed": "b" }"#, #"unknown key "leed" in lines"#),
        (
            #""lines": { "in": "p", "lead": "b::text" }"#,
            "lead chooses elements; ::text takes something of them"
        ),
        (
            #""sections": { "in": "p", "start": "h2", "run-in": ":" }"#,
            #""run-in" needs a list of texts for "start""#
        ),
        (
            #""sections": { "in": "p", "start": ["A"], "run-in": "\\s*" }"#,
            "the regular expression matches the empty text, so that it separates nothing"
        ),
        (
            #""sections": { "in": "p", "start": ["A"], "run-in": 1 }"#,
            "\"run-in\" in sections takes a regular expression, found a number"
        ),
        (#""refuse": { "select": "p" }"#, #"expected "because" in refuse"#),
        (
            #""refuse": { "select": "p", "because": " " }"#,
            #"expected a text for "because" in refuse, found an empty one"#
        ),
        (
            #""refuse": { "select": "p::text", "because": "x" }"#,
            "select chooses elements; ::text takes something of them"
        ),
        (#""refuse": "p""#, #"refuse takes {"select": …, "because": …, "show": …}, found a string"#),
    ])
    func wrongPreparationsAreReported(_ preparation: String, _ message: String) {
        let rules = #"{ "prepare": [{ \#(preparation) }], "records": { "R": { "fields": { "x": "a" } } } }"#
        let reported = errors(rules)
        #expect(reported.split(separator: "\n").first?.hasSuffix("error: \(message)") == true, "\(reported)")
    }

    /// The `where` of a record type, and all reports about it.
    @Test(arguments: [
        (#"{ "date": "strat" }"#, #"the record type "R" has no field "strat""#, #"did you mean "start"?"#),
        (#"{ "start": "start" }"#, #"the record type has a field "start" already"#, ""),
        (
            #"{ "a.b": "start" }"#, #""a.b" cannot be a name for --where: it is empty or contains . or ="#,
            ""
        ),
        (
            #"["date"]"#, #"expected an object of names and fields for "where", found a list"#,
            #"write {"date": "start"}"#
        ),
        (#"{ "date": 1 }"#, "expected a string for a field's name, found a number", ""),
    ])
    func wrongNamesForFieldsAreReported(_ names: String, _ message: String, _ help: String) {
        let reported = errors(
            #"{ "records": { "R": { "where": \#(names), "fields": { "start": "a" } } } }"#
        )
        #expect(reported.split(separator: "\n").first?.hasSuffix("error: \(message)") == true, "\(reported)")
        #expect(reported.contains(help))
    }
}
