// Messages carry JSON: one import gives both.
@_exported public import ResourcefulJSON
