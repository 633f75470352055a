/// The marks that the parts of a text are in, each combination once, as a tree: a style is its parent's marks and
/// one more.
///
/// ```
/// 0 ── plain
/// ├─ 1 ── strong
/// │  └─ 2 ── strong, emphasis
/// └─ 3 ── link 0
/// ```
///
/// No style has a mark twice, so that however deep a page nests its elements, the tree is at most nine deep.
final class InlineStyles {
    private struct Style {
        let parent: Int
        let mark: Mark?
        let depth: Int
        let marks: UInt16
    }

    private struct Step: Hashable {
        let parent: Int
        let mark: Mark
    }

    /// Where a link leads.
    struct Link {
        let address: String
        let title: String
        /// The address as the page spells it.
        let spelling: String
        /// How often it has been written: once for each block that the page puts into it.
        var uses = 0
    }

    /// How many blocks within one link become links: an address can be longer than all that is in the link.
    private static let useLimit = 16

    /// The style of plain text.
    static let plain = 0

    private var styles = [Style(parent: 0, mark: nil, depth: 0, marks: 0)]
    private var known: [Step: Int] = [:]
    private(set) var links: [Link] = []

    /// A new link.
    func addLink(_ link: Link) -> Mark {
        links.append(link)
        return .link(links.count - 1)
    }

    /// Whether a link may be written once more; counts it.
    func useLink(_ index: Int) -> Bool {
        links[index].uses += 1
        return links[index].uses <= InlineStyles.useLimit
    }

    /// The style of what stands in a mark within a style.
    func adding(_ mark: Mark, to style: Int) -> Int {
        let parent = styles[style]
        if parent.marks & mark.bit != 0 { return style }
        let step = Step(parent: style, mark: mark)
        if let style = known[step] { return style }
        styles.append(
            Style(parent: style, mark: mark, depth: parent.depth + 1, marks: parent.marks | mark.bit)
        )
        known[step] = styles.count - 1
        return styles.count - 1
    }

    /// The marks that two styles have in common, from the outermost on.
    func common(_ left: Int, _ right: Int) -> Int {
        var (left, right) = (left, right)
        while left != right {
            if styles[left].depth >= styles[right].depth {
                left = styles[left].parent
            } else {
                right = styles[right].parent
            }
        }
        return left
    }

    /// The marks of a style that an ancestor of it has not, from the outermost on.
    func marks(of style: Int, beyond ancestor: Int) -> [Mark] {
        var marks: [Mark] = []
        var style = style
        while style != ancestor, let mark = styles[style].mark {
            marks.append(mark)
            style = styles[style].parent
        }
        return marks.reversed()
    }

    /// The link that a style is in.
    func isLinked(_ style: Int) -> Bool { styles[style].marks & Mark.link(0).bit != 0 }
}
