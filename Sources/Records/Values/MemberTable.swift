/// The members of an object, for several questions about them.
///
/// A few members are searched one by one, and so are all for a few questions; otherwise a dictionary has their places.
package struct MemberTable {
    private let members: [Value.Member]
    /// Empty if the members are searched.
    private var places: [String: Int] = [:]

    /// The number of members, and of questions, up to which searching is faster.
    private static let few = 16

    /// - Parameter questions: how often a member is looked up, about.
    package init(_ members: [Value.Member], questions: Int) {
        self.members = members
        guard members.count > MemberTable.few, questions > MemberTable.few else { return }
        places = Dictionary(members.indices.map { (members[$0].name, $0) }) { first, _ in first }
    }

    /// The value of the first member with a name, or `nil`.
    package subscript(name: String) -> Value? {
        if places.isEmpty { return members.first { $0.name == name }?.value }
        return places[name].map { members[$0].value }
    }
}
