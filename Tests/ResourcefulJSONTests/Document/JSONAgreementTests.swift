import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Two readers of JSON in one package should not differ on what JSON is.
struct JSONAgreementTests {
    /// Anything at all, read by Foundation's decoder down to the last number.
    private struct Anything: Decodable {
        private struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            if let container = try? decoder.container(keyedBy: Key.self) {
                for key in container.allKeys { _ = try container.decode(Anything.self, forKey: key) }
            } else if var container = try? decoder.unkeyedContainer() {
                while !container.isAtEnd { _ = try container.decode(Anything.self) }
            } else {
                let container = try decoder.singleValueContainer()
                if container.decodeNil() || (try? container.decode(Bool.self)) != nil { return }
                if (try? container.decode(String.self)) != nil { return }
                _ = try container.decode(Double.self)
            }
        }
    }

    private func foundationError(_ bytes: [UInt8]) -> String? {
        do {
            _ = try JSONDecoder().decode(Anything.self, from: Data(bytes))
            return nil
        } catch { return "\(error)" }
    }

    private func hasExtremeNumber(_ json: JSON) -> Bool {
        if let elements = try? json.array { return elements.contains(where: hasExtremeNumber) }
        if let keys = try? json.keys { return keys.contains { hasExtremeNumber(json[$0]) } }
        if json.isNull || (try? json.bool) != nil || (try? json.string) != nil { return false }
        return (try? json.double.isNormal) != true && json.description.lowercased().contains("e")
    }

    private func agree(_ bytes: [UInt8]) {
        let theirs = foundationError(bytes)
        let ours = (try? JSON(parsing: Data(bytes))) != nil
        if ours == (theirs == nil) { return }
        // It also reads UTF-16 and UTF-32, told by a NUL or a byte order mark; RFC 8259, section 8.1 allows UTF-8.
        if !ours, bytes.prefix(4).contains(0) || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            return
        }
        // It allows a comma at the end of an array or an object when white space follows; RFC 8259 does not.
        let dense = String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
        if !ours, dense.contains(",]") || dense.contains(",}") { return }
        // A number beyond the Doubles is a number by the grammar, and an error for it; here it is one when read as
        // a Double. For it so is, by mistake, a zero with an exponent.
        if let json = try? JSON(parsing: Data(bytes)), hasExtremeNumber(json) { return }
        let text = String(decoding: bytes, as: UTF8.self).debugDescription
        Issue.record("ours: \(ours), theirs: \(theirs ?? "fine"), \(text)")
    }

    @Test func `on documents as they should be`() {
        var random = SplitMix64(seed: 50)
        for _ in 0..<Effort.rounds(500) {
            agree(Array(JSONTree.arbitrary(using: &random).written(using: &random).utf8))
        }
    }

    @Test func `on documents with a few bytes changed`() {
        var random = SplitMix64(seed: 51)
        let marks = Array(#"{}[]":,\u0019eE+-.truefalsn/ "#.utf8) + [0, 0x0A, 0x1F, 0x7F, 0x80, 0xC3, 0xED, 0xEF, 0xFF]
        for _ in 0..<Effort.rounds(5_000, full: 10_000) {
            var bytes = Array(JSONTree.arbitrary(depth: 2, using: &random).written(using: &random).utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                let mark = marks.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = mark
                case 1: bytes.insert(mark, at: place)
                default: if bytes.count > 1 { bytes.remove(at: place) }
                }
            }
            agree(bytes)
        }
    }

    @Test func `on short texts of the characters that JSON is made of`() {
        var random = SplitMix64(seed: 52)
        let marks = Array(#"{}[]":,\u09eE+-. "#.utf8)
        for _ in 0..<Effort.rounds(10_000) {
            agree((0..<Int.random(in: 1...8, using: &random)).map { _ in marks.randomElement(using: &random) ?? 0 })
        }
    }
}
