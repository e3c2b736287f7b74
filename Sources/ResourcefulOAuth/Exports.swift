// Also exports requests, resources and plans.
@_exported public import ResourcefulCore
