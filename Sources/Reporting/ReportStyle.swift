/// The styles of the report around the pages.
enum ReportStyle {
    static let css = """
        :root {
          color-scheme: light dark;
          --back: #fff; --front: #1b1f24; --soft: #5b6470; --line: #d5dae0; --panel: #f6f7f9;
          --bad: #b3261e; --good: #1a7f37; --warn: #8a5a00; --bad-back: #fbdcd9; --good-back: #d3f2dc; --tone: 38%;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --back: #16191d; --front: #e4e7eb; --soft: #a0a9b4; --line: #383f48; --panel: #1e2227;
            --bad: #ff9a92; --good: #6fdd8b; --warn: #f0b849; --bad-back: #5a1f1b; --good-back: #164a26; --tone: 68%;
          }
        }
        * { box-sizing: border-box; }
        html, body { height: 100%; margin: 0; }
        body {
          display: flex; flex-direction: column; background: var(--back); color: var(--front);
          font: 15px/1.45 system-ui, sans-serif;
        }
        header { padding: 0.5rem 1rem; border-bottom: 1px solid var(--line); }
        h1 { font-size: 1.1rem; margin: 0; display: inline; }
        header p { display: inline; margin: 0 0 0 1rem; color: var(--soft); }
        h2 { font-size: 1rem; margin: 0; } h3 { font-size: 0.95rem; margin: 1.2rem 0 0.4rem; }
        h4 { font-size: 0.9rem; margin: 0; }
        .body { flex: 1; min-height: 0; display: flex; }
        nav { width: 16rem; overflow: auto; border-right: 1px solid var(--line); background: var(--panel); }
        nav ol { list-style: none; margin: 0; padding: 0.4rem 0; }
        nav a { display: block; padding: 0.2rem 0.8rem; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
        nav a::before, .verdict::before { content: "✓ "; color: var(--good); }
        nav a.failed::before, .verdict.failed::before { content: "✗ "; color: var(--bad); }
        nav a[aria-current] { background: var(--back); font-weight: 600; }
        main { flex: 1; min-width: 0; display: flex; flex-direction: column; }
        .page { flex: 1; min-height: 0; display: flex; flex-direction: column; }
        .page[hidden] { display: none; }
        .page > h2 { padding: 0.5rem 1rem; } .verdict { font-weight: 400; color: var(--soft); }
        .columns { flex: 1; min-height: 0; display: flex; border-top: 1px solid var(--line); }
        .panel { width: 42%; min-width: 20rem; overflow: auto; padding: 0 1rem 2rem; }
        .view { flex: 1; min-width: 0; border-left: 1px solid var(--line); }
        iframe { width: 100%; height: 100%; border: 0; display: block; background: Canvas; }
        .status {
          margin: 0; padding: 0.25rem 1rem; min-height: 1.9rem; border-top: 1px solid var(--line);
          background: var(--panel); color: var(--soft); font-size: 0.85rem; overflow-wrap: anywhere;
        }
        .rules { color: var(--soft); }
        code { font: 0.85em ui-monospace, monospace; color: var(--soft); overflow-wrap: anywhere; }
        .record {
          border: 1px solid var(--line); border-radius: 6px; margin: 0 0 0.6rem; padding: 0.3rem;
          content-visibility: auto; contain-intrinsic-size: auto 8rem;
        }
        .record ul { list-style: none; margin: 0; padding: 0; } .record li ul { padding-left: 1.2rem; }
        .record li ul + ul { border-top: 1px dashed var(--line); }
        .mark {
          all: unset; display: block; box-sizing: border-box; width: 100%; padding: 0.12rem 0.4rem; cursor: pointer;
          border-radius: 4px; border-left: 4px solid transparent; white-space: pre-wrap; overflow-wrap: anywhere;
        }
        .field, .missing { border-left: 4px solid hsl(var(--hue) 75% var(--tone)); }
        .mark:not([data-mark]) { cursor: default; border-left-style: dotted; }
        .missing { padding: 0.12rem 0.4rem; color: var(--soft); font-size: 0.85rem; border-left-style: dotted; }
        .required { color: var(--bad); }
        .name { font-weight: 600; color: hsl(var(--hue) 60% var(--tone)); }
        .mark:focus-visible, a:focus-visible { outline: 2px solid var(--front); outline-offset: 1px; }
        .mark[aria-current] { background: hsl(var(--hue, 50) 80% 50% / 0.28); }
        .left-out { opacity: 0.75; }
        table { border-collapse: collapse; width: 100%; table-layout: fixed; font-size: 0.85rem; }
        th, td { border: 1px solid var(--line); padding: 0.25rem 0.4rem; text-align: left; vertical-align: top; }
        td { font-family: ui-monospace, monospace; white-space: pre-wrap; } th, td { overflow-wrap: anywhere; }
        del { background: var(--bad-back); color: var(--bad); text-decoration: none; }
        ins { background: var(--good-back); color: var(--good); text-decoration: none; }
        a { color: inherit; }
        .diagnostics { padding-left: 1.2rem; overflow-wrap: anywhere; }
        .error { color: var(--bad); } .warning { color: var(--warn); } .note { color: var(--soft); }
        @media (max-width: 60rem) {
          .body, .columns { flex-direction: column; } nav { width: auto; max-height: 8rem; }
          .panel { width: auto; flex: 1; min-height: 0; } .view { border-left: 0; border-top: 1px solid var(--line); }
        }
        """
}

/// The styles of the frame that shows a page.
enum FrameStyle {
    /// Outlines in the fields' colours, which do not change the layout.
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

    /// The style of trees of data.
    static let tree = """
        :root { color-scheme: light dark; }
        body { font: 13px/1.5 ui-monospace, monospace; }
        div { margin-left: calc(var(--depth) * 1.2em); overflow-wrap: anywhere; white-space: pre-wrap; }
        div[data-scrape][data-scrape] { outline-offset: -1px !important; }
        i { opacity: 0.7; }

        """
}
