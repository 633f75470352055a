import CLibXML2

// The insertion modes before the head (HTML standard, 13.2.6.4.1 to 13.2.6.4.3).
extension TreeConstructor {
    /// The "initial" insertion mode.
    mutating func processInitial() {
        switch kind {
        case .characters where !skipWhiteSpace(): return
        case .comment: return insertComment(into: documentNode)
        case .doctype:
            insertDoctype()
            mode = .beforeHTML
            return
        case .characters, .startTag, .endTag, .endOfFile: break
        }
        isQuirky = true
        reprocess(.beforeHTML)
    }

    private mutating func insertDoctype() {
        let token = tokenizer.token
        let doctype = tokenizer.arena.makeDocumentType(
            token.name,
            publicID: token.publicID.map { UnsafePointer($0.start) },
            systemID: token.systemID.map { UnsafePointer($0.start) },
            in: tree
        )
        // The first fields of a doctype are those of a node. The tree also has a pointer to it.
        append(UnsafeMutableRawPointer(doctype).assumingMemoryBound(to: xmlNode.self), to: documentNode)
        doctype.pointee.parent = tree
        tree.pointee.intSubset = doctype
        isQuirky =
            token.forcesQuirks
            || QuirksMode.isQuirky(
                name: token.hasName ? token.name.string : "",
                publicID: token.publicID?.string.lowercased(),
                systemID: token.systemID?.string.lowercased()
            )
    }

    /// The "before html" insertion mode.
    mutating func processBeforeHTML() {
        switch kind {
        case .doctype: return
        case .comment: return insertComment(into: documentNode)
        case .characters where !skipWhiteSpace(): return
        case .startTag where tag == .html:
            beginRootTag()
            insertRoot(createElement())
            mode = .beforeHead
            return
        case .endTag where ![.head, .body, .html, .br].contains(tag): return
        case .characters, .startTag, .endTag, .endOfFile: break
        }
        insertRoot(makeElement(known.names[Int(Tag.html.rawValue)]))
        reprocess(.beforeHead)
    }

    /// Makes an element the root, and pushes it onto the stack.
    mutating func insertRoot(_ element: Node, _ kind: OpenElement.Kind = []) {
        append(element, to: documentNode)
        open.push(element, known.names[Int(Tag.html.rawValue)], .html, [.scope, .special], kind)
    }

    /// The "before head" insertion mode.
    mutating func processBeforeHead() {
        switch kind {
        case .characters where !skipWhiteSpace(): return
        case .comment: return insertComment()
        case .doctype: return
        case .startTag where tag == .html: return processInBody()
        case .startTag where tag == .head:
            headElement = insertElement()
            mode = .inHead
            return
        case .endTag where ![.head, .body, .html, .br].contains(tag): return
        case .characters, .startTag, .endTag, .endOfFile: break
        }
        headElement = insertImpliedElement(.head)
        reprocess(.inHead)
    }
}
