import DOM
import Glibc
import Scraping

/// `scrape tree PAGE…`: pages as the engine sees them.
struct TreeCommand {
    let options: TreeOptions

    func run() -> ExitStatus {
        var status = ExitStatus.success
        let output = StandardOutput()
        for name in options.pages {
            guard
                let document = PageFile.tree(
                    name,
                    source: options.source,
                    encoding: options.encoding,
                    reading: options.reading,
                    in: options.context,
                    &status
                )
            else { continue }
            // The root of a fragment is the parser's alone.
            let root = options.context == nil ? document.node : document.rootElement ?? document.node
            TreeDump.dump(root, in: document, style: options.style) { output.write($0) }
        }
        output.flush()
        return max(status, output.status)
    }
}
