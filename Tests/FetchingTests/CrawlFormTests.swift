import Foundation
import Testing

/// Forms that a crawl sends, as a browser would.
struct CrawlFormTests {
    /// A page with a form, the keys of `submit` next to it, and what the site gets: the request's line and its body.
    struct Form: CustomTestStringConvertible, Sendable {
        let page: String
        let submit: String
        let sent: String
        var testDescription: String { "\(page) \(submit)" }

        init(_ page: String, _ submit: String, _ sent: String) {
            (self.page, self.submit, self.sent) = (page, submit, sent)
        }

        init(_ page: String, _ sent: String) { self.init(page, "", sent) }
    }

    private static let twoButtons =
        "<form action=/x><input name=q value=1><button name=a value=2>a</button><button name=b value=3>b</button></form>"

    static let forms = [
        // The button.
        Form(twoButtons, "GET /x?q=1&a=2"), Form(twoButtons, #""press": "b""#, "GET /x?q=1&b=3"),
        Form(twoButtons, #""press": "[value='3']""#, "GET /x?q=1&b=3"),
        Form(twoButtons, #""press": null"#, "GET /x?q=1"),
        Form(twoButtons, #""press": false"#, "GET /x?q=1"),
        Form(
            "<form action=/x method=post><input type=hidden name=__EVENTTARGET><input type=submit name=s value=S></form>",
            #""fill": { "__EVENTTARGET": "pager$2" }"#,
            "POST /x __EVENTTARGET=pager%242"
        ),
        Form(
            "<form action=/x><button type=button name=a>a</button><button disabled name=d>d</button><input type=submit name=b value=2></form>",
            "GET /x?b=2"
        ),
        Form(
            "<form action=/x><button name=a value=1>a</button><input name=q value=2></form>",
            "GET /x?a=1&q=2"
        ),
        Form(
            "<form action=/x><input type=image name=go src=go.png><input name=q value=2></form>",
            "GET /x?go.x=0&go.y=0&q=2"
        ),
        Form(
            "<form action=/y><input name=q value=2><button formaction=/x formmethod=post name=b value=1>b</button></form>",
            "POST /x q=2&b=1"
        ),
        Form(
            "<form action=/x><input name=q value=1><button disabled name=b value=2>b</button></form>",
            #""press": "b""#,
            "GET /x?q=1&b=2"
        ),
        // The controls that belong to it.
        Form(
            "<form id=f action=/x></form><input form=f name=q value=2><button form=f name=b value=3>b</button>",
            "GET /x?q=2&b=3"
        ),
        Form("<form id=f action=/x><input form=g name=p value=1><input name=q value=2></form>", "GET /x?q=2"),
        Form(
            "<table><form action=/x method=post><input type=hidden name=tok value=1><tr><td><input name=q value=2><td><input type=submit name=s value=3></form></table><input name=no value=4>",
            "POST /x tok=1&q=2&s=3"
        ),
        Form(
            "<table><tr><form action=/x><td><input name=q value=2></td></form></tr><tr><form action=/y><td><input name=r value=3></td></form></tr></table>",
            "GET /x?q=2"
        ),
        Form(
            "<form action=/x><fieldset disabled><input name=p value=1></fieldset><input name=q value=2></form>",
            "GET /x?q=2"
        ),
        Form("<form action=/x><textarea name=t>a\nb</textarea></form>", "GET /x?t=a%0D%0Ab"),
        // Controls that choose.
        Form(
            "<form action=/x><select name=s><option>a<option selected value=2>b<option selected disabled>c</select></form>",
            "GET /x?s=2"
        ),
        Form(
            "<form action=/x><select name=s><option disabled>a<option>b<option>c</select></form>",
            "GET /x?s=b"
        ),
        Form(
            "<form action=/x><select name=s multiple><option>a<option>b</select><input name=q></form>",
            "GET /x?q="
        ),
        Form(
            "<form action=/x><select name=s multiple><option selected>a<option>b<option selected>c</select></form>",
            "GET /x?s=a&s=c"
        ),
        Form(
            "<form action=/x><input type=checkbox name=a><input type=checkbox name=b checked><input type=radio name=c value=1><input type=radio name=c value=2 checked></form>",
            "GET /x?b=on&c=2"
        ),
        Form(
            "<form action=/x><input type=radio name=c value=1 checked><input type=radio name=c value=2></form>",
            #""fill": { "c": "2" }"#,
            "GET /x?c=2"
        ),
        Form(
            "<form action=/x><input type=checkbox name=a value=1></form>",
            #""fill": { "a": "1" }"#,
            "GET /x?a=1"
        ),
        Form(
            "<form action=/x><input id=i name=a value=1><button name=b value=2 type=button>b</button></form>",
            #""fill": { "input#i": "3", "b": "4", "new": "5" }"#,
            "GET /x?a=3&b=4&new=5"
        ),
        // Controls that send nothing, and those without a name.
        Form(
            "<form action=/x><input type=file name=f value=1><input type=reset name=r value=1><input type=button name=t value=1><input value=1><input name='' value=1><input name=q></form>",
            "GET /x?q="
        ),
        Form(
            "<form action='/x?old=1#end'><input type=image><input name=q value=2></form>",
            "GET /x?x=0&y=0&q=2"
        ),
        Form(
            "<form action=/x><fieldset disabled><button name=a>a</button></fieldset><fieldset><button name=b>b</button></fieldset></form>",
            "GET /x?b="
        ),
        Form("<form action=/x><input type=hidden name=_charset_ value=x></form>", "GET /x?_charset_=x"),
        Form("<form action=/x method=POST><input name=q value=1></form>", "POST /x q=1"),
        Form(
            "<form action=/x method=post><button formmethod=get name=b value=1>b</button></form>",
            "GET /x?b=1"
        ),
        // The encoding.
        Form(
            "<meta charset=windows-1252><form action=/x><input name=q value=f\u{FC}r></form>",
            "GET /x?q=f%FCr"
        ),
        Form(
            "<meta charset=utf-8><form action=/x accept-charset='x-none iso-8859-2'><input name=q value=&#321;></form>",
            "GET /x?q=%A3"
        ),
        Form("<meta charset=utf-8><form action=/x><input name=q value=&uuml;></form>", "GET /x?q=%C3%BC"),
        Form(
            "<meta charset=windows-1252><form action=/x><input type=hidden name=_charset_></form>",
            "GET /x?_charset_=windows-1252"
        ),
    ]

    @Test(arguments: forms)
    func formsAreSentAsBrowsersDo(_ form: Form) throws {
        try withServer { target, request in
            if target == "/robots.txt" { return [.page("", status: "404 Not Found")] }
            if target != "/" { return [.page("<h1>end</h1>")] }
            // A page in an old encoding has one byte for each character.
            let isOld = form.page.contains("windows-1252")
            let text = "<!doctype html>\(form.page)<h1>start</h1>"
            let body =
                isOld ? text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } : Array(text.utf8)
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(body.count)\r\n\r\n"
            return [.send(Array(head.utf8) + body)]
        } _: { server in
            try withTemporaryFolder { folder in
                let rules = """
                    { "match": "BASE/*", "requests": { "list": { "get": "BASE/", "next": { "submit": { "form": "form"SUBMIT } } } },
                      "records": { "T": { "fields": { "t": "h1" } } } }
                    """
                try rules.replacing("BASE", with: server.url("/").dropLast())
                    .replacing("SUBMIT", with: form.submit.isEmpty ? "" : ", \(form.submit)")
                    .write(toFile: "\(folder)/site.json", atomically: true, encoding: .utf8)
                let run = try Run(
                    ["crawl", "site.json", "--allow-private", "--delay", "0", "-q"],
                    in: folder
                )
                #expect(run.output.contains("\"end\""), "\(run.errors)")
                let last = server.requests.last ?? ""
                let line = last.split(separator: " ").prefix(2).joined(separator: " ")
                let body = last.components(separatedBy: "\r\n\r\n").dropFirst().joined()
                #expect((body.isEmpty ? line : "\(line) \(body)") == form.sent)
            }
        }
    }
}
