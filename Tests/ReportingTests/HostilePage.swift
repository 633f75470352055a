/// A page that tries everything to run scripts, to load resources, and to interfere with the report.
enum HostilePage {
    static let rules = """
        {
          "records": {
            "Item": {
              "each": "p.item",
              "fields": {
                "name": "b",
                "link": { "select": "a::attr(href)" },
                "title": { "in": "document", "select": "title" }
              }
            }
          }
        }
        """

    /// The page; the resources that it would load are at a port of this machine.
    static func html(port: Int) -> String {
        let run = "(window.parent || window).document.title = 'it ran'"
        let address = "http://127.0.0.1:\(port)"
        return """
            <!DOCTYPE html>
            <html onclick="\(run)"><head><title>Hostile</title>
            <meta http-equiv="refresh" content="1; url=\(address)/refresh">
            <base href="\(address)/base/" target="_top">
            <script>\(run)</script><script src="\(address)/script.js"></script>
            <link rel="stylesheet" href="\(address)/style.css"><link rel="preload" as="image" href="\(address)/p.png">
            <style>@import "\(address)/import.css"; body { background: url(\(address)/back.png) }
            @font-face { font-family: f; src: url(\(address)/font) } p { font-family: f }</style>
            </head><body onload="\(run)" background="\(address)/body.png" data-scrape="0">
            <form id="form" action="\(address)/send"><input name="querySelectorAll" autofocus onfocus="\(run)">
            <img name="addEventListener" src="nothing" onerror="\(run)"><input id="scrollIntoView"></form>
            <img src="\(address)/image.png" srcset="\(address)/set.png 2x"><video poster="\(address)/poster.png"></video>
            <svg onload="\(run)"><script>\(run)</script><image href="\(address)/svg.png" />
            <a xlink:href="javascript:\(run)"><animate attributeName="href" to="javascript:\(run)" /></a>
            <style>&lt;img src=x onerror="\(run)"></style></svg>
            <iframe src="\(address)/frame.html"></iframe><iframe srcdoc="<script>\(run)</script>"></iframe>
            <object data="\(address)/object.svg"></object><embed src="\(address)/embed.svg">
            <noscript><p title="</noscript><img src=x onerror=&quot;\(run)&quot;>"></noscript>
            <math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=\(run)&gt;">
            </mglyph></table></mtext></math>
            <xmp><img src=x onerror="\(run)"></xmp>
            <div style="background: url(\(address)/inline.png)"></div>
            <p class="item"><b onmouseover="\(run)">one</b> <a href=" java&#10;script:\(run)">go</a></p>
            <p class="item"><b>two</b> <a href="\(address)/two">go</a></p>
            <template><script>\(run)</script></template><plaintext></plaintext><script>\(run)</script>
            """
    }
}
