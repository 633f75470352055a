public import Scraping

/// One extension of each kind.
public let plugin = Plugin(
    name: "garden",
    about: "what a garden's rules need",
    sources: [.keyValues],
    preparations: [.dropHidden],
    transforms: [.initials],
    types: [.isbn],
    formats: [.outline]
)
