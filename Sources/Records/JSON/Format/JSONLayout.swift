/// A JSON text as a tree of items, each with the comments that belong to it: what a formatter writes anew.
///
/// The tree is flat: an item names its children by their places in ``items``, so that no depth costs stack.
struct JSONLayout {
    /// A comment.
    struct Comment: Hashable {
        let token: JSONToken
        /// How many lines end before it.
        var breaks: Int
    }

    /// A value with its key, in the container that it stands in.
    struct Item {
        /// The comments before it, on lines of their own or in front of it.
        var leading: [Comment] = []
        /// How many lines end between the last leading comment, or what stands before, and the item.
        var breaks = 0
        /// The place of the key's token.
        var key: Int?
        /// The comments between key and value, each on the value's line.
        var inner: [Comment] = []
        /// The places of the value's tokens.
        var value = 0..<0
        /// The comments behind it on its line.
        var trailing: [Comment] = []

        /// The comments behind the opening bracket on its line.
        var opening: [Comment] = []
        /// The items of an object or array.
        var children: [Int] = []
        /// The comments before the closing bracket that belong to no item.
        var closing: [Comment] = []
    }

    let tokens: [JSONToken]
    /// All items; the first is the file itself, a container without brackets.
    let items: [Item]

    /// The layout of a text that ``JSONReader`` has accepted, by its tokens.
    ///
    /// Complexity: linear in the number of tokens.
    init(_ tokens: [JSONToken]) {
        self.tokens = tokens
        var builder = JSONLayoutBuilder(tokens)
        items = builder.build()
    }
}
