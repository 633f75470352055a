import Testing

@testable import Sources

/// The words in the names of classes and ids.
@Suite struct ClassWordTests {
    private func words(_ text: String) -> [ClassWord] {
        let found = Array(text.utf8).withUnsafeBufferPointer { ClassWords(in: $0) }
        return ClassWord.allCases.filter { found.contains(ClassWords($0)) }
    }

    @Test(
        arguments: [
            ("", []), ("x", []), ("article", [.body]), ("ARTICLE", [.body]), ("articles", []),
            ("nav-bar", [.nav]),
            // Two words in sequence can be one, unless there is white space between them.
            ("article-body", [.body, .named]), ("articleBody", [.body, .named]),
            ("articlebody", [.body, .named]),
            ("ArticleBody", [.body, .named]), ("article--body", [.body, .named]),
            ("article1body", [.body, .named]),
            ("article_body", [.body, .named]), ("article body", [.body]), ("article- body", [.body]),
            ("article -body", [.body]),
            ("body-article", [.body]), ("post-text-x", [.body, .named]), ("x-post-text", [.body, .named]),
            ("art-icle", [.body]), ("read-more", [.related]), ("more-read", [.related]),
            ("see-also", [.related]),
            // A letter alone is not a word, nor the end of one.
            ("a-d", []), ("mai-n", []), ("n-av", [.nav]), ("ADs", [.ad]), ("adS", [.ad]), ("ad-x", [.ad]),
            ("x-ad", [.ad]),
            ("x ad y", [.ad]), ("ad nav", [.nav, .ad]), ("teaser", [.related, .dek]),
        ] as [(String, [ClassWord])]
    )
    func names(_ text: String, _ expected: [ClassWord]) {
        #expect(words(text) == expected)
    }

    @Test(
        arguments: [
            ("main", [.roleMain]), ("navigation", [.roleNavigation]), ("Main", []), ("", []), ("x", []),
        ] as [(String, [ClassWord])]
    )
    func roles(_ role: String, _ expected: [ClassWord]) {
        #expect(ClassWord.allCases.filter { ClassWords(role: role).contains(ClassWords($0)) } == expected)
    }
}
