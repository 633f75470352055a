import Basics

/// The meaning of phrases in a text: it asks for something, is a note about the article, or names who took a picture.
/// The phrases are English; a text in another language has none, and the other features decide.
enum Phrase: Int, CaseIterable {
    case signup, support, follow, more, note, legal, shop, photo, bio, byline

    /// The phrases, separated by commas: words of letters and digits, so that "editor's" is two.
    var phrases: String {
        switch self {
        case .signup:
            """
            sign up, subscribe, subscribe to, newsletter, newsletters, inbox, subscriber, subscribers, your \
            email, email address, free trial, create an account, log in, register, mailing list, opt in, \
            unsubscribe, membership, become a member, members only
            """
        case .support:
            """
            donate, donation, contribution, contribute, support our, your support, support us, keep our, \
            independent journalism, our journalism, our newsroom, our readers, help us
            """
        case .follow:
            """
            follow us, follow him, follow her, follow them, on facebook, on twitter, on instagram, download \
            our app, our app, share this, like us, join us, join our, comments below, leave a comment, let us know
            """
        case .more:
            """
            read more, click here, related, see also, also read, read also, read next, read the full, watch \
            now, see more, learn more, find out more, more information, more from, more on, more stories, \
            you might also like, you may also like, recommended, stay in the know, up next, continue \
            reading, keep reading, for more, listen to
            """
        case .note:
            """
            editor s note, editor note, correction, clarification, an earlier version, previous version, \
            this article, this story, this post, was originally published, originally appeared, originally \
            published, was updated, has been updated, first published, last updated, republished, \
            contributed to this
            """
        case .legal:
            """
            copyright, all rights reserved, terms of use, privacy policy, terms of service, terms and \
            conditions, permission, trademark, rights reserved, cookies, cookie policy, advertisement, \
            disclaimer, written permission, reproduced
            """
        case .shop:
            """
            affiliate, commission, we may earn, may earn, independently selected, independently reviewed, \
            our editors, product recommendations, buy now, shop now, purchase through, when you buy, \
            partners, sponsored, retail links, our links, links on our
            """
        case .photo:
            """
            photo by, photos by, image credit, photo credit, photograph by, getty images, courtesy of, photo \
            courtesy, shutterstock, associated press photo, ap photo, reuters, image by, file photo, photo \
            via, credit, pictured, afp, image via, video by, screenshot
            """
        case .bio:
            """
            is a senior, is a contributing, is a freelance, is a writer, is a reporter, is a staff, is an \
            editor, is the editor, senior editor, staff writer, senior writer, contributing writer, \
            freelance writer, covers, can be reached, be reached at, has written for, her work, his work, \
            more than a decade, reporter at, writer for, editor at, journalist
            """
        case .byline:
            """
            by, written by, posted by, posted on, published, updated, min read, minutes read, minute read, \
            ago
            """
        }
    }

    /// The meaning of each phrase by its hash, and an empty meaning for each beginning of one, in whole words.
    fileprivate static let table: HashedTable<UInt32> = {
        var says: [UInt64: UInt32] = [:]
        for phrase in allCases {
            for text in phrase.phrases.split(separator: ",") {
                let words = text.split(separator: " ")
                for count in words.indices.map({ $0 + 1 }) {
                    let meaning: UInt32 = count == words.count ? 1 << UInt32(phrase.rawValue) : 0
                    says[ByteHash.of(words.prefix(count).joined(separator: " ").utf8), default: 0] |= meaning
                }
            }
        }
        return HashedTable(says)
    }()
}

/// Which phrases are in a text, as sets of bits by ``Phrase``.
struct PhraseSearch {
    private(set) var found: UInt32 = 0
    /// The phrases that begin with one of the text's first two words.
    private(set) var first: UInt32 = 0

    private let table = Phrase.table

    /// The beginning of a phrase, by the hash of its words.
    private struct Start {
        var hash: ByteHash
        let isFirst: Bool
    }

    /// Reads a text once. Complexity: linear; at most as many phrases are open at a time as the longest has words.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        var starts: [Start] = []
        var word = ByteHash()
        var length = 0
        var count = 0
        for byte in text {
            let letter = byte | 0x20
            if (0x61...0x7A).contains(letter) || (0x30...0x39).contains(byte) {
                // The bit that makes letters small is set in digits too.
                word.add(letter)
                for index in starts.indices { starts[index].hash.add(letter) }
                length += 1
            } else if length > 0 {
                end(word, count, &starts)
                word = ByteHash()
                length = 0
                count += 1
            }
        }
        if length > 0 { end(word, count, &starts) }
    }

    /// Ends a word: finds the phrases that end with it, and forgets those that no phrase continues.
    private mutating func end(_ word: ByteHash, _ count: Int, _ starts: inout [Start]) {
        var kept = 0
        for index in starts.indices where note(&starts[index]) {
            starts[kept] = starts[index]
            kept += 1
        }
        if kept < starts.count { starts.removeSubrange(kept...) }
        var start = Start(hash: word, isFirst: count < 2)
        if note(&start) { starts.append(start) }
    }

    /// Notes the meaning of a phrase that ends here; `false` if the words are the beginning of no phrase.
    private mutating func note(_ start: inout Start) -> Bool {
        guard let says = table[start.hash.value] else { return false }
        found |= says
        if start.isFirst { first |= says }
        start.hash.add(0x20)
        return true
    }
}
