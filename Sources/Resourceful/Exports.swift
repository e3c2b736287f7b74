// One import provides everything that a program needs, including URL and Data.
@_exported public import ResourcefulLoading
