import Foundation
import TestSupport
import Testing

@testable import scrape

/// The commands in all articles: their names and options exist, and those that need no network run on the files
/// that the articles name.
@Suite struct ArticleCommandTests {
    /// An article with its lines that call the command.
    struct Article: CustomTestStringConvertible, Sendable {
        let path: String
        let lines: [String]
        var testDescription: String { path }
    }

    /// The articles that have such lines, with the README.
    static let articles: [Article] = {
        let catalogues = ["Sources", "Plugins"].flatMap { top in
            let folder = Command.checkout.appending(path: top)
            let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
            return paths.filter { $0.hasSuffix(".md") }.map { "\(top)/\($0)" }
        }
        return (["README.md"] + catalogues.sorted()).compactMap { path in
            let text = try? String(contentsOf: Command.checkout.appending(path: path), encoding: .utf8)
            let lines = text.map(lines) ?? []
            return lines.isEmpty ? nil : Article(path: path, lines: lines)
        }
    }()

    /// The lines of a text's blocks of `sh` and `crontab` that call the command, without line continuations.
    private static func lines(_ text: String) -> [String] {
        let commands = ["sh", "crontab"].flatMap { language in
            text.components(separatedBy: "\n```\(language)\n").dropFirst().flatMap { part in
                part.components(separatedBy: "\n```")[0].replacing("\\\n", with: " ").split(separator: "\n")
            }
        }
        // Without the times of a crontab, in which a percent sign has a backslash.
        let lines = commands.map {
            String($0).replacing(/^([\d*]+ +){5}/, with: "").replacing("\\%", with: "%")
                .replacing("swift run scrape", with: "scrape")
        }
        // Spark starts the command itself.
        return lines.filter { $0.contains(/(^|[ (])scrape [a-z\-]/) && !$0.contains("spark-submit") }
    }

    @Test func thereAreArticles() { #expect(ArticleCommandTests.articles.count >= 20) }

    /// A program in place of the command records its arguments, which are then read.
    @Test(arguments: articles) func everyOptionExists(_ article: Article) throws {
        let program = "#!/bin/bash\nIFS=$'\\x1f'\nprintf '%s\\x1e' \"$*\" >> \"$ARGUMENTS\"\n"
        try withFolder(["bin/scrape": program, "bin/curl": "#!/bin/sh\n"]) { folder in
            let script = """
                chmod +x bin/*; export PREFIX="$PWD" ARGUMENTS="$PWD/arguments" URL=https://site.example/; touch pages.jsonl
                mkdir -p Rules plants share/man/man1 share/bash-completion/completions share/zsh/site-functions
                mkdir -p share/fish/vendor_completions.d
                set +e +o pipefail
                """
            for line in article.lines {
                let path = folder.appending(path: "bin").path + ":/usr/bin:/bin"
                _ = try Command(script: script + "\n" + line + "\ntrue", in: folder, path: path)
            }
            let written = try String(contentsOf: folder.appending(path: "arguments"), encoding: .utf8)
            let calls = written.split(separator: "\u{1E}")
            #expect(calls.count >= article.lines.count)
            for call in calls {
                let words = call.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
                do {
                    let (found, arguments) = try Commands.find(words)
                    _ = try found.request(arguments, use: { _ in })
                } catch {
                    Issue.record("scrape \(words.joined(separator: " ")): \(error)")
                }
            }
        }
    }

    /// Rules, pages, records and a repository, as the articles assume them.
    private static let preparation = #"""
        mkdir -p Rules Corpus/plants/list pages crawl mirror/plants.example tables
        cat > list.html <<'END'
        <!doctype html>
        <html lang="en"><title>Plants</title><link rel="canonical" href="https://plants.example/list">
        <ul class="plants">
        <li class="plant"><h2><a href="/oak"><b>Oak</b></a></h2><p class="height">40 m</p></li>
        <li class="plant"><h2><a href="/elm"><b>Elm</b></a></h2><p class="height">30 m</p></li>
        <li class="plant"><h2><a href="/ash"><b>Ash</b></a></h2><p class="height">25 m</p></li>
        </ul></html>
        END
        cat > Rules/plants.json <<'END'
        {
          "match": ["https://plants.example/*"],
          "records": {
            "Plant": {
              "each": "li.plant",
              "unique": "link",
              "fields": {
                "name": { "select": "h2", "required": true },
                "height": { "select": ".height", "apply": ["number"], "type": "integer" },
                "link": { "select": "h2 a::attr(href)", "type": "url" }
              }
            }
          }
        }
        END
        sed 's/"integer"/"decimal"/' Rules/plants.json > plants-new.json
        cp plants-new.json new.json
        cp list.html Corpus/plants/list/page.html
        url='"url": "https://plants.example/list"'
        echo "{ $url, \"saved\": \"2026-03-02T12:00:00Z\" }" > Corpus/plants/list/case.json
        scrape test --update plants
        for copy in monday last-week old crawl/item-1; do cp list.html $copy.html; done
        cp list.html mirror/plants.example/list.html
        sed 's/30 m/31 m/' list.html > tuesday.html
        sed 's/class="height"/class="size"/' list.html > today.html
        for day in monday tuesday yesterday today; do
          page=list.html; [[ $day == tuesday ]] && page=tuesday.html
          for format in jsonl csv; do scrape --rules plants --format $format --output $day.$format $page; done
          scrape --rules plants --format sqlite --output $day.db $page
        done
        echo "{$url, \"html\": \"<li class=plant><h2><a href=/oak>Oak</a></h2>\"}" | gzip > pages.jsonl.gz
        head='HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n'
        { printf "$head"; cat list.html; } > block
        for name in crawl CC-MAIN-2024-01 plants monday tuesday; do
          {
            printf 'WARC/1.1\r\nWARC-Type: response\r\nWARC-Date: 2026-03-02T12:00:00Z\r\n'
            printf 'WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>\r\n'
            printf 'WARC-Target-URI: https://plants.example/list\r\n'
            printf 'Content-Type: application/http; msgtype=response\r\n'
            printf 'Content-Length: %s\r\n\r\n' "$(stat -c %s block)"; cat block; printf '\r\n\r\n'
          } | gzip > $name.warc.gz
        done
        scrape --rules Rules --summary yesterday.json --quiet --output first.json crawl.warc.gz
        echo 'https://plants.example/list' > mirror/plants.example/sitemap.xml
        echo 'list.html' > today.txt
        touch -d 2020-01-01 last
        git init -q -b main .
        git add -A
        for message in one two; do
          git -c user.name=you -c user.email=you@site.example commit -q --allow-empty -m $message
        done
        """#

    /// Pages with the values to find on them, as pages and as cases.
    private static let trees = #"""
        printf '<h1>Oak</h1><dl><dt>Height</dt><dd>40</dd></dl>' > oak.html
        printf '<h1>Elm</h1><dl><dt>Height</dt><dd>30</dd></dl>' > elm.html
        for tree in oak elm; do
          mkdir -p Corpus/trees/$tree
          cp $tree.html Corpus/trees/$tree/page.html
          echo '{}' > Corpus/trees/$tree/case.json
        done
        echo '[{"@type": "Tree", "name": "Oak", "height": 40}]' > Corpus/trees/oak/golden.json
        echo '[{"@type": "Tree", "name": "Elm", "height": 30}]' > Corpus/trees/elm/golden.json
        echo '{"page": "oak.html", "values": {"name": "Oak", "height": 40}}' > values.jsonl
        echo '{"page": "elm.html", "values": {"name": "Elm", "height": 30}}' >> values.jsonl
        """#

    /// Shipped rules, and pages for them.
    private static let shipped = #"""
        cp "$CHECKOUT"/Rules/{alchemy,alchemy-schedule,fitbod,social-feed,wikipedia}.json Rules/
        cp "$CHECKOUT/Corpus/alchemy/one-line-class/page.html" page.html
        rm -rf pages; mkdir pages; cp page.html pages/
        cp "$CHECKOUT/Corpus/fitbod/four-columns-with-unit/page.txt" workout.txt
        """#

    /// Commands that need a network, or files that only the article's readers have.
    private static let left = [
        "https://plants.example/list --crawl", "scrape crawl", "scrape fetch", "scrape refresh", "\"$URL\"",
        "--rules plants https:",
    ]

    /// The articles whose commands run, with the number of these.
    private static let counts = [
        "Sources/Batch/Batch.docc/Batch.md": 2, "Sources/Batch/Batch.docc/Inputs.md": 6,
        "Sources/Drafting/Drafting.docc/Learning.md": 3,
        "Sources/Regression/Regression.docc/Changes.md": 4,
        "Sources/Regression/Regression.docc/Comparing.md": 5,
        "Sources/Regression/Regression.docc/CuttingPages.md": 4,
        "Sources/Regression/Regression.docc/RulesThatSurvive.md": 3,
        "Sources/Regression/Regression.docc/Testing.md": 7,
        "Sources/Scraping/Scraping.docc/CommandLine.md": 34,
        "Sources/Scraping/Scraping.docc/Explaining.md": 7,
        "Sources/Scraping/Scraping.docc/Performance.md": 1,
        "Sources/Scraping/Scraping.docc/Security.md": 4,
        "Plugins/Chart/Chart.docc/Chart.md": 2, "Plugins/SQLite/SQLite.docc/SQLite.md": 2,
    ]

    /// Each article has a copy of the same folder, which is prepared once.
    @Test func theyRun() throws {
        let path = Command.program.deletingLastPathComponent().path + ":/usr/bin:/bin"
        let variables = "export CHECKOUT='\(Command.checkout.path)' PREFIX=\"$PWD/prefix\"\n"
        func run(_ script: String, in folder: URL) throws -> Command {
            try Command(script: variables + script, in: folder, path: path)
        }
        try withFolder([:]) { prepared in
            let preparing = try run(ArticleCommandTests.preparation, in: prepared)
            try #require(preparing.status == 0, "\(preparing.errors)")
            for (name, count) in ArticleCommandTests.counts {
                let article = try #require(ArticleCommandTests.articles.first { $0.path == name })
                let lines = article.lines.filter { !ArticleCommandTests.left.contains(where: $0.contains) }
                #expect(lines.count == count, "\(name)")
                try withFolder([:]) { folder in
                    let files = ArticleCommandTests.files[name] ?? ""
                    let copying = try run("cp -R '\(prepared.path)/.' .\n" + files, in: folder)
                    try #require(copying.status == 0, "\(name): \(copying.errors)")
                    for line in lines {
                        // Compared files may differ.
                        let isComparison = line.contains(/scrape (changes|diff)/)
                        let done = try run(line, in: folder)
                        let isFine = done.status == 0 || isComparison && done.status == 1
                        #expect(isFine, "\(name): \(line): \(done.errors)\(done.output)")
                    }
                }
            }
        }
    }

    /// Files of single articles.
    private static let files = [
        "Sources/Drafting/Drafting.docc/Learning.md": trees,
        "Sources/Regression/Regression.docc/Testing.md": "cp -R Corpus/plants/list Corpus/plants/herbs",
        "Sources/Scraping/Scraping.docc/Explaining.md": shipped,
        "Sources/Scraping/Scraping.docc/CommandLine.md": trees + "\n" + shipped + #"""

            cp page.html monday.html; cp page.html tuesday.html; cp page.html article.html
            cp "$CHECKOUT"/Corpus/alchemy-schedule/monday/page.json classes.json
            cp "$CHECKOUT"/Corpus/wikipedia/saved-page/page.* saved.html
            scrape --rules alchemy --summary yesterday.json --quiet --output first.json pages/
            mkdir -p prefix/share/bash-completion/completions prefix/share/zsh/site-functions
            mkdir -p prefix/share/fish/vendor_completions.d prefix/share/man/man1
            """#,
        "Plugins/Chart/Chart.docc/Chart.md": shipped,
        "Plugins/SQLite/SQLite.docc/SQLite.md": shipped + #"""

            cp "$CHECKOUT"/Corpus/social-feed/api-answer/page.json monday.json
            cp "$CHECKOUT"/Corpus/social-feed/api-answer/page.json tuesday.json
            """#,
    ]
}
