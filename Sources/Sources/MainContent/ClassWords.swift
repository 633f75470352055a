import Basics

/// The meaning of words in classes and ids, by which designers of pages name the parts. The words are English, like
/// nearly all names in the markup of pages, whatever their language.
enum ClassWord: Int, CaseIterable {
    case comment, related, nav, share, ad, signup, caption, media, author, meta, head, dek, side, foot, body
    case notice, quote, embed, concealed, live
    /// Determined by attributes other than the class and the id.
    case roleNavigation, roleComplementary, roleContentinfo, roleBanner, roleDialog, roleSearch, roleMain
    case roleArticle, articleBody, invisible
    /// Names of the element with an article's text.
    case named

    /// The words, case-insensitive; "authorName" and "author-name" have two.
    var words: String {
        switch self {
        case .comment: "comment comments disqus respond reply replies commenting discussion"
        case .related:
            """
            related recommended recommendation recommendations recommend recirc recirculation trending popular also \
            suggestions most latest teaser teasers outbrain taboola readmore more next previous prev list listing \
            cards card grid river feed recirculation upnext readnext seealso suggested suggestion
            """
        case .nav:
            "nav navigation navbar menu breadcrumb breadcrumbs pagination pager toc skip topbar masthead dropdown"
        case .share: "share sharing social facebook twitter follow sharebar toolbar tools print"
        case .ad:
            "ad ads advert advertisement sponsor sponsored banner promo promotion promoted commercial affiliate"
        case .signup:
            """
            newsletter newsletters subscribe subscription signup paywall piano donate donation cta login register \
            contribute contribution contributions membership appeal fundraising support
            """
        case .caption: "caption figcaption credit credits"
        case .media:
            "image images photo photos gallery media slideshow video player carousel slider img figure picture"
        case .author: "author authors byline bylines bio contributor contributors profile"
        case .meta:
            """
            meta date datetime time timestamp published updated tags tag taglist categories category topics topic \
            info details
            """
        case .head: "header head title headline hed heading"
        case .dek:
            """
            dek subtitle subhead subheadline standfirst summary kicker lead lede deck excerpt description intro \
            teaser abstract
            """
        case .side: "sidebar aside widget widgets rail complementary side secondary right"
        case .foot: "footer foot copyright legal disclaimer bottom"
        case .body: "article body content entry post story text main paragraph rich prose articlebody"
        case .notice: "cookie cookies consent gdpr modal popup overlay alert notice lightbox"
        case .quote: "pullquote quote blockquote factbox box infobox callout highlights"
        case .embed: "embed tweet instagram iframe html"
        case .concealed: "hidden hide invisible visually sr screenreader offscreen"
        case .live: "live"
        case .named:
            """
            articlebody articlecontent articletext articlecopy articlemain articlestory postbody postcontent posttext \
            postentry entrycontent entrytext entrybody storybody storycontent storytext storycopy contentbody \
            contentarticle bodycontent bodycopy bodytext newsbody newstext newscontent textbody blogcontent blogpost \
            blogbody singlecontent pagecontent maincontent contentmain wysiwyg richtext
            """
        case .roleNavigation, .roleComplementary, .roleContentinfo, .roleBanner, .roleDialog, .roleSearch,
            .roleMain, .roleArticle, .articleBody, .invisible:
            ""
        }
    }

    /// The attribute `role` that the case is for.
    var role: String? {
        switch self {
        case .roleNavigation: "navigation"
        case .roleComplementary: "complementary"
        case .roleContentinfo: "contentinfo"
        case .roleBanner: "banner"
        case .roleDialog: "dialog"
        case .roleSearch: "search"
        case .roleMain: "main"
        case .roleArticle: "article"
        case .comment, .related, .nav, .share, .ad, .signup, .caption, .media, .author, .meta, .head, .dek,
            .side, .foot, .body, .notice, .quote, .embed, .concealed, .live, .named, .articleBody, .invisible:
            nil
        }
    }
}

/// A set of words of classes.
struct ClassWords: OptionSet, Hashable {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    init(_ word: ClassWord) { rawValue = 1 << UInt32(word.rawValue) }

    init(_ words: [ClassWord]) { rawValue = words.reduce(0) { $0 | 1 << UInt32($1.rawValue) } }

    /// The sets for parts that surround the content of a page.
    static let surrounding = ClassWords([
        .comment, .related, .nav, .side, .foot, .ad, .signup, .notice, .share, .roleNavigation,
        .roleComplementary, .roleContentinfo, .caption,
    ])

    static let body = ClassWords(.body)

    /// The sets of the words by their hashes; two words of different sets are joined ("teaser").
    private static let table: HashedTable<ClassWords> = {
        var table: [UInt64: ClassWords] = [:]
        for word in ClassWord.allCases {
            for text in word.words.split(separator: " ") {
                table[ByteHash.of(text.utf8), default: []].formUnion(ClassWords(word))
            }
        }
        return HashedTable(table)
    }()

    private static let roles: [String: ClassWords] = Dictionary(
        uniqueKeysWithValues: ClassWord.allCases.compactMap { word in
            word.role.map { ($0, ClassWords(word)) }
        }
    )

    /// The words in the value of a class or an id. A name is divided at capital letters and at all characters that are
    /// not letters; two consecutive words can be one ("article-body", "articleBody", "articlebody").
    init(in value: UnsafeBufferPointer<UInt8>) {
        self = []
        var hash = ByteHash()
        var pair = ByteHash()
        var length = 0
        var wasLowercase = false
        for byte in value {
            let isUppercase = (0x41...0x5A).contains(byte)
            let isLetter = isUppercase || (0x61...0x7A).contains(byte)
            if !isLetter || (isUppercase && wasLowercase) {
                add(hash, pair, length)
                if length > 0 || byte.isASCIIWhiteSpace { pair = byte.isASCIIWhiteSpace ? ByteHash() : hash }
                hash = ByteHash()
                length = 0
            }
            if isLetter {
                hash.add(byte | 0x20)
                pair.add(byte | 0x20)
                length += 1
            }
            wasLowercase = isLetter && !isUppercase
        }
        add(hash, pair, length)
    }

    private mutating func add(_ word: ByteHash, _ pair: ByteHash, _ length: Int) {
        guard length > 1 else { return }
        if let words = ClassWords.table[word.value] { formUnion(words) }
        if word != pair, let words = ClassWords.table[pair.value] { formUnion(words) }
    }

    /// The word for the value of `role`.
    init(role: String) { self = ClassWords.roles[role] ?? [] }
}

/// A hash of bytes that is the same in every run (FNV-1a).
struct ByteHash: Hashable {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

    mutating func add(_ bytes: some Sequence<UInt8>) { for byte in bytes { add(byte) } }

    static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash = ByteHash()
        hash.add(bytes)
        return hash.value
    }

    /// Another hash of bytes, eight at a time, by which the texts and classes of a page are compared.
    static func quick(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let raw = UnsafeRawBufferPointer(bytes)
        var hash = UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15
        var index = 0
        while index < bytes.count {
            var word: UInt64 = 0
            if index + 8 <= bytes.count {
                word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            } else {
                for byte in bytes[index...] { word = word << 8 | UInt64(byte) }
            }
            let (high, low) = (hash ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
            hash = (high ^ low) &+ 0xE703_7ED1_A0B4_28DB
            index += 8
        }
        return hash
    }
}
