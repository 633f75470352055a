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

    /// Which words begin a phrase, and the meaning of each phrase, by hashes.
    fileprivate static let table: (starts: HashedTable<Bool>, says: HashedTable<UInt32>) = {
        var starts: [UInt64: Bool] = [:]
        var says: [UInt64: UInt32] = [:]
        for phrase in allCases {
            for text in phrase.phrases.split(separator: ",") {
                let words = text.split(separator: " ")
                guard let first = words.first else { continue }
                starts[ByteHash.of(first.utf8)] = true
                says[ByteHash.of(words.joined(separator: " ").utf8), default: 0] |=
                    1 << UInt32(phrase.rawValue)
            }
        }
        return (HashedTable(starts), HashedTable(says))
    }()

    /// The maximum number of words in a phrase.
    fileprivate static let longest =
        allCases.flatMap { $0.phrases.split(separator: ",") }.map { $0.split(separator: " ").count }.max()
        ?? 0
}

/// Which phrases are in a text, as sets of bits by ``Phrase``.
struct PhraseSearch {
    private(set) var found: UInt32 = 0
    /// The phrases that begin with one of the text's first two words.
    private(set) var first: UInt32 = 0

    private let table = Phrase.table

    /// The beginning of a phrase that the text may contain.
    private struct Start {
        var hash: ByteHash
        var words = 1
        let isFirst: Bool
    }

    /// Reads a text once. Complexity: linear; at most ``Phrase/longest`` phrases are open at a time.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        var starts: [Start] = []
        var word = ByteHash()
        var length = 0
        var count = 0
        for byte in text {
            let isCapital = (0x41...0x5A).contains(byte)
            if isCapital || (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) {
                let lower = isCapital ? byte | 0x20 : byte
                word.add(lower)
                for index in starts.indices { starts[index].hash.add(lower) }
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

    private mutating func end(_ word: ByteHash, _ count: Int, _ starts: inout [Start]) {
        if table.starts[word.value] != nil { starts.append(Start(hash: word, isFirst: count < 2)) }
        guard !starts.isEmpty else { return }
        for index in starts.indices {
            if let says = table.says[starts[index].hash.value] {
                found |= says
                if starts[index].isFirst { first |= says }
            }
            starts[index].hash.add(0x20)
            starts[index].words += 1
        }
        starts.removeAll { $0.words > Phrase.longest }
    }
}
