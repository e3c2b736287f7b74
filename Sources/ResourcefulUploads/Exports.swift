// An upload is a load of several requests: one import provides both.
@_exported public import ResourcefulLoading
