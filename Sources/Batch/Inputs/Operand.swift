import Glibc
import Records
import Scraping

/// What stands on a command line for pages: a file, a folder, `-`.
struct Operand: Sendable {
    let path: String
    let choice: FileChoice
    let facts: PageFacts
    /// Below which folder the pages of a sitemap are saved; `nil` for the sitemap's own.
    let root: String?

    /// The operand's pages.
    var input: any PageInput {
        let kind = choice.kind
        if path == "-" {
            if kind == .pages { return SingleInput(path, facts) }
            return Operand.input(ByteStream(), kind, facts, root: root)
        }
        guard File.kind(of: path) == .folder else { return Operand.file(path, kind, facts, root: root) }
        guard kind == .list || kind == .sitemap else { return FolderInput(path, choice, facts) }
        return Operand.failed(path, "\(path) is a folder, and no \(kind.rawValue)")
    }

    /// How much there is to read.
    var size: InputSize {
        if path == "-" { return InputSize(pages: choice.kind == .pages ? 1 : nil, bytes: nil) }
        if File.kind(of: path) == .folder {
            return choice.kind == .list || choice.kind == .sitemap
                ? InputSize(pages: 0, bytes: 0) : FolderInput.size(of: path, choice)
        }
        switch choice.kind {
        case .pages where InputKind.of(file: path) != .warc:
            return InputSize(pages: 1, bytes: File.size(of: path))
        case .pages, .jsonl, .warc: return InputSize(pages: nil, bytes: File.size(of: path))
        case .list, .sitemap:
            // What they name is found quickly, and not what it has in bytes.
            var names = input
            var pages = 0
            while names.next() != nil { pages += 1 }
            return InputSize(pages: pages, bytes: nil)
        }
    }

    /// The pages of a file.
    static func file(
        _ path: String,
        _ kind: InputKind,
        _ facts: PageFacts,
        root: String? = nil
    ) -> any PageInput {
        let kind = kind == .pages && InputKind.of(file: path) == .warc ? .warc : kind
        if kind == .pages { return SingleInput(path, facts) }
        do throws(File.Failure) {
            return input(try ByteStream(path), kind, facts, root: root)
        } catch {
            return failed(path, "cannot read the input: \(error)")
        }
    }

    private static func input(
        _ stream: ByteStream,
        _ kind: InputKind,
        _ facts: PageFacts,
        root: String?
    ) -> any PageInput {
        switch kind {
        case .pages: SingleInput(stream.name, facts)
        case .jsonl: JSONLinesInput(stream, facts)
        case .warc: WARCInput(stream, facts)
        case .list: ListInput(stream, facts)
        case .sitemap: SitemapInput(stream, facts, root: root)
        }
    }

    private static func failed(_ path: String, _ message: String) -> SingleInput {
        SingleInput(failed: path, Diagnostic(.input, message, at: Location(file: path)))
    }
}
