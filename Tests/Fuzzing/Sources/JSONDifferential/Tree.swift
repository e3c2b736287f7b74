package import ResourcefulCore

/// Any JSON value, as a type that is decoded: it asks for one type after the other, as such types do.
package indirect enum Tree: Equatable, Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case uint(UInt64)
    case double(Double)
    case string(String)
    case array([Tree])
    case object([String: Tree])
    /// A number that none of the types can hold.
    case unreadable
}

extension Tree: Codable {
    package init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Key.self) {
            var object: [String: Tree] = [:]
            for key in members.allKeys { object[key.stringValue] = try members.decode(Tree.self, forKey: key) }
            self = .object(object)
        } else if var elements = try? decoder.unkeyedContainer() {
            var array: [Tree] = []
            while !elements.isAtEnd { array.append(try elements.decode(Tree.self)) }
            self = .array(array)
        } else {
            self = Tree(single: try decoder.singleValueContainer())
        }
    }

    private init(single container: any SingleValueDecodingContainer) {
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .int(value)
        } else if let value = try? container.decode(UInt64.self) {
            self = .uint(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else {
            self = .unreadable
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null, .unreadable: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .uint(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension Tree {
    /// Whether a document that is read by hand has the same values. A number is compared as a `Double`: `JSONDecoder`
    /// rounds some to whole ones; and one that is too small for a `Double` is 0 by hand.
    package func isRead(from json: JSON) -> Bool {
        switch self {
        case .null: json.isNull
        case .bool(let value): (try? json.bool) == value
        case .int(let value): (try? json.int).map(Int64.init) == value || (try? json.double) == Double(value)
        case .uint(let value): (try? json.double) == Double(value)
        case .double(let value): (try? json.double) == value
        case .unreadable: (try? json.double) ?? 0 == 0 && (try? json.string) == nil
        case .string(let value): (try? json.string).map { Array($0.utf8) } == Array(value.utf8)
        case .array(let elements):
            (try? json.array).map { $0.count == elements.count && zip(elements, $0).allSatisfy { $0.isRead(from: $1) } }
                ?? false
        case .object(let members):
            (try? json.keys).map { Set($0) == Set(members.keys) } ?? false
                && members.allSatisfy { $1.isRead(from: json[$0]) }
        }
    }
}
