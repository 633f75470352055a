import Testing

@testable import Batch

@Suite struct NormalPathTests {
    @Test(arguments: [
        ("a", "a"), ("a/b", "a/b"), ("/a/b", "/a/b"), ("/", "/"), (".", "."), ("./", "."), ("/.", "/"),
        ("./a", "a"), ("/./a", "/a"), ("a/.", "a"), ("a/./b", "a/b"), ("a/", "a"), ("a//b", "a/b"),
        ("//a", "/a"),
        ("a//", "a"), ("././a", "a"), ("a/././b", "a/b"),
        // A dot at the end or beginning of a name is part of it.
        ("a./b", "a./b"), ("a./", "a."), (".a/b", ".a/b"), ("a/.b", "a/.b"), ("a.", "a."), ("/a.", "/a."),
        // The target of `..` depends on links.
        ("..", ".."), ("a/../b", "a/../b"), ("../a", "../a"), ("a/..", "a/.."), ("a/..//b", "a/../b"),
    ])
    func normalPaths(_ path: String, _ normal: String) {
        #expect(path.normalPath == normal)
        #expect(normal.normalPath == normal)
    }
}
