/// The styles of the frame that shows a page.
enum FrameStyle {
    /// Outlines in the fields' colours; they take no room, so that the page stays as it is.
    static let marks = """
        [data-scrape] { outline: 2px solid hsl(var(--scrape-hue) 80% 42%) !important; outline-offset: 1px !important; }
        [data-scrape-record] { outline: 1px dashed #888 !important; outline-offset: 3px !important; }
        [data-scrape-on] {
          outline-width: 4px !important; scroll-margin: 4em;
          background-color: hsl(var(--scrape-hue, 50) 90% 60% / 0.4) !important;
        }
        [data-scrape-link] { color: LinkText; text-decoration: underline; }
        [data-scrape-unseen] { border-top: 2px solid #888; font: 13px/1.4 system-ui, sans-serif; padding: 1em; }
        [data-scrape-unseen] pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 20em; overflow: auto; }

        """

    /// How data is shown as a tree.
    static let tree = """
        :root { color-scheme: light dark; }
        body { font: 13px/1.5 ui-monospace, monospace; }
        div { margin-left: calc(var(--depth) * 1.2em); overflow-wrap: anywhere; white-space: pre-wrap; }
        div[data-scrape][data-scrape] { outline-offset: -1px !important; }
        i { opacity: 0.7; }

        """
}
