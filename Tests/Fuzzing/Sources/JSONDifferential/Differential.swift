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
        guard isRead == verdict.isAccepted else { return "JSON \(isRead ? "accepts" : "refuses") it" }
        guard isRead else { return acceptance(data) }
        if verdict.hasRaisedZeros { return nil }
        return difference([Double].self, data) ?? difference([String: Double].self, data)
            ?? (verdict.hasRoughNumbers ? nil : differenceOfWholeNumbers(data))
            ?? (verdict.hasTwins ? nil : differenceByHand(data))
    }

    /// Types with whole numbers: `JSONDecoder` rounds numbers to whole ones, where nothing is rounded here.
    private func differenceOfWholeNumbers(_ data: Data) -> String? {
        difference(Tree.self, data) ?? difference(Record.self, data) ?? difference([Record].self, data)
            ?? difference(Pair.self, data) ?? difference([Int: Tree].self, data) ?? difference(Int.self, data)
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
        guard let tree = try? JSON.Decoder().decode(Tree.self, from: data), let json = try? JSON(parsing: data) else {
            return nil
        }
        return tree.isRead(from: json) ? nil : "by hand, not \(brief(.success(tree)))"
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
