import Testing

@testable import DOM

/// Pages that nest deeper than browsers do: elements and comments beyond 512 open ones become siblings, texts stay in
/// the current node. The expected trees are those of Chromium 156.
@Suite struct DepthTests {
    /// A page, and the lines of its tree after the initial chain of single elements: each with its depth (`html` is at
    /// 0), and the number of equal ones.
    struct DeepPage: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let html: String
        /// The depth at which the lines begin.
        let depth: Int
        let expected: [String]

        init(_ count: Int, _ part: String, _ rest: String, _ expected: [String]) {
            testDescription = "\(count) \(part) \(rest)"
            html = String(repeating: part, count: count) + rest
            depth = count < 509 ? 509 : 512
            self.expected = expected
        }
    }

    static let pages = [
        DeepPage(
            600,
            "<b>",
            "x",
            [
                "512 <b> ×90", "513 \"x\"",
            ]
        ),
        DeepPage(
            508,
            "<div>",
            "<p>x",
            [
                "509 <div>", "510 <p>", "511 \"x\"",
            ]
        ),
        DeepPage(
            510,
            "<div>",
            "<p>x",
            [
                "512 <p>", "513 \"x\"",
            ]
        ),
        DeepPage(
            511,
            "<div>",
            "<p>x",
            [
                "512 <div>", "512 <p>", "513 \"x\"",
            ]
        ),
        DeepPage(
            600,
            "<span>",
            "<p>x</p>y",
            [
                "512 <span> ×90", "513 \"y\"", "512 <p>", "513 \"x\"",
            ]
        ),
        DeepPage(
            600,
            "<div>",
            "<!--c-->t<!--d-->",
            [
                "512 <div> ×90", "513 \"t\"", "512 <!-- c -->", "512 <!-- d -->",
            ]
        ),
        DeepPage(
            508,
            "<div>",
            "<table><tr><td>x<table><tr><td>y</table>z</table>w",
            [
                "509 <div>", "510 <table>", "511 <tbody>", "512 <tr>", "512 <td>", "513 \"xz\"",
                "512 <table>", "512 <tbody>", "512 <tr>", "512 <td>", "513 \"y\"", "510 \"w\"",
            ]
        ),
        DeepPage(
            600,
            "<div>",
            "<table><tr><td>x</td></tr>foster</table>w",
            [
                "512 <div> ×90", "513 \"w\"", "512 \"foster\"", "512 <table>", "512 <tbody>",
                "512 <tr>", "512 <td>", "513 \"x\"",
            ]
        ),
        DeepPage(
            600,
            "<div>",
            "<br><img><svg><g><path/></g></svg>",
            [
                "512 <div> ×90", "512 <br>", "512 <img>", "512 <svg svg>", "512 <svg g>",
                "512 <svg path>",
            ]
        ),
        DeepPage(
            600,
            "<div>",
            "<script>a</script><style>b</style>c",
            [
                "512 <div> ×90", "513 \"c\"", "512 <script>", "513 \"a\"", "512 <style>", "513 \"b\"",
            ]
        ),
        DeepPage(
            600,
            "<div>",
            "<a><div><a>x",
            [
                "512 <div> ×90", "513 <div>", "514 <a>", "513 <a>", "514 \"x\"", "512 <a>",
            ]
        ),
        DeepPage(
            508,
            "<div>",
            "<b><p><i><u></b>x</p>y",
            [
                "509 <div>", "510 <b>", "510 <p>", "511 <b>", "512 <i>", "512 <u>", "511 <i>",
                "512 <u>", "513 \"x\"", "510 <i>", "511 <u>", "512 \"y\"",
            ]
        ),
        DeepPage(
            511,
            "<div>",
            "<b><p><i><u></b>x</p>y",
            [
                "512 <div>", "513 <p>", "514 <b>", "513 <i>", "513 <u>", "514 \"x\"", "512 <b>",
                "512 <i>", "512 <u>", "512 <i>", "512 <u>", "513 \"y\"",
            ]
        ),
    ]

    @Test(arguments: pages)
    func deepNodesBecomeSiblings(_ page: DeepPage) throws {
        var lines: [String] = []
        TreeDump.dump(try Document.html(page.html.utf8), style: .html5lib) { lines.append($0) }
        #expect(DepthTests.lines(lines, from: page.depth) == page.expected)
    }

    /// The lines starting at a depth, with their depths; consecutive equal ones are counted.
    private static func lines(_ lines: [String], from lowest: Int) -> [String] {
        var runs: [(line: String, count: Int)] = []
        for line in lines {
            let text = line.dropFirst(2).drop { $0 == " " }
            let depth = (line.count - 2 - text.count) / 2
            guard depth >= lowest else { continue }
            let numbered = "\(depth) \(text.filter { $0 != "\n" })"
            if runs.last?.line == numbered {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((numbered, 1))
            }
        }
        return runs.map { $0.count > 1 ? "\($0.line) ×\($0.count)" : $0.line }
    }
}
