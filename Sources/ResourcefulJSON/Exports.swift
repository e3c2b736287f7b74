// JSON is read from bytes: importing this module, or one above it, imports Foundation's essentials.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
