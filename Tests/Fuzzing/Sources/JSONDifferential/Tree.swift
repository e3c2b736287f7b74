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
    /// The same, read by hand.
    package init(reading json: JSON) throws {
        if json.isNull {
            self = .null
        } else if let value = try? json.bool {
            self = .bool(value)
        } else if let value = try? json.int {
            self = .int(Int64(value))
        } else if let value = try? json.double {
            self = .double(value)
        } else if let value = try? json.string {
            self = .string(value)
        } else if let elements = try? json.array {
            self = .array(try elements.map(Tree.init(reading:)))
        } else if let keys = try? json.keys {
            self = .object(
                try Dictionary(keys.map { ($0, try Tree(reading: json[$0])) }, uniquingKeysWith: { _, last in last }))
        } else {
            self = .unreadable
        }
    }

    /// The same with all numbers as `Double`: `JSONDecoder` rounds some to whole ones, where reading by hand does not.
    package var loose: Tree {
        switch self {
        case .int(let value): .double(Double(value))
        case .uint(let value): .double(Double(value))
        case .array(let elements): .array(elements.map(\.loose))
        case .object(let members): .object(members.mapValues(\.loose))
        default: self
        }
    }
}
