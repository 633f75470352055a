import Foundation

/// A heading of the cookbook with its blocks of code.
public struct Recipe: CustomStringConvertible, Sendable {
    /// The article's name and the line of the heading.
    public let place: String
    /// The heading.
    public let title: String
    /// The blocks, in order.
    public let blocks: [(language: String, text: String)]

    /// The place and the heading.
    public var description: String { "\(place) \(title)" }

    /// The text of the first block of a language.
    public func block(_ language: String) -> String? { blocks.first { $0.language == language }?.text }

    /// The output of the recipe: the last block.
    public var output: String { blocks.last?.text ?? "" }

    /// The recipes of an article, which are its headings of the third level.
    public static func all(in article: String) -> [Recipe] {
        let path = URL(filePath: "\(#filePath)").deletingLastPathComponent()
            .appending(path: "../../Sources/Scraping/Scraping.docc/\(article).md")
        guard let text = try? String(contentsOf: path, encoding: .utf8) else { return [] }
        var recipes: [Recipe] = []
        var heading: (title: String, line: Int)?
        var blocks: [(language: String, text: String)] = []
        var open: (language: String, lines: [Substring])?
        func end() {
            guard let heading else { return }
            let place = "\(article).md:\(heading.line)"
            recipes.append(Recipe(place: place, title: heading.title, blocks: blocks))
        }
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") {
                if let block = open {
                    blocks.append((block.language, block.lines.map { $0 + "\n" }.joined()))
                }
                open = open == nil ? (String(line.dropFirst(3)), []) : nil
            } else if open != nil {
                open?.lines.append(line)
            } else if line.hasPrefix("### ") {
                end()
                (heading, blocks) = ((String(line.dropFirst(4)), index + 1), [])
            } else if line.hasPrefix("## ") {
                end()
                heading = nil
            }
        }
        end()
        return recipes
    }
}
