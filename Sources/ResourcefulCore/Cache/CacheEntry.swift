#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// All that is stored under one key: the responses, the latest first, one for each set of selecting fields.
public struct CacheEntry: Hashable, Sendable {
    /// The responses, the latest first.
    public var responses: [StoredResponse]
    /// When the responses of this key were last invalidated: what was asked for before that is not stored any more.
    public var invalidated: Date?

    /// An entry.
    public init(responses: [StoredResponse] = [], invalidated: Date? = nil) {
        self.responses = responses
        self.invalidated = invalidated
    }

    /// About how many bytes of memory it takes.
    public var size: Int {
        responses.reduce(256) { size, stored in
            let fields = stored.response.headerFields.reduce(0) {
                $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 64
            }
            return size + 512 + stored.response.body.count + fields
        }
    }
}
