// Whoever tests loads also writes them: one import gives both rooms.
@_exported public import ResourcefulLoading
