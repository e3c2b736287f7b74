/// The ASCII form of domain names with international labels (RFC 3492).
enum Punycode {
    /// Returns a name whose labels are ASCII: `xn--55qx5d.cn` for `公司.cn`. Labels longer than 63 characters, which
    /// can't be part of a domain name, stay as they are.
    static func ascii(_ name: some StringProtocol) -> String {
        guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return String(name) }
        return name.split(separator: ".", omittingEmptySubsequences: false).map { label in
            let scalars = label.unicodeScalars.map { UInt64($0.value) }
            guard scalars.count <= 63, scalars.contains(where: { $0 >= 0x80 }) else { return String(label) }
            return "xn--" + String(decoding: encoded(scalars), as: UTF8.self)
        }.joined(separator: ".")
    }

    /// The steps of section 6.3: the ASCII characters, a hyphen, and for each other one its distance to the previous.
    private static func encoded(_ input: [UInt64]) -> [UInt8] {
        var output = input.filter { $0 < 0x80 }.map { UInt8($0) }
        let plain = UInt64(output.count)
        if plain > 0 { output.append(UInt8(ascii: "-")) }
        var (code, distance, bias, done) = (UInt64(0x80), UInt64(0), UInt64(72), plain)
        while let next = input.filter({ $0 >= code }).min() {
            distance += (next - code) * (done + 1)
            for scalar in input {
                if scalar < next { distance += 1 }
                guard scalar == next else { continue }
                output += digits(of: distance, bias)
                bias = adapted(distance, to: done + 1, isFirst: done == plain)
                (distance, done) = (0, done + 1)
            }
            (code, distance) = (next + 1, distance + 1)
        }
        return output
    }

    /// A number as digits of variable length (section 3.3).
    private static func digits(of number: UInt64, _ bias: UInt64) -> [UInt8] {
        var (digits, rest, position) = ([UInt8](), number, UInt64(36))
        while true {
            let threshold = position <= bias ? 1 : min(26, position - bias)
            guard rest >= threshold else { return digits + [digit(rest)] }
            digits.append(digit(threshold + (rest - threshold) % (36 - threshold)))
            (rest, position) = ((rest - threshold) / (36 - threshold), position + 36)
        }
    }

    private static func digit(_ value: UInt64) -> UInt8 {
        value < 26 ? UInt8(ascii: "a") + UInt8(value) : UInt8(ascii: "0") + UInt8(value - 26)
    }

    /// The bias after a character (section 6.1).
    private static func adapted(_ distance: UInt64, to count: UInt64, isFirst: Bool) -> UInt64 {
        var (distance, bias) = (distance / (isFirst ? 700 : 2), UInt64(0))
        distance += distance / count
        while distance > 455 { (distance, bias) = (distance / 35, bias + 36) }
        return bias + 36 * distance / (distance + 38)
    }
}
