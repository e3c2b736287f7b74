#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A type with a member of every kind that decoders treat specially.
package struct Record: Codable, Equatable, Sendable {
    package var id: Int
    package var name: String
    package var small: Int8?
    package var large: UInt64?
    package var ratio: Double?
    package var short: Float?
    package var isOpen: Bool?
    package var at: Date?
    package var link: URL?
    package var price: Decimal?
    package var blob: Data?
    package var kind: Kind?
    package var tags: [String]?
    package var counts: [Int: Double]?
    package var names: [String: String?]?
    package var parts: [Record]?

    package enum Kind: String, Codable, Sendable { case one, two }

    package static let keys = [
        "id", "name", "small", "large", "ratio", "short", "isOpen", "at", "link", "price", "blob", "kind", "tags",
        "counts", "names", "parts",
    ]
}

/// A class that decodes its superclass from a member of its own, and a list out of step.
package struct Pair: Codable, Equatable, Sendable {
    package var first: Int
    package var rest: [String]
    package var last: Double?

    package init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        first = try container.decode(Int.self)
        var nested = try container.nestedUnkeyedContainer()
        rest = []
        while !nested.isAtEnd { rest.append(try nested.decode(String.self)) }
        last = try container.decodeIfPresent(Double.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(first)
        try container.encode(rest)
        try container.encode(last)
    }
}
