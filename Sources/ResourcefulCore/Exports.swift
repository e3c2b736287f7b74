// Resources are made of messages, and read JSON: one import gives all three.
@_exported public import ResourcefulHTTP
@_exported public import ResourcefulJSON
