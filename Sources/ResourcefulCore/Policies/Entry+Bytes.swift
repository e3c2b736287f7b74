#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension StoreEntry {
    /// A few bytes that a policy remembers, the date told by none of them unless it is given.
    init(bytes: [UInt8] = [], date: Date = Date(timeIntervalSinceReferenceDate: 0)) {
        self.init(data: Data(bytes), date: date)
    }
}
