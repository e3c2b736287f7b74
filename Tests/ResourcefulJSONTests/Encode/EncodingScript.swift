import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a value does with its encoder: any use of it that is allowed, to be carried out with different encoders.
indirect enum EncodingScript: Encodable {
    /// How an element or a member is written: as a value, to a nested container, or to a super encoder.
    enum Way: CaseIterable { case value, nested, superEncoder }

    case nothing, null
    case bool(Bool)
    case int(Int)
    case byte(UInt8)
    case large(UInt64)
    case double(Double)
    case float(Float)
    case string(String)
    case date(Date)
    case data(Data)
    case url(URL)
    case decimal(Decimal)
    case numbers([Double])
    case strings([String: String])
    case indexed([Int: Bool])
    case optionals([Int?])
    case single(EncodingScript)
    case array([(Way, EncodingScript)])
    case object([(String, Way, EncodingScript)])

    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .nothing: break
        case .array(let elements): try Self.write(elements, to: encoder.unkeyedContainer())
        case .object(let members): try Self.write(members, to: encoder.container(keyedBy: Key.self))
        default:
            var container = encoder.singleValueContainer()
            try write(to: &container)
        }
    }

    private func write(to container: inout any SingleValueEncodingContainer) throws {
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .byte(let value): try container.encode(value)
        case .large(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .float(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .date(let value): try container.encode(value)
        case .data(let value): try container.encode(value)
        case .url(let value): try container.encode(value)
        case .decimal(let value): try container.encode(value)
        case .numbers(let value): try container.encode(value)
        case .strings(let value): try container.encode(value)
        case .indexed(let value): try container.encode(value)
        case .optionals(let value): try container.encode(value)
        case .single(let value): try container.encode(value)
        case .nothing, .array, .object: break
        }
    }

    private static func write(_ elements: [(Way, EncodingScript)], to container: any UnkeyedEncodingContainer) throws {
        var container = container
        var later: [() throws -> Void] = []
        for (way, element) in elements {
            switch (way, element) {
            case (.nested, .array(let elements)):
                let nested = container.nestedUnkeyedContainer()
                later.append { try write(elements, to: nested) }
            case (.nested, .object(let members)):
                let nested = container.nestedContainer(keyedBy: Key.self)
                later.append { try write(members, to: nested) }
            case (.superEncoder, _): try element.encode(to: container.superEncoder())
            case (_, .null): try container.encodeNil()
            case (_, .double(let value)): try container.encode(value)
            case (_, .string(let value)): try container.encode(value)
            default: try container.encode(element)
            }
        }
        // Containers are written to in another order than they were made in.
        for write in later.reversed() { try write() }
    }

    private static func write(
        _ members: [(String, Way, EncodingScript)], to container: KeyedEncodingContainer<Key>
    ) throws {
        var container = container
        var later: [() throws -> Void] = []
        for (name, way, value) in members {
            let key = Key(stringValue: name)
            switch (way, value) {
            case (.nested, .array(let elements)):
                let nested = container.nestedUnkeyedContainer(forKey: key)
                later.append { try write(elements, to: nested) }
            case (.nested, .object(let members)):
                let nested = container.nestedContainer(keyedBy: Key.self, forKey: key)
                later.append { try write(members, to: nested) }
            case (.superEncoder, _): try value.encode(to: container.superEncoder(forKey: key))
            case (_, .null): try container.encodeNil(forKey: key)
            case (_, .int(let number)): try container.encode(number, forKey: key)
            case (_, .string(let text)): try container.encode(text, forKey: key)
            default: try container.encode(value, forKey: key)
            }
        }
        for write in later.reversed() { try write() }
    }
}
