// The rooms below, for programs and plugins: Scraping adds to them what has types of Foundation.
@_exported public import Addresses
@_exported public import Basics
@_exported public import DOM
@_exported public import Encoding
@_exported public import Extraction
@_exported public import Language
@_exported public import Records
@_exported public import Selectors
@_exported public import Sources
@_exported public import Values
