/// Elements of the pages that one selector chooses and that may be records.
struct Block {
    /// The ways to select them, the sturdiest first.
    var marks: [SiteNames.Mark]
    /// Their places in the outline of each page.
    let members: [[Int]]

    var count: Int { members.reduce(0) { $0 + $1.count } }
}
