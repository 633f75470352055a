// What a user of selectors needs, with one import.
@_exported public import DOM
@_exported public import Encoding
