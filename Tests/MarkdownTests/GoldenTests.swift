import Markdown
import Testing

/// Pages and their Markdown, as a person would keep them.
@Suite struct GoldenTests {
    @Test func thereAreCases() { #expect(GoldenCase.all.count >= 20) }

    @Test(arguments: GoldenCase.all) func markdownIsAsKept(_ test: GoldenCase) throws {
        let result = try markdown(test.html, base: GoldenCase.base) + "\n"
        if GoldenCase.isUpdating { return try test.update(to: result) }
        #expect(result == test.markdown)
    }

    /// The same page gives the same bytes; no line ends in spaces, and no two blank lines follow each other.
    @Test(arguments: GoldenCase.all) func markdownIsTidy(_ test: GoldenCase) throws {
        let first = try markdown(test.html, base: GoldenCase.base)
        #expect(try markdown(test.html, base: GoldenCase.base) == first)
        #expect(!first.contains("\n\n\n") || first.contains("```"))
        #expect(!first.split(separator: "\n").contains { $0.hasSuffix(" ") } || first.contains("```"))
    }
}
