// Whoever chooses a transport also loads: one import gives both rooms.
@_exported public import ResourcefulLoading
