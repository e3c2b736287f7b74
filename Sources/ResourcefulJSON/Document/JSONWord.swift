/// The kind of a value of a document. Strings and numbers are divided by how much work it is to read them.
enum JSONKind: UInt8 {
    case null, `true`, `false`
    /// A number of digits, with an optional sign.
    case integer
    /// A number with a fraction or an exponent.
    case real
    /// A string whose bytes are its text.
    case string
    /// A string with escapes.
    case escapedString
    case array, object

    @inline(__always) var isNumber: Bool { self == .integer || self == .real }
    @inline(__always) var isString: Bool { self == .string || self == .escapedString }
    var isContainer: Bool { rawValue >= JSONKind.array.rawValue }
}

/// A word of the tape: the kind in 4 bits, a length in 28, an offset into the text in 32.
///
/// A string has the offset of the first byte after its opening quote, and the length of the text between the quotes.
/// The length of a container is the number of its elements or members; a `JSONEnd` follows it on the tape.
struct JSONWord {
    let bits: UInt64

    init(bits: UInt64) { self.bits = bits }

    init(_ kind: JSONKind, offset: Int, length: Int) {
        bits =
            UInt64(kind.rawValue) << 60 | UInt64(truncatingIfNeeded: min(length, Self.longest)) << 32
            | UInt64(UInt32(truncatingIfNeeded: offset))
    }

    /// The maximum length in a word, which represents this length and all longer ones.
    static let longest = 0xFFF_FFFF

    /// The kind. It doesn't use `init(rawValue:)`, which is a function call: this is the hottest property.
    @inline(__always) var kind: JSONKind {
        switch bits >> 60 {
        case 1: .true
        case 2: .false
        case 3: .integer
        case 4: .real
        case 5: .string
        case 6: .escapedString
        case 7: .array
        case 8: .object
        default: .null
        }
    }

    /// Whether it is a string whose bytes are its text.
    @inline(__always) var isPlainString: Bool { bits >> 60 == UInt64(JSONKind.string.rawValue) }
    @inline(__always) var isEscapedString: Bool { bits >> 60 == UInt64(JSONKind.escapedString.rawValue) }
    var offset: Int { Int(UInt32(truncatingIfNeeded: bits)) }
    var length: Int { Int(truncatingIfNeeded: bits >> 32) & Self.longest }
    var isContainer: Bool { bits >> 60 >= UInt64(JSONKind.array.rawValue) }
    var isNull: Bool { bits >> 60 == UInt64(JSONKind.null.rawValue) }
}

/// The second word of a container: the node after everything in it, and the end of its text.
struct JSONEnd {
    let bits: UInt64

    init(bits: UInt64) { self.bits = bits }
    init(next: Int, end: Int) { bits = UInt64(UInt32(truncatingIfNeeded: end)) << 32 | UInt64(UInt32(next)) }

    var next: Int { Int(UInt32(truncatingIfNeeded: bits)) }
    var end: Int { Int(bits >> 32) }
}
