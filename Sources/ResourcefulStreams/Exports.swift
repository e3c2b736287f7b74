// Streams are described and loaded as resources are, and report their progress: one import provides all.
@_exported public import ResourcefulProgress
