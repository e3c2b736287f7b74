extension JSON {
    /// Returns the place that a pointer identifies (RFC 6901, section 4). In an array, a token of digits without
    /// leading zeros is an index, and any other token leads to a missing value.
    public subscript(at pointer: JSONPointer) -> JSON {
        pointer.tokens.reduce(self) { place, token in
            let isIndex = token == "0" || (token.utf8.first != UInt8(ascii: "0") && token.utf8.allSatisfy(Self.isDigit))
            guard place.isArray, isIndex, let index = Int(token) else {
                return place.isArray ? place[-1] : place[token]
            }
            return place[index]
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
