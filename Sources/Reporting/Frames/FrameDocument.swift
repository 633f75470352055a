import DOM

/// The document of the frame that shows a page.
///
/// Nothing of the page runs and nothing is loaded, each for several reasons of which one would do: the frame's sandbox
/// allows no scripts, forms, windows or navigation of others; the content policies of the frame and of the report around
/// it, which the frame inherits, allow no source but styles and images in the document itself; and the document holds
/// no scripts, handlers, frames, or addresses of anything outside it (``InertHTML``).
struct FrameDocument {
    let marks: PageMarks

    /// What the frame may use: its own styles, and images that stand in it.
    static let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

    /// A tree as a document: a page as a page, data as a tree. Complexity: linear.
    func html(of document: Document) -> [UInt8] {
        let byElement = marks.byElement
        var output: [UInt8] = []
        switch document.kind {
        case .html:
            if !document.isQuirky { output += "<!DOCTYPE html>\n".utf8 }
            output += head(FrameStyle.marks).utf8
            var page = InertHTML(document, self, byElement)
            page.write(into: &output)
        case .xml, .data:
            output += "<!DOCTYPE html>\n".utf8
            output += head(FrameStyle.tree + FrameStyle.marks).utf8
            DataTree(document, self, byElement).write(into: &output)
        }
        return output
    }

    /// What comes first, before anything of the page: a policy holds for what follows it.
    private func head(_ style: String) -> String {
        let hues = marks.fields.indices.map {
            "[data-scrape-color=\"\($0)\"]{--scrape-hue:\(PageMarks.hue($0))}\n"
        }
        return
            "<meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" content=\"\(FrameDocument.policy)\">"
            + "<style>\n\(style)\(hues.joined())</style>\n"
    }

    /// The attributes of an element that has marks.
    func attributes(_ numbers: [Int]) -> String {
        let list = numbers.map(String.init).joined(separator: " ")
        guard let color = numbers.lazy.compactMap({ marks.marks[$0].color }).first else {
            return " data-scrape=\"\(list)\" data-scrape-record"
        }
        return " data-scrape=\"\(list)\" data-scrape-color=\"\(color)\" tabindex=\"0\""
    }
}
