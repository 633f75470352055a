/// The texts of elements that lines begin with.
struct LineLeads {
    /// By the index of the line.
    private(set) var texts: [Int: [UInt8]] = [:]
    private let elements: Set<NodeRef>
    /// Those that are open, with the line that each begins and the length of the text before it.
    private var open: [(element: NodeRef, line: Int, start: Int)] = []

    /// - Parameter elements: those that count.
    init(_ elements: Set<NodeRef>) {
        self.elements = elements
    }

    mutating func enter(_ element: NodeRef, _ writer: borrowing TextWriter) {
        guard elements.contains(element), let line = writer.nextLine else { return }
        open.append((element, line, writer.utf8.count))
    }

    /// Keeps the text of an element that a line begins with, up to the end of that line.
    mutating func leave(_ element: NodeRef, _ writer: borrowing TextWriter) {
        guard open.last?.element == element, let lead = open.popLast(), texts[lead.line] == nil else {
            return
        }
        let text = writer.utf8[lead.start...].split(separator: 0x0A).first
        if let text { texts[lead.line] = WhiteSpace.trim(Array(text)) }
    }
}
