import Foundation
import Testing

/// The guarantee of `Arena`: no function of libxml2 that links, merges, replaces or frees nodes is called on a
/// document's tree.
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

    /// The names of forbidden functions that `source` calls.
    private static func calls(in source: String) -> [String] {
        source.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "(" && $0 != "." }
            .flatMap { $0.split(separator: "(", omittingEmptySubsequences: false).dropLast() }
            .map { String($0.split(separator: ".").last ?? "") }
            .filter { name in forbidden.contains { name.hasPrefix($0) } }
    }

    @Test func callsAreFound() {
        #expect(Self.calls(in: "if a { xmlUnlinkNode(node) }; f(g(xmlSetNsProp(x)))").count == 2)
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
            for case let file as URL in paths where file.pathExtension == "swift" {
                files += 1
                for name in Self.calls(in: try String(contentsOf: file, encoding: .utf8)) {
                    // The dictionary belongs to libxml2's parser.
                    if name == "xmlDictSetLimit", file.lastPathComponent.hasPrefix("LibXML2Parser") {
                        continue
                    }
                    Issue.record("\(file.lastPathComponent) calls \(name)")
                }
            }
        }
        #expect(files > 50)
    }
}
