extension JSON: Encodable {
    /// Encodes the value at this place; a missing value as `null`.
    ///
    /// ``JSON/Encoder`` writes numbers as the document does, digit for digit. With other encoders, whole numbers that
    /// fit in 64 bits are exact, and other numbers become the nearest `Double`.
    public func encode(to encoder: any Swift.Encoder) throws {
        switch exists ? document.word(node).kind : .null {
        case .object:
            var container = encoder.container(keyedBy: JSONCodingKey.self)
            for key in try keys { try container.encode(self[key], forKey: JSONCodingKey(stringValue: key)) }
        case .array:
            var container = encoder.unkeyedContainer()
            for element in try array { try container.encode(element) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .true, .false:
            var container = encoder.singleValueContainer()
            try container.encode(bool)
        case .string, .escapedString:
            var container = encoder.singleValueContainer()
            try container.encode(string)
        case .integer, .real:
            if let encoder = encoder as? JSON.Encoder.ValueEncoder {
                return encoder.place.part.single(at: encoder.place) { $0.text.append(document.content(of: node)) }
            }
            var container = encoder.singleValueContainer()
            if let number = try? int64 {
                try container.encode(number)
            } else if let number = try? uint64 {
                try container.encode(number)
            } else {
                try container.encode(double)
            }
        }
    }
}
