import Selectors

// Parsing and selecting alone, without Foundation.
let page = Document(html: "<title>Plants</title><ul class=plants><li><b>Oak</b> <a href=/oak>more</a></ul>")
for plant in page.select("ul.plants > li") {
    print(page.title ?? "", plant.first("b")?.text ?? "", plant.first("a")?["href"] ?? "", plant.html)
}
let feed = try Document(
    xml: "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>A</title></entry></feed>"
)
print(feed.values("entry > title"), feed.root?.namespace ?? "")
