import Basics
import Testing

@testable import scrape_benchmark

/// The HTML parser on generated hostile pages: a short run of `scrape-benchmark fuzz`.
@Suite struct FuzzTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func treesOfHostilePagesHold(_ seed: UInt64) {
        let report = Fuzzer(reader: PageFuzz(mutator: nil), seed: seed, indexes: 0..<2000).run()
        #expect(report.inputs == 2000)
        for (index, problem) in report.failures {
            let input = FuzzInput(seed: seed, index: index, mutator: nil)
            Issue.record("seed \(seed), input \(index): \(problem)\n\(input)")
        }
    }

    @Test func treesOfDamagedPagesHold() {
        let page = FuzzTests.page.utf8
        let report = Fuzzer(
            reader: PageFuzz(mutator: PageMutator(pages: [Array(page)])),
            seed: 4,
            indexes: 0..<2000
        ).run()
        #expect(report.inputs == 2000)
        #expect(report.failures.map(\.index) == [])
    }

    @Test func usageNamesAllReaders() throws {
        let names = ["html"] + FuzzReaders.all(scratch: "/nonexistent").map(\.name)
        let words = Set(FuzzCommand.usage.split { !$0.isLetter && $0 != "-" }.map(String.init))
        #expect(names.filter { !words.contains($0) } == [])
    }

    @Test func inputsAreTheSameAtEachRun() {
        for index in 0..<200 {
            let first = FuzzInput(seed: 7, index: index, mutator: nil)
            let second = FuzzInput(seed: 7, index: index, mutator: nil)
            #expect(first.bytes == second.bytes)
            #expect(first.context == second.context)
            #expect(String(validating: first.bytes, as: UTF8.self) != nil)
        }
    }

    private static let page = """
        <!DOCTYPE html><html lang="de"><head><meta charset="utf-8"><title>Größe &amp; Maß</title>
        <script>if (a < b) document.write("<p>x</p>")</script><noscript><img src="x"></noscript></head>
        <body class="a b"><h1>Überschrift</h1><ul><li>eins<li>zwei</ul><table><tr><td>1<td>2</table>
        <p>Absatz <b>fett <i>beides</b> kursiv</i><svg viewBox="0 0 1 1"><path d="M0 0"/></svg>
        <select><option>a<option selected>b</select><template><tr><td>x</template></body></html>
        """
}
