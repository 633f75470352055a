import Testing

@testable import DOM

/// The index of elements exists only as long as it is valid. (``TreeCheck`` checks its content for every page of the
/// tests.)
@Suite struct ParseIndexTests {
    @Test(arguments: [
        // Elements in order: nearly all pages.
        ("", true), ("<!DOCTYPE html><p class=a>x<b>y</b><ul><li>1<li>2</ul>", true),
        ("<table><tr><td>1<td>2</table><p>", true), ("<p><b>1<p>2", true),
        ("<select><option>1<option>2</select>", true),
        ("<svg><path/><foreignObject><p>x</p></foreignObject></svg><math><mi>x</math>", true),
        ("<template><td>x</td></template><frameset><frame>", true),
        ("<p>1<b>2</b><!-- c --></body></html><p>3", true),
        ("<b><i>1</b>2</i>", true), ("<a>1<a>2", true), ("<table> <p></table>", false),
        // Inserted before the table that contains them.
        ("<table><tr><p>1</table>", false), ("<table><b>1<td>2</table>", false),
        ("<table><select></table>", false),
        // Moved by the adoption agency algorithm.
        ("<b>1<p>2</b>3</p>", false), ("<a><div>1<a>2</div></a>", false), ("<b><p><i>1</b>2", false),
        // Taken from the middle of the stack.
        ("<form><div></form><p>1", false), ("<head></head><template><p></template>", false),
        // Given attributes later.
        ("<body><p><body class=x>", false), ("<html><p><html lang=en>", false),
        // Removed.
        ("<p></p><frameset><frame></frameset>", false),
    ])
    func areThereWhereElementsComeInOrder(_ page: String, _ areThere: Bool) throws {
        let document = try Document.html(page.utf8)
        #expect((document.parseIndex != nil) == areThere)
        #expect(TreeCheck.problem(in: document, isFresh: true) == nil)
    }

    @Test func areGoneWithTheFirstChange() throws {
        let document = try Document.html("<p>1<p>2".utf8)
        #expect(document.parseIndex?.count == 5)
        let paragraph = try #require(document.rootElement?.lastElementChild?.firstElementChild)
        document.remove(paragraph)
        #expect(document.parseIndex == nil)
    }

    /// More elements than fit in a chunk, and more chunks than the initial capacity.
    @Test(arguments: [1, 61, 62, 63, 64, 500, 5_000])
    func areAsManyAsElements(_ count: Int) throws {
        let page = (0..<count).map { "<p class=c\($0) id=i\($0)>" }.joined()
        let document = try Document.html(page.utf8)
        #expect(document.parseIndex?.count == count + 3)
        #expect(TreeCheck.problem(in: document, isFresh: true) == nil)
    }

    @Test func areNotThereForOtherTrees() throws {
        #expect(try Document.htmlFragment("<p>1").parseIndex == nil)
        #expect(try Document.xml("<a><b/></a>".utf8).document.parseIndex == nil)
        var options = HTMLOptions()
        options.parser = .libxml2
        #expect(try Document.html("<p>1".utf8, options: options).parseIndex == nil)
    }
}
