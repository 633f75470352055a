/// Names that standards and common services define: a site does not invent them to replace others.
enum CommonNames {
    /// Whether a name has a meaning of its own.
    static func contains(_ place: NamePlace) -> Bool {
        switch place.family {
        case .class, .id: false
        case .attribute: attributes.contains(place.name) || place.name.hasPrefix("aria-")
        case .value(let attribute):
            attribute == "rel" ? relations.contains(place.name) : isMeta(place.name)
        case .member(let parent):
            parent == "meta" ? isMeta(place.name) : parent == "link" && relations.contains(place.name)
        }
    }

    private static func isMeta(_ name: String) -> Bool {
        metas.contains(name) || prefixes.contains { name.hasPrefix($0) }
    }

    /// Attributes of HTML.
    private static let attributes: Set<String> = [
        "accept", "action", "align", "allow", "allowfullscreen", "alt", "async", "autocomplete", "border",
        "charset", "cite", "class", "color", "cols", "colspan", "content", "contenteditable", "controls",
        "coords", "crossorigin", "datetime", "defer", "dir", "disabled", "download", "draggable", "for",
        "frameborder", "headers", "height", "hidden", "href", "hreflang", "http-equiv", "id", "integrity",
        "itemid", "itemprop", "itemscope", "itemtype", "kind", "label", "lang", "loading", "media", "method",
        "name", "nonce", "onclick", "onload", "placeholder", "property", "referrerpolicy", "rel", "required",
        "role", "rows", "rowspan", "sandbox", "scope", "scrolling", "sizes", "span", "src", "srcset", "start",
        "style", "tabindex", "target", "title", "translate", "type", "typeof", "value", "width", "xmlns",
    ]

    /// Values of `name` and `property` in `meta`.
    private static let metas: Set<String> = [
        "application-name", "author", "cache-control", "charset", "color-scheme", "content-language",
        "content-type", "copyright", "description", "distribution", "expires", "format-detection",
        "generator",
        "google", "googlebot", "handheldfriendly", "keywords", "language", "mobileoptimized", "msvalidate.01",
        "news_keywords", "origin-trial", "pragma", "rating", "referrer", "refresh", "revisit-after", "robots",
        "theme-color", "title", "viewport", "x-ua-compatible",
    ]

    private static let prefixes = [
        "al:", "apple-", "application-", "article:", "book:", "citation_", "dc.", "dcterms.", "fb:",
        "google-",
        "msapplication-", "og:", "p:domain", "parsely-", "profile:", "sailthru.", "twitter:", "yandex-",
    ]

    /// Relations of `link` and `a`.
    private static let relations: Set<String> = [
        "alternate", "amphtml", "apple-touch-icon", "author", "bookmark", "canonical", "dns-prefetch",
        "edituri",
        "external", "help", "home", "icon", "image_src", "license", "manifest", "mask-icon", "me",
        "modulepreload",
        "next", "nofollow", "noopener", "noreferrer", "pingback", "preconnect", "prefetch", "preload", "prev",
        "prerender", "profile", "publisher", "search", "shortcut", "shortlink", "stylesheet", "tag",
        "wlwmanifest",
    ]
}
