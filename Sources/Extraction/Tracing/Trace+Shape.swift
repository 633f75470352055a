extension Trace {
    /// The trace without where things stand in the page, and without what is known of selectors that matched nothing: what
    /// was chosen, and the values. Two pages with one shape came to their records in the same way.
    public var shape: Trace {
        var trace = self
        trace.page = ""
        for index in trace.preparations.indices { trace.preparations[index].nodes = [] }
        for type in trace.records.indices {
            for layout in trace.records[type].layouts.indices {
                trace.records[type].layouts[layout].forgetNodes()
            }
        }
        return trace
    }
}

extension Trace.Node {
    /// No element in particular.
    fileprivate static let any = Trace.Node(path: "")
}

extension Trace.Layout {
    fileprivate mutating func forgetNodes() {
        within?.miss = nil
        condition?.miss = nil
        for index in selectors.indices { selectors[index].miss = nil }
        for index in elements.indices { elements[index].forgetNodes() }
    }
}

extension Trace.Element {
    fileprivate mutating func forgetNodes() {
        node = .any
        for field in fields.indices {
            for alternative in fields[field].alternatives.indices {
                fields[field].alternatives[alternative].forgetNodes()
            }
        }
    }
}

extension Trace.Alternative {
    fileprivate mutating func forgetNodes() {
        if start != nil { start = .any }
        condition?.miss = nil
        for attempt in attempts.indices {
            attempts[attempt].selector?.miss = nil
            for index in attempts[attempt].readings.indices { attempts[attempt].readings[index].node = .any }
            for index in attempts[attempt].objects.indices { attempts[attempt].objects[index].forgetNodes() }
        }
    }
}
