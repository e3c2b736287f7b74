// One import gives a user all that a program needs: URL and Data too.
@_exported public import ResourcefulLoading

#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
