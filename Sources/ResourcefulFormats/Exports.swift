// Formats are read from responses: one import provides both.
@_exported public import ResourcefulCore
