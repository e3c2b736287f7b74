// Messages carry JSON: importing this module imports both.
@_exported public import ResourcefulJSON
