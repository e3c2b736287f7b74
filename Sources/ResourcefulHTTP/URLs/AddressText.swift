/// The texts of IP addresses. A form that programs read in different ways is none.
package enum AddressText {
    /// Returns the number of an IPv4 address: four decimal numbers without leading zeros (RFC 3986, section 3.2.2).
    package static func version4(_ text: some Sequence<UInt8>) -> UInt32? {
        var number: UInt32 = 0
        var (partCount, digitCount, value): (Int, Int, UInt32) = (1, 0, 0)
        for byte in text {
            if byte == UInt8(ascii: "."), digitCount > 0 {
                number = number << 8 | value
                (partCount, digitCount, value) = (partCount + 1, 0, 0)
                continue
            }
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte, digitCount == 0 || value > 0 else { return nil }
            value = value * 10 + UInt32(byte - UInt8(ascii: "0"))
            digitCount += 1
            guard value < 256 else { return nil }
        }
        return partCount == 4 && digitCount > 0 ? number << 8 | value : nil
    }

    /// Returns the eight groups of an IPv6 address (RFC 4291, section 2.2).
    package static func version6(_ text: ArraySlice<UInt8>) -> [UInt16]? {
        var halves: [[UInt16]] = [[]]
        var rest = text
        if rest.starts(with: "::".utf8) {
            halves.append([])
            rest = rest.dropFirst(2)
            if rest.isEmpty { return Array(repeating: 0, count: 8) }
        }
        while true {
            let word = rest.prefix { $0 != UInt8(ascii: ":") }
            rest = rest.dropFirst(word.count)
            if word.contains(UInt8(ascii: ".")) {
                guard rest.isEmpty, let number = version4(word) else { return nil }
                halves[halves.count - 1] += [UInt16(number >> 16), UInt16(number & 0xFFFF)]
                break
            }
            guard (1...4).contains(word.count), let group = hexadecimal(word) else { return nil }
            halves[halves.count - 1].append(group)
            if rest.isEmpty { break }
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: ":") {
                guard halves.count == 1 else { return nil }
                halves.append([])
                rest = rest.dropFirst()
                if rest.isEmpty { break }
            }
        }
        let count = halves.reduce(0) { $0 + $1.count }
        guard halves.count == 2 else { return count == 8 ? halves[0] : nil }
        return count < 8 ? halves[0] + Array(repeating: 0, count: 8 - count) + halves[1] : nil
    }

    /// Returns the text of an IPv6 address: without leading zeros, and without its longest run of zeros (RFC 5952).
    package static func text(of groups: [UInt16]) -> String {
        let runs = groups.indices.map { start in start..<(groups[start...].firstIndex { $0 != 0 } ?? groups.count) }
        let longest = runs.reduce(0..<0) { $1.count > $0.count ? $1 : $0 }
        let words = { (groups: ArraySlice<UInt16>) in groups.map { String($0, radix: 16) }.joined(separator: ":") }
        guard longest.count > 1 else { return words(groups[...]) }
        return "\(words(groups[..<longest.lowerBound]))::\(words(groups[longest.upperBound...]))"
    }

    /// Returns the number of at most four digits; nil if there is anything else.
    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt16? {
        digits.reduce(0 as UInt16?) { number, digit in
            guard let number, let value = Hexadecimal.value(of: digit) else { return nil }
            return number << 4 | UInt16(value)
        }
    }
}
