// Whoever loads also describes: one import gives both rooms.
@_exported public import ResourcefulCore
