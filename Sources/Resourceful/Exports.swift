// One import provides everything that a program needs, including URL and Data.
@_exported public import ResourcefulLoading

#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
