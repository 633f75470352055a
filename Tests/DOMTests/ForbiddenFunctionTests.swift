import Foundation
import Platform
import Testing

/// The guarantee of `Arena`: no function of libxml2 that links, merges, replaces or frees nodes is called on a document's tree. No
/// function is called by its name at all, so that a program need not be linked to libxml2.
@Suite struct ForbiddenFunctionTests {
    /// Functions that change a tree or create nodes in libxml2's own memory. Names are prefixes.
    private static let forbidden = [
        "xmlFreeNode", "xmlFreeProp", "xmlFreeNs", "xmlFreeDtd", "xmlUnlink", "xmlReplaceNode", "xmlAddChild",
        "xmlAddNextSibling", "xmlAddPrevSibling", "xmlAddSibling", "xmlSetProp", "xmlSetNs", "xmlUnsetProp",
        "xmlUnsetNsProp", "xmlRemoveProp", "xmlNewProp", "xmlNewNsProp", "xmlNewDocProp", "xmlNewDocNode",
        "xmlNewNode", "xmlNewChild", "xmlNewText", "xmlNewDocText", "xmlNewComment", "xmlNewDocComment",
        "xmlNewPI",
        "xmlNewDocPI", "xmlNewDocRawNode", "xmlNewCData", "xmlNewDtd", "xmlCreateIntSubset", "xmlNodeSet",
        "xmlNodeAdd", "xmlText", "xmlSetTreeDoc", "xmlSetListDoc", "xmlDocSetRootElement", "xmlDocCopyNode",
        "xmlCopy", "xmlReconciliateNs", "xmlDOMWrap", "xmlAddID", "xmlAddRef", "xmlDict",
    ]

    /// The names in `source` that are called as functions and are those of libxml2.
    private static func calls(in source: String) -> [String] {
        source.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "(" && $0 != "." }
            .flatMap { $0.split(separator: "(", omittingEmptySubsequences: false).dropLast() }
            .map { String($0.split(separator: ".").last ?? "") }
            // The tests are linked to libxml2.
            .filter { ($0.hasPrefix("xml") || $0.hasPrefix("html")) && dlsym(nil, $0) != nil }
    }

    @Test func callsAreFound() {
        #expect(
            Self.calls(in: "if a { xmlUnlinkNode(node) }; f(g(xmlSetNsProp(x), htmlFragment(y)))").count == 2
        )
        #expect(Self.calls(in: "// `xmlFreeNode` and node.unlink(x)").isEmpty)
    }

    @Test func noneIsCalled() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        var files = 0
        for room in ["Sources", "Plugins"] {
            // A package's sources may be a link.
            let folder = root.appending(path: room).resolvingSymlinksInPath()
            guard let paths = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            else { continue }
            for case let file as URL in paths where ["swift", "h"].contains(file.pathExtension) {
                files += 1
                for name in Self.calls(in: try String(contentsOf: file, encoding: .utf8)) {
                    Issue.record("\(file.lastPathComponent) calls \(name)")
                }
            }
        }
        #expect(files > 50)
        let library = root.appending(path: "Sources/DOM/LibXML2/LibXML2Library.swift")
        let loaded = try String(contentsOf: library, encoding: .utf8).matches(of: #/required\("(\w+)"\)/#)
            .map(\.1)
        #expect(loaded.count > 10)
        for name in loaded where Self.forbidden.contains(where: { name.hasPrefix($0) }) {
            // The dictionary belongs to libxml2's parser.
            #expect(name == "xmlDictSetLimit")
        }
    }
}
