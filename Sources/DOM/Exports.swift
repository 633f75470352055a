// The encodings that documents are made with.
@_exported public import Encoding
