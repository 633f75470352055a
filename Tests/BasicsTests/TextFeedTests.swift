import Basics
import Testing

/// A text that is supplied in parts.
@Suite struct TextFeedTests {
    private static func text(_ feed: TextFeed) -> String { String(decoding: feed.bytes, as: UTF8.self) }

    private static func feed(_ parts: [String]) -> TextFeed {
        var rest = parts[...]
        return TextFeed { rest.popFirst().map { Array($0.utf8) } }
    }

    @Test func partsAreAddedAndDropped() {
        let feed = Self.feed(["ab\nc", "", "dé\nf"])
        var waits = 0
        feed.willWait = { waits += 1 }
        #expect(Self.text(feed) == "" && !feed.isComplete)
        feed.refill(dropping: 0)
        #expect(Self.text(feed) == "ab\nc" && !feed.isComplete)
        feed.refill(dropping: 2)
        #expect(Self.text(feed) == "\nc")
        feed.refill(dropping: 1)
        #expect(Self.text(feed) == "cdé\nf" && !feed.isComplete)
        feed.refill(dropping: 5)
        #expect(Self.text(feed) == "f" && feed.isComplete)
        #expect(waits == 4)
        // Nothing is dropped or awaited once the text is complete.
        feed.refill(dropping: 1)
        #expect(Self.text(feed) == "f" && waits == 4)
    }

    @Test(arguments: [(0, 1, "a"), (0, 2, "ab"), (0, 3, "abc"), (0, 4, "abc")])
    func partsAreAddedUntilThereAreEnough(_ count: Int, _ needed: Int, _ text: String) {
        let feed = Self.feed(["a", "b", "c"])
        feed.refill(dropping: count, until: needed)
        #expect(Self.text(feed) == text)
        #expect(feed.isComplete == (needed == 4))
        feed.refillAll()
        #expect(Self.text(feed) == "abc" && feed.isComplete)
    }

    /// The line and column of an offset; what was dropped is part of them.
    @Test(arguments: [0, 1, 3, 4, 5, 6, 8])
    func placesIncludeWhatWasDropped(_ dropped: Int) {
        let text = "aé\n\nbö€x"
        let places = [
            (1, 1), (1, 2), (1, 3), (1, 3), (2, 1), (3, 1), (3, 2), (3, 3), (3, 3), (3, 4), (3, 4), (3, 4),
            (3, 5),
        ]
        let feed = Self.feed([text, "y"])
        feed.refill(dropping: 0)
        feed.refill(dropping: dropped)
        for offset in [0, 1, 3, 4, 5, 6, 8, 11, 12] where offset >= dropped {
            let place = feed.place(of: offset - dropped)
            #expect([place.line, place.column] == [places[offset].0, places[offset].1], "\(offset)")
        }
    }

    @Test func wholeTexts() {
        Array("a\nb".utf8).withUnsafeBufferPointer { bytes in
            let feed = TextFeed(whole: bytes)
            #expect(feed.isComplete && Self.text(feed) == "a\nb")
            feed.refill(dropping: 2)
            feed.refillAll()
            #expect(Self.text(feed) == "a\nb")
            #expect([2, 9].map { feed.place(of: $0) }.map { "\($0.line):\($0.column)" } == ["2:1", "2:2"])
        }
    }

    /// A part that is longer than all before it, and many short ones.
    @Test func longTextsAreWhole() {
        let parts = (0..<200).map { String(repeating: "\($0 % 10)", count: $0 * 7 % 90 + 1) }
        let feed = Self.feed(parts)
        feed.refillAll()
        #expect(Self.text(feed) == parts.joined())
    }

    /// The lines of all pairs of offsets in a text. Any number of bytes is dropped between them.
    @Test(arguments: ["", "\n", "a\n\nb", "\n\n", "ab\ncd\n", "abcdef"])
    func linesAreCounted(_ text: String) {
        let bytes = Array(text.utf8)
        let line = { (offset: Int) in 1 + bytes.prefix(offset).count { $0 == 0x0A } }
        for first in 0...bytes.count {
            for second in first...bytes.count + 1 {
                for dropped in first...max(first, min(second, bytes.count)) {
                    var lines = LineCounter()
                    bytes.withUnsafeBufferPointer { #expect(lines.line(at: first, in: $0) == line(first)) }
                    bytes.withUnsafeBufferPointer { lines.drop(dropped, of: $0) }
                    bytes[dropped...].withUnsafeBufferPointer {
                        #expect(lines.line(at: second - dropped, in: $0) == line(second))
                    }
                    #expect(lines.line == line(second))
                }
            }
        }
    }
}
