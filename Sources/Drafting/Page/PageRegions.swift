/// Tells menus, footers and the like from a page's content, by what they are called.
enum PageRegions {
    private static let chromeRoles: Set<String> = [
        "navigation", "menu", "menubar", "search", "contentinfo", "dialog", "banner", "toolbar",
    ]
    private static let chrome: Set<String> = [
        "nav", "navbar", "navigation", "menu", "footer", "breadcrumb", "breadcrumbs", "pagination", "pager",
        "cookie", "cookies",
        "consent", "social", "share", "sharing", "modal", "popup", "overlay", "toolbar", "dropdown", "skip",
        "newsletter",
        "subscribe", "advert", "advertisement", "ads", "sponsor", "sponsored", "login", "signup", "masthead",
        "gdpr", "toc",
    ]
    private static let side: Set<String> = [
        "aside", "sidebar", "related", "recommended", "recommendations", "trending", "popular", "promo",
        "widget", "rail",
        "more", "similar", "suggestions", "header",
    ]

    static func region(of entry: Outline.Entry, role: String?, id: String?) -> Outline.Region {
        if let role, chromeRoles.contains(role) { return .chrome }
        switch entry.tag {
        case "nav", "footer", "menu", "form": return .chrome
        case "aside", "header": return .side
        // Only what can hold blocks is a region.
        case "div", "section", "ul", "ol", "dl", "table", "p": break
        default: return .content
        }
        let words = (entry.classes + (id.map { [$0] } ?? [])).flatMap { Lexicon.words($0) }
        if words.contains(where: chrome.contains) { return .chrome }
        return words.contains(where: side.contains) ? .side : .content
    }
}
