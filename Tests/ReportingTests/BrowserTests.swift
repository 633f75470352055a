import Foundation
import Records
import Reporting
import Scraping
import Testing

/// Reports in a real browser.
@Suite(.enabled(if: Chromium.path != nil, "chromium is not installed"), .serialized)
struct BrowserTests {
    /// The resulting state of the report, printed by a script at its end.
    private func probe(_ html: [UInt8], _ script: String) throws -> Value {
        var text = String(decoding: html, as: UTF8.self)
        let nonce = try #require(text.firstMatch(of: /<script nonce="([0-9a-f]+)">/)?.1)
        let probe = """
            <script nonce="\(nonce)">
            const reported = document.createElement("pre");
            reported.id = "probe";
            document.body.append(reported);
            const ask = () => {
              const page = document.querySelector("iframe").contentDocument;
              const all = (selector) => [...Document.prototype.querySelectorAll.call(page, selector)];
              reported.textContent = encodeURIComponent(JSON.stringify((() => { \(script) })()));
            };
            // Only then is the page within the report complete, on a busy machine too.
            addEventListener("load", () => setTimeout(ask, 2000));
            </script></body>
            """
        let end = try #require(text.range(of: "</body>", options: .backwards))
        text.replaceSubrange(end, with: probe)
        let document = try open(text)
        let reported = try #require(document.firstMatch(of: /<pre id="probe">([^<]*)/)?.1, "no answer")
        let json = try #require(String(reported).removingPercentEncoding)
        return try #require(JSON.read(Array(json.utf8), dialect: .strict).0?.value)
    }

    private func open(_ text: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID().uuidString).html")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try Chromium.document(of: file)
    }

    private func report(_ rules: String, _ page: String, name: String = "page.html") throws -> [UInt8] {
        let rules = try Rules(SourceText(name: "rules.json", bytes: Array(rules.utf8)), registry: Registry())
        let page = PageReport(Page(name: name, bytes: Array(page.utf8)), rules)
        return HTMLReport(title: "Report", pages: [page]).html
    }

    /// Without the report around it, the page runs scripts and loads resources: the assertions below could fail.
    @Test func hostilePageIsHostile() throws {
        let listener = try #require(Listener())
        // It would navigate away before the browser can be queried.
        let page = HostilePage.html(port: listener.port).replacing("http-equiv=\"refresh\"", with: "")
        let document = try open(page)
        #expect(document.contains("<title>it ran</title>"))
        #expect(listener.wasCalled)
    }

    @Test func nothingRunsOrLoads() throws {
        let listener = try #require(Listener())
        let html = try report(HostilePage.rules, HostilePage.html(port: listener.port))
        let reported = try probe(
            html,
            """
            for (const link of all("a, input, html, b")) {
              for (const type of ["click", "mouseover", "focus"]) {
                link.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
              }
            }
            return {
              title: document.title,
              handlers: all("*").filter((node) => [...node.attributes].some((a) => a.name.startsWith("on"))).length,
              active: all("script, iframe, object, embed, base, link, template, meta[http-equiv=refresh]").length,
              addresses: all("[src], [href], [action], [srcset], [poster], [background], [name]").length,
              marks: all("b[data-scrape], a[data-scrape], p[data-scrape]").length,
              unseen: all("[data-scrape-unseen] pre").map((node) => node.textContent),
            };
            """
        )
        #expect(reported["title"]?.string == "Report")
        #expect(reported["handlers"] == 0)
        #expect(reported["active"] == 0)
        #expect(reported["addresses"] == 0)
        #expect(reported["marks"] == 6)
        #expect(reported["unseen"] == ["<title>Hostile</title>"])
        #expect(!listener.wasCalled)
    }

    @Test func listAndPagePointAtEachOther() throws {
        let page = "<p class=item><b>one</b> <a href=1>x</a><p class=item><b>two</b> <a href=2>y</a>"
        let reported = try probe(
            try report(HostilePage.rules, page),
            """
            const current = () => document.querySelector("[aria-current]")?.textContent;
            const shown = () => all("[data-scrape-on]").map((node) => node.textContent);
            const over = (node) => node.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
            const steps = [];
            const note = () => steps.push(`${current()}: ${shown()}`);
            const buttons = [...document.querySelectorAll("button.field")];
            over(all("b")[1]); note();
            over(buttons[0]); note();
            buttons[1].focus(); note();
            const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
            press("ArrowDown"); note();
            press("End"); note();
            press("Home"); note();
            all("a")[0].focus(); note();
            return { steps, status: document.querySelector("[role=status]").textContent };
            """
        )
        #expect(
            reported["steps"]?.list == [
                "name two: two", "name one: one", "link 1: x", "Item 2: two y", "link 2: y", "Item 1: one x",
                "link 1: x",
            ]
        )
        #expect(
            reported["status"]?.string
                == "line 1:26, body > p:nth-child(1) > a · select, rules.json:7:17"
        )
    }

    @Test func dataIsShownAsTree() throws {
        let rules = #"""
            { "source": "json", "records": { "Item": { "each": "items > item", "fields": { "name": "name" } } } }
            """#
        let page =
            #"{ "items": [{ "name": "<script>document.title = 'it ran'</script>" }, { "name": "b & c" }] }"#
        let reported = try probe(
            try report(rules, page, name: "page.json"),
            "return all('[data-scrape-color] span').map((node) => node.textContent);"
        )
        #expect(reported.list == ["<script>document.title = 'it ran'</script>", "b & c"])
    }

    /// A page of two megabytes with three thousand marked elements.
    @Test func largePageIsUsable() throws {
        let line = "<p class=item><b>name</b> <a href=1>x</a>" + String(repeating: "text ", count: 390)
        let reported = try probe(
            try report(HostilePage.rules, String(repeating: line, count: 1000)),
            """
            const buttons = [...document.querySelectorAll("button.field")];
            for (let i = 0; i < 100; i++) buttons[i * 20].dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
            return { marks: all("[data-scrape]").length, buttons: buttons.length };
            """
        )
        #expect(reported["marks"] == 3000)
        #expect(reported["buttons"] == 2000)
    }
}
