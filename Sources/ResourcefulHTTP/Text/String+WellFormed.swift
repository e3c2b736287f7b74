extension String {
    /// Creates a text from code units; nil if they aren't well-formed in their encoding. Linear in their number.
    ///
    /// Equivalent to `String(validating:as:)`, which Apple's platforms have from macOS 15 on.
    @inlinable
    package init?<Encoding: Unicode.Encoding>(
        wellFormed units: some Sequence<Encoding.CodeUnit>, as encoding: Encoding.Type
    ) {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            self.init(validating: units, as: encoding)
        } else {
            self.init(transcoding: units, from: encoding)
        }
    }

    /// Creates a text in the same way, with functions that are available on every system.
    @inlinable
    package init?<Encoding: Unicode.Encoding>(
        transcoding units: some Sequence<Encoding.CodeUnit>, from encoding: Encoding.Type
    ) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(units.underestimatedCount)
        let isBroken = transcode(units.makeIterator(), from: encoding, to: UTF8.self, stoppingOnError: true) {
            bytes.append($0)
        }
        guard !isBroken else { return nil }
        self.init(decoding: bytes, as: UTF8.self)
    }

    /// Creates a text from bytes; nil if they aren't well-formed in their encoding.
    package init?<Encoding: Unicode.Encoding>(wellFormed bytes: Data, as encoding: Encoding.Type)
    where Encoding.CodeUnit == UInt8 {
        guard let text = bytes.withUnsafeBytes({ String(wellFormed: $0, as: encoding) }) else { return nil }
        self = text
    }
}

extension StringProtocol {
    /// Whether two texts are the same bytes. `==` compares letters, of which some can be written in two ways.
    package func hasBytes(of other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}
