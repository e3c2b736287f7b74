// Streams are described and loaded as resources are: one import provides all.
@_exported public import ResourcefulLoading
