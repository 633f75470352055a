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
                    &status
                )
            else { continue }
            TreeDump.dump(document, style: options.style) { output.write($0) }
        }
        output.flush()
        return max(status, output.status)
    }
}
