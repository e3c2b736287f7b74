@_exported public import ResourcefulCore
