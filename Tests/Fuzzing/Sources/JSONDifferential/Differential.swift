import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Compares `JSON.Decoder` and ``JSON`` with `JSONDecoder` on one document.
package struct Differential: Sendable {
    package init() {}

    /// How they differ, nil where they do not, or where they differ for a reason that the documentation gives.
    package func difference(on bytes: [UInt8]) -> String? {
        let data = Data(bytes)
        let verdict = Grammar.verdict(on: bytes)
        let isRead = (try? JSON(parsing: data)) != nil
        guard isRead == (verdict != .refused) else { return "JSON \(isRead ? "accepts" : "refuses") it" }
        switch verdict {
        case .refused: return acceptance(data)
        case .acceptedWithTwins: return differenceByHand(data)
        case .accepted: break
        }
        return difference(Tree.self, data) ?? difference(Record.self, data) ?? difference([Record].self, data)
            ?? difference(Pair.self, data) ?? difference([String: Double].self, data)
            ?? difference([Int: Tree].self, data) ?? difference([Double].self, data) ?? difference(Int.self, data)
            ?? differenceByHand(data)
    }

    /// What is no JSON is not decoded, even where `JSONDecoder` does not look.
    private func acceptance(_ data: Data) -> String? {
        (try? JSON.Decoder().decode(Tree.self, from: data)).map { "JSON.Decoder accepts it: \($0)" }
    }

    private func difference<Value: Codable & Equatable>(_ type: Value.Type, _ data: Data) -> String? {
        let ours = Result { try JSON.Decoder().decode(type, from: data) }
        let foundations = Result { try JSONDecoder().decode(type, from: data) }
        switch (ours, foundations) {
        case (.success(let mine), .success(let theirs)) where mine == theirs: return differenceOfTexts(mine)
        case (.failure, .failure): return nil
        default: return "\(type)\n  JSON.Decoder: \(brief(ours))\n  JSONDecoder:  \(brief(foundations))"
        }
    }

    /// What is decoded alike is encoded alike.
    private func differenceOfTexts<Value: Codable & Equatable>(_ value: Value) -> String? {
        let ours = Result { try JSON.Encoder.sorted.encode(value) }
        let foundations = Result { try JSONEncoder.deterministic.encode(value) }
        switch (ours, foundations) {
        case (.success(let mine), .success(let theirs)) where mine == theirs: return nil
        case (.failure, .failure): return nil
        default: return "\(Value.self) encoded\n  JSON.Encoder: \(text(ours))\n  JSONEncoder:  \(text(foundations))"
        }
    }

    private func differenceByHand(_ data: Data) -> String? {
        let ours = Result { try Tree(reading: JSON(parsing: data)) }
        let decoded = Result { try JSON.Decoder().decode(Tree.self, from: data) }
        switch (ours, decoded) {
        case (.success(let mine), .success(let theirs)) where mine.loose == theirs.loose: return nil
        case (.failure, .failure): return nil
        default: return "by hand\n  JSON:         \(brief(ours))\n  JSON.Decoder: \(brief(decoded))"
        }
    }

    private func brief<Value>(_ result: Result<Value, any Error>) -> String {
        switch result {
        case .success(let value): String("\(value)".prefix(400))
        case .failure(let error): "refused: \(String("\(error)".prefix(200)))"
        }
    }

    private func text(_ result: Result<Data, any Error>) -> String {
        brief(result.map { String(decoding: $0, as: UTF8.self) })
    }

    /// A document without what is not needed for the difference, by leaving out ever shorter pieces.
    package func shrunk(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        var length = bytes.count / 2
        while length > 0 {
            var start = 0
            while start + length <= bytes.count {
                var shorter = bytes
                shorter.removeSubrange(start..<(start + length))
                if difference(on: shorter) != nil { bytes = shorter } else { start += length }
            }
            length /= 2
        }
        return bytes
    }
}
