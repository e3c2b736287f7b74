// One import provides everything that a program needs to load over this transport.
@_exported public import ResourcefulLoading
@_exported public import ResourcefulNetwork
