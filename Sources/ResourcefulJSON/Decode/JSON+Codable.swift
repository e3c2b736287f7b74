extension JSON: Decodable {
    /// Creates the value that a decoder is at. With ``JSON/Decoder`` it is a place in the same document, without a
    /// copy. With another decoder, a number becomes a whole number if it fits an `Int`, and otherwise a `Double`.
    public init(from decoder: any Swift.Decoder) throws {
        if let decoder = decoder as? JSONValueDecoder, decoder.node < JSONDecoding.firstAbsent {
            self.init(document: decoder.decoding.seenDocument(), node: decoder.node)
        } else {
            try self.init(text: Self.text(from: decoder))
        }
    }

    /// Creates a document from text that is known to be JSON, without a limit on the nesting depth.
    init(text: String) throws {
        self.init(document: try JSONDocument(Data(text.utf8), maximumDepth: .max), node: 0)
    }

    private static func text(from decoder: any Swift.Decoder) throws -> String {
        if let container = try? decoder.container(keyedBy: JSONCodingKey.self) {
            let members = try container.allKeys.map { key in
                "\(quoted(key.stringValue)):\(try container.decode(JSON.self, forKey: key).spelled)"
            }
            return "{\(members.joined(separator: ","))}"
        }
        if var container = try? decoder.unkeyedContainer() {
            var elements: [String] = []
            while !container.isAtEnd { elements.append(try container.decode(JSON.self).spelled) }
            return "[\(elements.joined(separator: ","))]"
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() { return "null" }
        if let bool = try? container.decode(Bool.self) { return "\(bool)" }
        if let int = try? container.decode(Int.self) { return "\(int)" }
        if let double = try? container.decode(Double.self), double.isFinite { return "\(double)" }
        return quoted(try container.decode(String.self))
    }
}

extension JSON {
    /// The text of the value as written in its document; `null` if the value is missing.
    var spelled: String { exists ? String(decoding: document.bytes(of: node), as: UTF8.self) : "null" }

    /// Returns a string in quotes, escaped where JSON requires it.
    package static func quoted(_ string: String) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "\u{0}"..<" ": text += "\\u" + Hexadecimal.text(of: UInt16(scalar.value))
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}

extension String {
    /// Creates the text of a JSON value as written in its document, including secrets; `null` if the value is missing.
    public init(_ json: JSON) { self = json.spelled }
}
