/// A way in which a text is encoded inside another one.
struct Encoding: Sendable {
    let name: String
    /// Returns what the encoded parts of a text mean; nothing if it has none.
    let decodings: @Sendable ([UInt8]) -> [[UInt8]]

    /// The encodings that are searched.
    static let all: [Encoding] = [
        Encoding(name: "percent-encoding") { $0.contains(percent) || $0.contains(plus) ? [percentDecoded($0)] : [] },
        Encoding(name: "an escaped text") { $0.contains(backslash) ? [unescaped($0)] : [] },
        Encoding(name: "HTML") { $0.contains(UInt8(ascii: "&")) ? [withoutEntities($0)] : [] },
        Encoding(name: "UTF-16 or UTF-32") { $0.contains(0) ? [$0.filter { $0 != 0 }] : [] },
        Encoding(name: "Base64") { base64Decoded($0) },
        Encoding(name: "hexadecimal digits") { hexadecimalDecoded($0) },
        Encoding(name: "hexadecimal digits in groups") { groupsDecoded($0) },
        Encoding(name: "numbers") { numbers($0) },
        Encoding(name: "gzip or DEFLATE") { Inflater.contents(of: $0) },
    ]

    private static let percent = UInt8(ascii: "%")
    private static let plus = UInt8(ascii: "+")
    private static let backslash = UInt8(ascii: "\\")

    private static func percentDecoded(_ bytes: [UInt8]) -> [UInt8] {
        var (decoded, index) = ([UInt8](), 0)
        while index < bytes.count {
            if bytes[index] == percent, index + 2 < bytes.count, let high = digit(bytes[index + 1]),
                let low = digit(bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(bytes[index] == plus ? UInt8(ascii: " ") : bytes[index])
                index += 1
            }
        }
        return decoded
    }

    /// Decodes the escapes of JSON, of Swift's debug descriptions and of C.
    private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
        var (decoded, index) = ([UInt8](), 0)
        while index < bytes.count {
            guard bytes[index] == backslash, index + 1 < bytes.count else {
                decoded.append(bytes[index])
                index += 1
                continue
            }
            let kind = bytes[index + 1]
            index += 2
            switch kind {
            case UInt8(ascii: "u"), UInt8(ascii: "x"):
                let isBraced = index < bytes.count && bytes[index] == UInt8(ascii: "{")
                let limit = kind == UInt8(ascii: "x") ? 2 : isBraced ? 8 : 4
                let digits = bytes[(index + (isBraced ? 1 : 0))...].prefix(limit).prefix { digit($0) != nil }
                let value = digits.reduce(UInt32(0)) { $0 << 4 | UInt32(digit($1) ?? 0) }
                index = digits.endIndex + (isBraced && digits.endIndex < bytes.count ? 1 : 0)
                decoded += Array(String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
            case UInt8(ascii: "n"): decoded.append(0x0A)
            case UInt8(ascii: "r"): decoded.append(0x0D)
            case UInt8(ascii: "t"): decoded.append(0x09)
            default: decoded.append(kind)
            }
        }
        return decoded
    }

    private static func withoutEntities(_ bytes: [UInt8]) -> [UInt8] {
        let pieces = bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        return pieces.dropFirst().reduce(into: Array(pieces.first ?? [])) { text, piece in
            guard let end = piece.prefix(10).firstIndex(of: UInt8(ascii: ";")),
                let character = character(String(decoding: piece[..<end], as: UTF8.self).lowercased())
            else {
                text.append(UInt8(ascii: "&"))
                text += piece
                return
            }
            text += Array(String(character).utf8)
            text += piece[(end + 1)...]
        }
    }

    private static func character(_ entity: String) -> Unicode.Scalar? {
        let named: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        if let scalar = named[entity] { return scalar }
        guard entity.hasPrefix("#") else { return nil }
        let number = entity.hasPrefix("#x") ? UInt32(entity.dropFirst(2), radix: 16) : UInt32(entity.dropFirst())
        return number.flatMap { Unicode.Scalar($0) }
    }
}

// Digits.
extension Encoding {
    /// Decodes every run of Base64 digits of either alphabet (RFC 4648), from each of four places on: one of them is
    /// where three bytes of the secret begin, wherever the text itself begins.
    private static func base64Decoded(_ bytes: [UInt8]) -> [[UInt8]] {
        let runs = runs(of: bytes, atLeast: 11) { sextet($0) != nil }
        return (0..<4).compactMap { offset in
            joined(
                runs.map { run in
                    var (decoded, bits, count): ([UInt8], UInt32, Int) = ([], 0, 0)
                    for byte in run.dropFirst(offset) {
                        bits = bits << 6 | UInt32(sextet(byte) ?? 0)
                        count += 6
                        if count >= 8 {
                            count -= 8
                            decoded.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
                        }
                    }
                    return decoded
                })
        }
    }

    private static func hexadecimalDecoded(_ bytes: [UInt8]) -> [[UInt8]] {
        let runs = runs(of: bytes, atLeast: 2 * CanarySearch.shortestPart) { digit($0) != nil }
        return pairs(runs)
    }

    /// Decodes digits that are separated, such as `1f:8b`, `1F 8B` and `[0x1f, 0x8b]`.
    private static func groupsDecoded(_ bytes: [UInt8]) -> [[UInt8]] {
        let separators = Array(" :-,\n\t".utf8)
        let letter = UInt8(ascii: "x")
        // The 0 of a prefix isn't a digit.
        let plain = bytes.indices.map { index in
            let isPrefix =
                index + 1 < bytes.count && bytes[index] == UInt8(ascii: "0") && bytes[index + 1] | 0x20 == letter
            return isPrefix || bytes[index] | 0x20 == letter ? separators[0] : bytes[index]
        }
        let runs = runs(of: plain, atLeast: 3 * CanarySearch.shortestPart - 1) {
            digit($0) != nil || separators.contains($0)
        }
        return pairs(runs.filter { $0.contains { digit($0) == nil } }.map { $0.filter { digit($0) != nil }[...] })
    }

    /// Returns the bytes of runs of hexadecimal digits, of which two are a byte, from each of two places on.
    private static func pairs(_ runs: [ArraySlice<UInt8>]) -> [[UInt8]] {
        (0..<2).compactMap { offset in
            joined(
                runs.map { run in
                    let digits = Array(run.dropFirst(offset))
                    return stride(from: 0, to: digits.count - 1, by: 2).map {
                        (digit(digits[$0]) ?? 0) << 4 | (digit(digits[$0 + 1]) ?? 0)
                    }
                })
        }
    }

    /// Reads the numbers from 0 to 255 in a text as bytes, as they are printed for an array of bytes.
    private static func numbers(_ bytes: [UInt8]) -> [[UInt8]] {
        let runs = runs(of: bytes, atLeast: 1) { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard runs.count >= CanarySearch.shortestPart else { return [] }
        return joined([runs.compactMap { $0.count <= 3 ? UInt8(String(decoding: $0, as: UTF8.self)) : nil }])
            .map { [$0] } ?? []
    }

    private static func runs(
        of bytes: [UInt8], atLeast count: Int, _ isDigit: (UInt8) -> Bool
    ) -> [ArraySlice<UInt8>] {
        bytes.split { !isDigit($0) }.filter { $0.count >= count }
    }

    /// Returns what was decoded and may be a text, in lines; nil if nothing may.
    private static func joined(_ decoded: [[UInt8]]) -> [UInt8]? {
        let texts = decoded.filter { mayBeText($0) }
        return texts.isEmpty ? nil : Array(texts.joined(separator: [0x0A]))
    }

    /// Whether bytes have as many printable characters in a row as the shortest part, or are compressed. What a word
    /// decodes to usually doesn't.
    private static func mayBeText(_ bytes: [UInt8]) -> Bool {
        if Inflater.isHeader(bytes[...]) { return true }
        var count = 0
        for byte in bytes where byte != 0 {
            count = (0x20...0x7E).contains(byte) ? count + 1 : 0
            if count >= CanarySearch.shortestPart { return true }
        }
        return false
    }

    private static func sextet(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
