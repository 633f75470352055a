// What a user of the module needs, with one import.
@_exported public import Engine
