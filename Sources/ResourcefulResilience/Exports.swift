// What policies against failures are added to.
@_exported public import ResourcefulCore
