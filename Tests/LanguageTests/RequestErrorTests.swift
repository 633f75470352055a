import RulesTestSupport
import Testing

/// Mistakes in requests are reported before any request is made.
@Suite struct RequestErrorTests {
    private static let rest = #""records": { "T": { "fields": { "t": "h1" } } }"#

    /// The keys of a request besides `get`, or a whole object, with the message.
    @Test(arguments: [
        (#""gett": "x""#, #"unknown key "gett" in the request "a""#),
        (#""query": ["x"]"#, "expected an object of names and values for query, found a list"),
        (#""query": { "q": "{x" }"#, #"a "{" has no matching "}"; write {{ for a brace"#),
        (#""query": { "q": "x}" }"#, #"a "}" has no matching "{"; write }} for a brace"#),
        (#""query": { "q": "{kint}" }"#, #"nothing sets "kint""#),
        (#""query": { "q": "{}" }"#, "a name is missing in {}"),
        (#""post": "https://x.example/b""#, "a request has one address, found get and post"),
        (#""form": { "a": 1 }"#, "a request with GET has no body"),
        (#""method": "PUT""#, #""method" needs "url""#),
        (#""when": "a::text""#, "when chooses elements; ::text takes something of them"),
        (#""for": ["a"]"#, #"expected an object of names and values for "for", found a list"#),
        (#""for": { "n": [] }"#, "a loop over nothing makes no request"),
        (#""for": { "n": { "first": 1 } }"#, #"a loop without a bound: give it "last" or "times""#),
        (
            #""for": { "n": { "first": 1, "last": 2, "times": 2 } }"#,
            #"a loop has "last" or "times", not both"#
        ),
        (#""for": { "n": { "frst": 1 } }"#, #"unknown key "frst" in "for""#),
        (#""for": { "n": { "last": 2 } }"#, #"expected "first" or "keys-of" in "for""#),
        (#""for": { "n": { "keys-of": "no" } }"#, #"no table "no""#),
        (
            #""for": { "1n": ["a"] }"#,
            #""1n" cannot be a name of a request: it needs a letter, followed by letters, digits, - and _"#
        ),
        (#""match": """#, #"expected an address for "match", found an empty one"#),
        (
            #""records": "T""#,
            #"expected a list of names or an object of record types for "records", found a string"#
        ),
        (#""records": ["S"]"#, #"no record type "S""#),
        (#""records": ["T"], "rules": "b.json""#, #"a request has "records" or "rules", not both"#),
        (#""rules": "b.json""#, "these rules are not read from a file and cannot name others"),
        (#""take": "h1""#, #"expected an object of names and fields for "take", found a string"#),
        (#""follow": "a""#, #"expected an object of selectors by kinds for "follow", found a string"#),
        (#""follow": { "c": "a" }"#, #"no request "c""#),
        (#""follow": { "a": { "ech": "li" } }"#, #"unknown key "ech" in "follow""#),
        (
            #""follow": { "a": { "each": "li", "select": "a", "take": { "url": "b" } } }"#,
            #""url" is the address of the entry; choose another name"#
        ),
        (
            #""next": { "until": ".last" }"#,
            #"nothing changes from page to page: "next" needs "link", "take", "query" or "submit""#
        ),
        (#""next": { "take": "x" }"#, #"expected an object of names and fields for "take", found a string"#),
        (
            #""next": { "take": { "n": { "first": 0, "step": 0 } } }"#,
            "a step of 0 requests the same page again"
        ),
        (#""next": { "take": { "n": { "first": 0, "stp": 1 } } }"#, #"unknown key "stp" in the counter "n""#),
        (#""next": { "links": "a" }"#, #"unknown key "links" in "next""#),
        (#""next": { "link": "a", "too": 1 }"#, #"unknown key "too" in "next""#),
        (#""next": "a", "records": []"#, #"a list without records and without "follow" has no entries"#),
        (#""next": { "submit": { "forn": "x" } }"#, #"unknown key "forn" in "submit""#),
        (#""key": { "ignor": "x" }"#, #"unknown key "ignor" in "key""#),
        (#""refresh": "sometimes""#, #"expected a duration for refresh, found "sometimes""#),
        (#""robots": "yes""#, #"expected "ignore" for "robots", found "yes""#),
        (#""sitemaps": "https://x.example/""#, #"a request has an address or "sitemaps", not both"#),
        (#""answers": {}"#, #"expected a list for "answers", found an object"#),
        (
            #""answers": [{ "status": 404 }]"#,
            #"expected what the answer means ("is"): busy, gone, empty, logged-out"#
        ),
        (
            #""answers": [{ "status": 404, "is": "gonne" }]"#,
            #"expected what the answer means ("is"): busy, gone, empty, logged-out"#
        ),
        (
            #""answers": [{ "status": 99, "is": "gone" }]"#,
            "expected a status from 100 to 599, or a list of them, found \"99\""
        ),
        (#""answers": [{ "is": "gone" }]"#, #"an answer is recognised by "status" or "when""#),
        (#""answers": [{ "status": 404, "is": "gone", "after": 5 }]"#, #""after" needs "is": "busy""#),
        (#""graphql": { "variables": {} }"#, #"expected "query" in "graphql""#),
        (#""source": "jsn""#, #"unknown source "jsn""#),
        (#""when": "nope""#, #"nothing sets "nope", so no request has it"#),
        (#""for": { "n": ["a"] }"#, #"nothing uses "n""#),
        (#""take": { "n": "h2" }"#, #"nothing uses "n""#),
        (#""next": { "take": { "n": { "first": 1 } } }"#, #"nothing uses "n""#),
        (
            #""query": { "q": "{n}" }, "next": { "take": { "n": { "first": 5, "last": 1 } } }"#,
            "counting from 5 does not lead to 1"
        ),
        (
            #""query": { "q": "{n}" }, "next": { "take": { "n": { "first": 1, "step": -1, "last": 5 } } }"#,
            "counting from 1 does not lead to 5"
        ),
        (
            #""query": { "q": "{n}" }, "for": { "n": { "first": 9, "last": 2 } }"#,
            "counting from 9 does not lead to 2"
        ),
        (
            #""query": { "q": "{n}" }, "for": { "n": { "first": "2026-02-01", "last": "2026-01-01" } }"#,
            "counting from 2026-02-01 does not lead to 2026-01-01"
        ),
        (
            #""query": { "q": "{n}" }, "for": { "n": { "first": 1, "last": "2026-01-01" } }"#,
            #"one of 1 and "2026-01-01" is a number, and the other is none"#
        ),
        (
            #""next": "a[rel=next]""#,
            #"the address of a link is in its attribute, and "a[rel=next]" yields its text"#
        ),
        (
            #""follow": { "a": "li > a.more" }"#,
            #"the address of a link is in its attribute, and "li > a.more" yields its text"#
        ),
        (#""headers": { "X Y": "1" }"#, #""X Y" cannot be the name of a header field"#),
        (#""headers": { "X": "1\r\nY: 2" }"#, "a header field has one line"),
        (#""headers": { "Host": "y.example" }"#, #"the header field "Host" follows from the request"#),
        (#""cookies": { "a b": "1" }"#, #""a b" cannot be the name of a cookie"#),
        (
            #""headers": { "Authorization": "Bearer k-1" }"#,
            #"the secret of "Authorization" is written in the rules"#
        ),
        (#""query": { "user_password": "x" }"#, #"the secret of "user_password" is written in the rules"#),
        (
            #""query": { "api_key": "0123456789abcdef" }"#,
            #"the secret of "api_key" is written in the rules"#
        ),
        (
            #""cookies": { "sessionid": "0123456789abcdef" }"#,
            #"the secret of "sessionid" is written in the rules"#
        ),
        (
            #""answers": [{ "status": 401, "is": "logged-out" }]"#,
            #""logged-out" needs "login" in "session""#
        ),
        (
            #""take": { "n": { "in": "response", "select": "X-Total" } }"#,
            #"header fields have lowercase names here, found "X-Total""#
        ),
        (
            #""next": { "in": "response", "select": "set-cookie" }"#,
            #"the cookies of an answer are not in "set-cookie""#
        ),
        (
            #""take": { "n": { "in": "response", "select": "response::attr(stats)" } }"#,
            #"an answer has no attribute "stats""#
        ),
        (
            #""take": { "n": { "in": "response", "select": "etag > b" } }"#,
            #""etag" has no parts in an answer"#
        ),
        (
            #""take": { "n": { "in": "response", "select": "etag::attr(href)" } }"#,
            #""etag" has no attribute "href" in an answer"#
        ),
        (
            #""take": { "n": { "in": "response", "select": "link[rel='A > b'], cookies > Sid, Age" } }"#,
            #"header fields have lowercase names here, found "Age""#
        ),
    ])
    func request(_ keys: String, _ message: String) {
        let isPost = keys.contains("graphql")
        let address = isPost ? #""post": "https://x.example/a""# : #""get": "https://x.example/a""#
        let rules =
            #"{ "match": "https://x.example/*", "requests": { "a": { \#(address), \#(keys) } }, \#(Self.rest) }"#
        check(rules, message)
    }

    /// Selectors over the answer's tree that may match.
    @Test(arguments: [
        "x-total", "> x-total::text", "response > x-total", "response[status='404'] x-total",
        "::attr(status)",
        "response::attr(url)", "link[rel=next]::attr(href)", "link[title='A, B > C']", "cookies > Sid",
        "cookies *",
        ":is(age, etag)", "*:matches(^A)", ":root",
    ])
    func answersMayHaveThem(_ select: String) {
        let rules =
            #"{ "match": "https://x.example/*", "requests": { "a": { "get": "https://x.example/a", "take": { "n": { "in": "response", "select": "\#(select)" } } } }, \#(Self.rest) }"#
        let reported = errors(rules)
        #expect(!reported.contains("in an answer") && !reported.contains("lowercase"), "\(reported)")
    }

    /// Defaults of inputs, and whether they are values of the input's type.
    @Test(arguments: [
        (#""integer""#, "3", true), (#""integer""#, #""-3""#, true), (#""integer""#, #""x""#, false),
        (#""integer""#, "0.5", false), (#""decimal""#, "0.5", true), (#""decimal""#, #""half""#, false),
        (#""boolean""#, "true", true), (#""boolean""#, #""no""#, true), (#""boolean""#, "2", false),
        (#""date""#, #""2026-05-28""#, true), (#""date""#, #""in 3 days""#, true),
        (#""date""#, #""2 weeks ago""#, true), (#""date""#, #""2026-02-30""#, false),
        (#""date""#, #""soon""#, false), (#""url""#, #""https://x.example/""#, true),
        (#""url""#, #""x.example""#, false), (#""string""#, "5", true), (#""string""#, #"["x"]"#, false),
        (#"["integer"]"#, "[1, 2]", true), (#"["integer"]"#, "1", true),
        (#"["integer"]"#, #"[1, "x"]"#, false),
    ])
    func defaultsAreOfTheirType(_ type: String, _ value: String, _ isRight: Bool) {
        let reported = errors(
            #"{ "match": "https://x.example/*", "inputs": { "q": { "type": \#(type), "default": \#(value) } }, "requests": { "a": { "get": "https://x.example/", "query": { "q": "{q}" } } }, \#(Self.rest) }"#
        )
        #expect(reported.contains(#"the default of "q" is "#) == !isRight, "\(reported)")
    }

    /// Other keys of a file, with the message.
    @Test(arguments: [
        (#""requests": []"#, #"expected an object of kinds of pages for "requests", found a list"#),
        (#""requests": {}"#, #"expected an object of kinds of pages for "requests", found an empty object"#),
        (
            #""requests": { "a": { "get": "/a" } }"#,
            #"expected an address with http or https, found "/a""#
        ),
        (
            #""requests": { "a": { "get": "ftp://x.example/" } }"#,
            #"expected an address with http or https, found "ftp://x.example/""#
        ),
        (
            #""requests": { "a": { "get": "https://kim:k1@x.example/" } }"#,
            "the address has a name and a password"
        ),
        (
            #""requests": { "a": { "url": "https://x.example/", "method": "GETT" } }"#,
            #"unknown method "GETT""#
        ),
        (
            #""session": { "headers": { "X-Api-Key": "0123456789abcdef" } }, "requests": { "a": { "get": "https://x.example/" } }"#,
            #"the secret of "X-Api-Key" is written in the rules"#
        ),
        (
            #""session": { "login": { "get": "https://x.example/in", "submit": { "fill": { "pin": 1234 } } } }, "requests": { "a": { "get": "https://x.example/" } }"#,
            #"the secret of "pin" is written in the rules"#
        ),
        (
            #""inputs": { "k": { "secret": "K" } }, "requests": { "a": { "get": "https://x.example/{k}/a" } }"#,
            #"the secret "k" is in the path of an address, which logs and records keep"#
        ),
        (
            #""inputs": { "k": { "secret": "K" } }, "values": { "v": { "select": "k", "apply": ["base64"] } }, "requests": { "a": { "get": "https://x.example/a{v}" } }"#,
            #"the secret "v" is in the path of an address, which logs and records keep"#
        ),
        (
            #""inputs": { "k": { "secret": "K" }, "h": {} }, "requests": { "a": { "get": "https://{h}/", "headers": { "X": "{k}" } } }"#,
            "secrets are sent to addresses that the file names, and this one is the caller's"
        ),
        (
            #""values": { "v": { "select": "w" }, "w": { "select": "v" } }, "requests": { "a": { "get": "https://x.example/{v}" } }"#,
            #"the value "v" uses "w", which is declared after it"#
        ),
        (
            #""values": { "v": { "case": { "v": "1" } } }, "requests": { "a": { "get": "https://x.example/{v}" } }"#,
            #"the value "v" uses itself"#
        ),
        (
            #""values": { "v": { "in": "response", "select": "etag" } }, "requests": { "a": { "get": "https://x.example/{v}" } }"#,
            #"the value "v" is computed before the request, which has no answer yet"#
        ),
        (
            #""inputs": { "q": {} }, "requests": { "a": { "get": "https://x.example/{q}", "for": { "q": ["a"] } } }"#,
            #""q" is an input already"#
        ),
        (
            #""requests": { "a": { "get": "https://x.example/", "follow": { "b": ".b::attr(href)", "c": ".c::attr(href)" } }, "b": { "match": "https://x.example/p/*" }, "c": { "match": "https://x.example/p/*" } }"#,
            #""b" has this "match" too: no address distinguishes their pages"#
        ),
        (#""inputs": {}"#, #""inputs" needs "requests", which describe the requests"#),
        (#""session": {}"#, #""session" needs "requests", which describe the requests"#),
        (#""requests": { "a": {} }"#, #"no request leads to "a", and it has no address"#),
        (
            #""requests": { "a": { "get": "https://y.example/" } }"#,
            #"no "match" of the file covers this address"#
        ),
        (
            #""requests": { "a": { "get": "https://x.example/", "follow": { "b": {} } }, "b": {} }"#,
            #""b" needs a selector here, or its own "match" that says which links lead to it"#
        ),
        (
            #""requests": { "a": { "get": "https://x.example/", "follow": { "b": "a::attr(href)" } }, "b": { "get": "https://x.example/b", "follow": { "a": "a::attr(href)" } } }"#,
            "there is no request to begin with: each kind is reached from another"
        ),
        (
            #""inputs": { "q": {} }, "requests": { "a": { "get": "https://x.example/" } }"#,
            #"nothing uses the input "q""#
        ),
        (
            #""values": { "v": { "value": "x" } }, "requests": { "a": { "get": "https://x.example/" } }"#,
            #"nothing uses the value "v""#
        ),
        (
            #""timezone": "America/Chicgo", "requests": { "a": { "get": "https://x.example/" } }"#,
            #""America/Chicgo" is not a time zone"#
        ),
        (
            #""inputs": { "q": { "type": "integer", "default": "x" } }, "requests": { "a": { "get": "https://x.example/{q}" } }"#,
            #"the default of "q" is not a whole number, found "x""#
        ),
        (
            #""inputs": { "q": { "type": "numbr" } }, "requests": { "a": { "get": "https://x.example/{q}" } }"#,
            #"expected a type of an input, found "numbr""#
        ),
        (
            #""inputs": { "q": { "type": { "values-of": "t" } } }, "requests": { "a": { "get": "https://x.example/{q}" } }"#,
            #"no table "t""#
        ),
        (
            #""inputs": { "q": { "type": { "enum": ["x"] }, "default": "y" } }, "requests": { "a": { "get": "https://x.example/{q}" } }"#,
            #"the default "y" is not one of the input's values"#
        ),
        (
            #""inputs": { "q": { "required": true, "default": "y" } }, "requests": { "a": { "get": "https://x.example/{q}" } }"#,
            "a required input cannot have a default"
        ),
        (
            #""inputs": { "q": { "secret": "abc123" } }, "requests": { "a": { "get": "https://x.example/", "headers": { "X": "{q}" } } }"#,
            #""secret" names an environment variable, found "abc123""#
        ),
        (
            #""inputs": { "q": { "secret": "KEY", "default": "y" } }, "requests": { "a": { "get": "https://x.example/", "headers": { "X": "{q}" } } }"#,
            "a secret cannot have a default: it does not belong in rules"
        ),
        (
            #""inputs": { "q": {} }, "values": { "q": "x" }, "requests": { "a": { "get": "https://x.example/{q}" } }"#,
            #""q" is an input already"#
        ),
        (
            #""limits": { "delay": "soon" }, "requests": { "a": { "get": "https://x.example/" } }"#,
            #"expected a duration for delay, found "soon""#
        ),
        (
            #""limits": { "pages": 0 }, "requests": { "a": { "get": "https://x.example/" } }"#,
            "expected a whole number from 1 for pages, found \"0\""
        ),
        (
            #""limits": { "page": 1 }, "requests": { "a": { "get": "https://x.example/" } }"#,
            #"unknown key "page" in "limits""#
        ),
        (
            #""session": { "encoding": "utf-9" }, "requests": { "a": { "get": "https://x.example/" } }"#,
            #"unknown encoding "utf-9""#
        ),
        (
            #""session": { "login": {} }, "requests": { "a": { "get": "https://x.example/" } }"#,
            #"expected "get" or "post" in a step of "login""#
        ),
        (
            #""session": { "check": { "get": "https://x.example/" } }, "requests": { "a": { "get": "https://x.example/" } }"#,
            #"expected "get" and "select" in "check""#
        ),
    ])
    func file(_ keys: String, _ message: String) {
        check(#"{ "match": "https://x.example/*", \#(keys), \#(Self.rest) }"#, message)
    }

    /// What looks like a mistake and is none.
    @Test(arguments: [
        #""requests": { "a": { "get": "https://x.example/", "cookies": { "consent": "yes", "token": "{t}" }, "headers": { "Authorization": "{t}" } } }, "values": { "t": { "value": "0123456789abcdef" } }"#,
        #""inputs": { "k": { "secret": "K" } }, "requests": { "a": { "get": "https://x.example/a?key={k}" } }"#,
        #""inputs": { "site": {} }, "requests": { "a": { "get": "{site}/a" } }"#,
        #""requests": { "a": { "get": "https://x.example/", "source": "xml", "follow": { "b": "entry > link" } }, "b": {} }"#,
        #""requests": { "a": { "get": "https://x.example/", "follow": { "b": { "select": { "select": "a", "apply": [{ "prepend": "/" }] } } } }, "b": {} }"#,
        #""requests": { "a": { "get": "https://x.example/", "query": { "pin": 42 } } }"#,
        #""requests": { "a": { "get": "https://x.example/{n}", "for": { "n": { "first": 9, "last": 2, "step": -1 } } } }"#,
        #""requests": { "a": { "post": "https://x.example/", "form": { "password": "" } } }"#,
        #""requests": { "a": { "get": "https://x.example/", "records": [], "follow": { "b": ".b::attr(href)" } }, "b": { "match": "https://x.example/p/*", "records": [], "follow": { "c": ".c::attr(href)" } }, "c": { "match": "https://x.example/p/*" } }"#,
    ])
    func noMistake(_ keys: String) {
        let reported = errors(#"{ "match": "https://x.example/*", \#(keys), \#(Self.rest) }"#)
        #expect(reported.isEmpty, "\(reported)")
    }

    @Test func requestsNeedMatch() {
        check(
            #"{ "requests": { "a": { "get": "https://x.example/" } }, \#(Self.rest) }"#,
            #"rules with requests need "match": requests go only to addresses that it covers"#
        )
        check(
            #"{ "match": "x", "records": { "T": { "across": true, "fields": { "t": "h1" } } } }"#,
            #""across" needs "unique": the fields by which records of several pages are one"#
        )
    }

    @Test func addressesOfInputsAreChecked() {
        check(
            #"{ "match": "{site}/*", "requests": { "a": { "get": "https://x.example/" } }, \#(Self.rest) }"#,
            #"nothing sets "site""#
        )
        check(
            #"{ "match": "https://x.example/*", "requests": { "a": { "get": "https://x.example/", "match": "{b}/*" } }, \#(Self.rest) }"#,
            #"nothing sets "b""#
        )
        check(
            #"{ "match": "{q}/*", "inputs": { "q": {}, "k": { "secret": "K" } }, "requests": { "a": { "get": "{q}", "headers": { "K": "{k}" } } }, \#(Self.rest) }"#,
            "secrets are sent only to addresses that the file names, and the caller chooses this one"
        )
    }

    private func check(_ rules: String, _ message: String) {
        let reported = errors(rules)
        let heads = reported.split(separator: "\n").filter { $0.hasPrefix("rules.json:1:") }
        let found = heads.contains { $0.hasSuffix(": error: \(message)") }
        #expect(found, "\(reported)")
    }
}
