extension Redaction {
    /// A piece of text, every byte of the value of a secret name replaced by `*`; its length and all else stays.
    ///
    /// A name and its value are found in JSON, in a string that holds JSON, in XML, in a form, in a query and in a line
    /// of fields. The piece may begin and end anywhere, need not be well-formed, and may be UTF-16 or UTF-32. Where it
    /// is not clear how far a value goes, more is replaced rather than less. Linear in its length.
    package func masked(_ bytes: [UInt8]) -> [UInt8] { starred(bytes) { secretPlaces(in: $0, isCut: true) } }

    /// The same for a text that is whole.
    func masked(whole bytes: [UInt8]) -> [UInt8] { starred(bytes) { secretPlaces(in: $0) } }

    /// A piece of text, every byte that repeats one of the secrets themselves replaced by `*`.
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

    /// The same piece of text, each such value replaced by `***`, so that its length is not told. What is replaced once
    /// is not changed by being replaced again.
    func shortlyMasked(_ bytes: [UInt8]) -> [UInt8] {
        guard let wide = WideText(bytes) else { return replaced(bytes, secretPlaces(in: bytes), by: Array("***".utf8)) }
        return replaced(bytes, secretPlaces(in: wide.units).map(wide.bytes), by: wide.wide("***".utf8))
    }

    /// Some bytes, those in places replaced.
    func replaced(_ bytes: [UInt8], _ places: [Range<Int>], by mask: [UInt8]) -> [UInt8] {
        guard !places.isEmpty else { return bytes }
        var (replaced, end) = ([UInt8](), 0)
        for place in places where !place.isEmpty {
            replaced += bytes[end..<place.lowerBound]
            replaced += mask
            end = place.upperBound
        }
        return replaced + bytes[end...]
    }

    /// Where secrets stand, in order and apart from each other.
    ///
    /// - Parameter isCut: Whether the text may end in the middle of a secret.
    func secretPlaces(in bytes: [UInt8], isCut: Bool = false) -> [Range<Int>] {
        var scanner = SecretScanner(bytes, redaction: self)
        return ordered(scanner.scan() + echoes(in: bytes, isCut: isCut))
    }

    /// Places in order, those that overlap as one.
    func ordered(_ found: [Range<Int>]) -> [Range<Int>] {
        guard found.count > 1 else { return found }
        return found.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { places, place in
            guard let last = places.last, place.lowerBound < last.upperBound else { return places.append(place) }
            places[places.count - 1] = last.lowerBound..<max(last.upperBound, place.upperBound)
        }
    }
}
