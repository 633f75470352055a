// The modules that a user of the library needs, with one import.
@_exported public import Engine
