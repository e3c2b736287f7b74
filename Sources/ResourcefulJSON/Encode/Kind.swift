#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSON.Encoder {
    /// The way that a value of a type is written: by its own `encode(to:)`, or directly.
    enum Kind: UInt8 {
        case ordinary, members, customDate, customData
        case string, bool, double, float
        case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
        case date, data, url, decimal

        /// Whether writing a value calls the type's own code, or writes an array or an object.
        var hasFrame: Bool { rawValue <= Self.customData.rawValue }

        init<Value>(of type: Value.Type) {
            self = Self.known[ObjectIdentifier(type)] ?? (type is any WrittenByMembers.Type ? .members : .ordinary)
        }

        func adapted(to settings: JSON.Encoder) -> Kind {
            switch (self, settings.dates, settings.data) {
            case (.date, .custom, _): .customDate
            case (.data, _, .custom): .customData
            case (.data, _, .deferredToData): .ordinary
            default: self
            }
        }

        private static let known: [ObjectIdentifier: Kind] = [
            ObjectIdentifier(String.self): .string, ObjectIdentifier(Bool.self): .bool,
            ObjectIdentifier(Double.self): .double, ObjectIdentifier(Float.self): .float,
            ObjectIdentifier(Int.self): .int, ObjectIdentifier(Int8.self): .int8,
            ObjectIdentifier(Int16.self): .int16, ObjectIdentifier(Int32.self): .int32,
            ObjectIdentifier(Int64.self): .int64, ObjectIdentifier(UInt.self): .uint,
            ObjectIdentifier(UInt8.self): .uint8, ObjectIdentifier(UInt16.self): .uint16,
            ObjectIdentifier(UInt32.self): .uint32, ObjectIdentifier(UInt64.self): .uint64,
            ObjectIdentifier(Date.self): .date, ObjectIdentifier(Data.self): .data,
            ObjectIdentifier(URL.self): .url, ObjectIdentifier(Decimal.self): .decimal,
        ]
    }

    /// The kinds of the types encountered so far: a small table without hashing, backed by a dictionary.
    struct KindTable {
        private var recent: [(type: ObjectIdentifier?, kind: Kind)] = Array(repeating: (nil, .ordinary), count: 32)
        private var all: [ObjectIdentifier: Kind] = [:]

        mutating func kind<Value>(of type: Value.Type, _ settings: JSON.Encoder) -> Kind {
            let identifier = ObjectIdentifier(type)
            let slot = (UInt(bitPattern: identifier) >> 4) & 31
            let entry = recent[Int(slot)]
            if entry.type == identifier { return entry.kind }
            return find(type, slot: Int(slot), settings)
        }

        @inline(never)
        private mutating func find<Value>(_ type: Value.Type, slot: Int, _ settings: JSON.Encoder) -> Kind {
            let kind = all[ObjectIdentifier(type)] ?? Kind(of: type).adapted(to: settings)
            if let evicted = recent[slot].type { all[evicted] = recent[slot].kind }
            recent[slot] = (ObjectIdentifier(type), kind)
            return kind
        }
    }
}

/// Returns a value as a type that it is known to have. It does what `as!` does, without the cost of a dynamic cast.
@inline(__always)
func same<Value, Known>(_ value: Value, _ type: Known.Type) -> Known {
    precondition(Value.self == Known.self)
    return unsafeBitCast(value, to: Known.self)
}
