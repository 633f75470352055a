import Records
import Scraping

/// The pages in a folder and in the folders in it, those of archives among them.
struct FolderInput: PageInput {
    private let folder: String
    private let choice: FileChoice
    private let facts: PageFacts
    private var walk: FolderWalk
    /// The file that is being gone through, of those that hold more than one page.
    private var file: OffsetInput?
    /// How many bytes the files behind have.
    private var bytesBehind = 0

    init(_ folder: String, _ choice: FileChoice, _ facts: PageFacts) {
        self.folder = folder
        self.choice = choice
        self.facts = facts
        walk = FolderWalk(folder)
    }

    mutating func next() -> PendingPage? {
        while true {
            if let page = file?.next() { return page }
            file = nil
            switch walk.next() {
            case .file(let path): if let page = take(path) { return page }
            case .unreadable(let path, let reason):
                let path = walk.path(of: path)
                let message = "cannot read the folder: \(reason)"
                let diagnostic = Diagnostic(.input, message, at: Location(file: path))
                return pending(path) { .failed(diagnostic) }
            case nil: return nil
            }
        }
    }

    private mutating func take(_ file: String) -> PendingPage? {
        let path = walk.path(of: file)
        let verdict = choice.verdict(file)
        switch verdict {
        case .passedOver: return nil
        case .leftOut(let reason): return pending(path) { .leftOut(reason) }
        case .page:
            bytesBehind += File.size(of: path)
            let facts = facts
            return pending(path) { SavedPage.read(path, facts) }
        case .several(let kind):
            self.file = OffsetInput(Operand.file(path, kind, facts), bytesBehind)
            bytesBehind += File.size(of: path)
            return nil
        }
    }

    private func pending(_ path: String, _ read: @escaping @Sendable () -> ReadPage) -> PendingPage {
        PendingPage(name: path, place: InputPlace(file: path), bytesBehind: bytesBehind, read: read)
    }

    /// How much a folder holds, found by a walk through it.
    static func size(of folder: String, _ choice: FileChoice) -> InputSize {
        var walk = FolderWalk(folder)
        var size = InputSize(pages: 0, bytes: 0)
        while let found = walk.next() {
            guard case .file(let path) = found else { continue }
            switch choice.verdict(path) {
            case .page: size += InputSize(pages: 1, bytes: File.size(of: walk.path(of: path)))
            case .several: size += InputSize(pages: nil, bytes: File.size(of: walk.path(of: path)))
            case .leftOut, .passedOver: break
            }
        }
        return size
    }
}
