/// A character set: its names in the `charset` parameter of a media type, and how to decode it.
///
/// The standard ones have the names of the WHATWG Encoding Standard. As in that standard, Latin-1 and ASCII are decoded
/// as Windows-1252. You can create others.
///
///     let latin2 = Charset("iso-8859-2", "latin2") { bytes in
///         String(data: bytes, encoding: .isoLatin2)
///     }
///     let lyrics = Resource<String>(text: Request("lyrics.txt"), charsets: [latin2])
public struct Charset: Sendable {
    /// The names in lower case, beginning with the usual one.
    public let names: [String]
    /// Decodes bytes as text; returns nil if they aren't valid in this character set.
    package let decode: @Sendable (Data) -> String?

    /// Creates a character set. Its names are case-insensitive.
    public init(_ names: String..., decode: @escaping @Sendable (Data) -> String?) {
        self.names = names.map { $0.lowercased() }
        self.decode = decode
    }

    /// Returns whether a label is one of the names.
    package func isCalled(_ label: String) -> Bool {
        names.contains(label.lowercased().filter { $0 != " " && $0 != "'" })
    }

    /// UTF-8 (RFC 3629). Invalid bytes are rejected, not replaced.
    public static let utf8 = Charset("utf-8", "utf8", "unicode-1-1-utf-8") { String(wellFormed: $0, as: UTF8.self) }

    /// UTF-16 in little-endian byte order.
    static let utf16LittleEndian = Charset("utf-16le", "utf-16", "unicode", "ucs-2", "iso-10646-ucs-2") {
        units(of: $0) { UInt16($0) | UInt16($1) << 8 }
    }

    /// UTF-16 in big-endian byte order.
    static let utf16BigEndian = Charset("utf-16be", "unicodefffe") {
        units(of: $0) { UInt16($0) << 8 | UInt16($1) }
    }

    /// Windows-1252, which Latin-1 and ASCII are also decoded as. Every byte is a character.
    package static let windows1252 = Charset(
        "windows-1252", "cp1252", "x-cp1252", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1", "us-ascii",
        "ascii", "ansi_x3.4-1968"
    ) { bytes in
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar(windows1252Scalars[$0] ?? UInt16($0)) ?? "?" }))
    }

    /// Latin-9, which includes the euro sign.
    static let latin9 = Charset("iso-8859-15", "iso8859-15", "iso_8859-15", "latin9", "l9") { bytes in
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar(latin9Scalars[$0] ?? UInt16($0)) ?? "?" }))
    }

    /// The character sets above.
    public static let standard = [utf8, windows1252, utf16LittleEndian, utf16BigEndian, latin9]

    /// Returns the character set of a byte order mark, and the length of the mark; nil if there is no mark.
    package static func marked(_ bytes: Data) -> (Charset, Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (utf8, 3) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (utf16BigEndian, 2) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (utf16LittleEndian, 2) }
        return nil
    }

    /// Returns the number of bytes that are UTF-8, before the first that aren't.
    package static func validUTF8Prefix(of bytes: UnsafeRawBufferPointer) -> Int {
        var decoder = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var count = 0
        while case .valid(let scalar) = decoder.parseScalar(from: &rest) { count += scalar.count }
        return count
    }

    private static func units(of bytes: Data, _ unit: (UInt8, UInt8) -> UInt16) -> String? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let bytes = Array(bytes)
        let units = stride(from: 0, to: bytes.count, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
        return String(wellFormed: units, as: UTF16.self)
    }

    private static let windows1252Scalars: [UInt8: UInt16] = [
        0x80: 0x20AC, 0x82: 0x201A, 0x83: 0x0192, 0x84: 0x201E, 0x85: 0x2026, 0x86: 0x2020, 0x87: 0x2021,
        0x88: 0x02C6, 0x89: 0x2030, 0x8A: 0x0160, 0x8B: 0x2039, 0x8C: 0x0152, 0x8E: 0x017D, 0x91: 0x2018,
        0x92: 0x2019, 0x93: 0x201C, 0x94: 0x201D, 0x95: 0x2022, 0x96: 0x2013, 0x97: 0x2014, 0x98: 0x02DC,
        0x99: 0x2122, 0x9A: 0x0161, 0x9B: 0x203A, 0x9C: 0x0153, 0x9E: 0x017E, 0x9F: 0x0178,
    ]

    private static let latin9Scalars: [UInt8: UInt16] = [
        0xA4: 0x20AC, 0xA6: 0x0160, 0xA8: 0x0161, 0xB4: 0x017D, 0xB8: 0x017E, 0xBC: 0x0152, 0xBD: 0x0153, 0xBE: 0x0178,
    ]
}
