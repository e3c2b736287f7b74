extension Redaction {
    /// Returns a piece of text of the same length with every byte of the value of a secret name replaced by `*`.
    ///
    /// Finds names and values in JSON, in strings that contain JSON, in XML, in forms, in queries and in field lines.
    /// The piece may begin and end anywhere, doesn't need to be well-formed, and may be UTF-16 or UTF-32. If the end of
    /// a value is unclear, more is replaced rather than less. Linear in the length of the piece.
    package func masked(_ bytes: [UInt8]) -> [UInt8] { starred(bytes) { secretPlaces(in: $0, isCut: true) } }

    /// Returns a complete text with the same replacements.
    func masked(whole bytes: [UInt8]) -> [UInt8] { starred(bytes) { secretPlaces(in: $0) } }

    /// Returns a piece of text with every byte that repeats one of the secret values replaced by `*`.
    func masked(echoesIn bytes: [UInt8]) -> [UInt8] { starred(bytes) { ordered(echoes(in: $0, isCut: true)) } }

    private func starred(_ bytes: [UInt8], _ places: ([UInt8]) -> [Range<Int>]) -> [UInt8] {
        var masked = bytes
        guard let wide = WideText(bytes) else {
            for place in places(bytes) {
                for index in place { masked[index] = UInt8(ascii: "*") }
            }
            return masked
        }
        for place in places(wide.units) {
            let place = wide.bytes(of: place)
            let stars = Array(repeating: UInt8(ascii: "*"), count: place.count / wide.width)
            masked.replaceSubrange(place, with: wide.wide(stars))
        }
        return masked
    }

    /// Returns a text with every secret value replaced by `***`, which doesn't reveal its length. Redacting the result
    /// again doesn't change it.
    func shortlyMasked(_ bytes: [UInt8]) -> [UInt8] {
        guard let wide = WideText(bytes) else { return replaced(bytes, secretPlaces(in: bytes), by: Array("***".utf8)) }
        return replaced(bytes, secretPlaces(in: wide.units).map(wide.bytes), by: wide.wide("***".utf8))
    }

    /// Returns the bytes with each of the places replaced by a mask.
    package func replaced(_ bytes: [UInt8], _ places: [Range<Int>], by mask: [UInt8]) -> [UInt8] {
        guard !places.isEmpty else { return bytes }
        var (replaced, end) = ([UInt8](), 0)
        for place in places where !place.isEmpty {
            replaced += bytes[end..<place.lowerBound]
            replaced += mask
            end = place.upperBound
        }
        return replaced + bytes[end...]
    }

    /// Returns the places of secrets, in order and without overlaps.
    ///
    /// - Parameter isCut: Whether the text may end in the middle of a secret.
    package func secretPlaces(in bytes: [UInt8], isCut: Bool = false) -> [Range<Int>] {
        var scanner = SecretScanner(bytes, redaction: self)
        return ordered(scanner.scan() + echoes(in: bytes, isCut: isCut))
    }

    /// Returns the places in order, with overlapping ones merged.
    package func ordered(_ found: [Range<Int>]) -> [Range<Int>] {
        guard found.count > 1 else { return found }
        return found.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { places, place in
            guard let last = places.last, place.lowerBound < last.upperBound else { return places.append(place) }
            places[places.count - 1] = last.lowerBound..<max(last.upperBound, place.upperBound)
        }
    }
}
