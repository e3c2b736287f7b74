import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension SplitMix64 {
    /// A number as numbers are in documents: whole, with few digits, or any bits that are a number.
    mutating func arbitraryNumber() -> Double {
        switch Int.random(in: 0..<6, using: &self) {
        case 0: return Double(Int.random(in: -1_000...1_000, using: &self))
        case 1: return Double(Int.random(in: -1_000_000...1_000_000, using: &self)) / 1_000
        case 2: return Double(Int64(bitPattern: next()))
        case 3: return Double(Int.random(in: -99_999...99_999, using: &self)) * 1e-8
        case 4: return Double.random(in: -1...1, using: &self)
        default:
            let number = Double(bitPattern: next())
            return number.isFinite ? number : -0.0
        }
    }

    /// Anything that can be done with an encoder, keys of one object each once unless `repeatsKeys`.
    mutating func arbitraryScript(depth: Int = 4, repeatsKeys: Bool = false) -> EncodingScript {
        let choice = Int.random(in: 0..<(depth > 0 ? 24 : 15), using: &self)
        switch choice {
        case 0: return .nothing
        case 1: return .null
        case 2: return .bool(Bool.random(using: &self))
        case 3: return .int(Int(truncatingIfNeeded: next() >> UInt64.random(in: 0..<64, using: &self)))
        case 4: return .byte(UInt8.random(in: 0...255, using: &self))
        case 5: return .large(next())
        case 6: return .double(arbitraryNumber())
        case 7: return .float(Float(Int.random(in: -9_999...9_999, using: &self)) / 100)
        case 8: return .string(arbitraryText())
        case 9:
            return .date(Date(timeIntervalSince1970: Double(Int.random(in: -9_999_999...4_000_000_000, using: &self))))
        case 10: return .data(Data((0..<Int.random(in: 0...9, using: &self)).map { UInt8($0 * 31 & 255) }))
        case 11: return .decimal(Decimal(Int.random(in: -99_999...99_999, using: &self)) / 1_000)
        case 12: return .numbers((0..<Int.random(in: 0...3, using: &self)).map { _ in arbitraryNumber() })
        case 13: return .strings(["a" + arbitraryText(): "/", "b": arbitraryText()])
        case 14: return .indexed([1: true, -20: false])
        case 15: return .single(arbitraryScript(depth: depth - 1, repeatsKeys: repeatsKeys))
        case 16..<20:
            return .array(
                (0..<Int.random(in: 0...5, using: &self)).map { _ in
                    (arbitraryWay(), arbitraryScript(depth: depth - 1, repeatsKeys: repeatsKeys))
                })
        default:
            return .object(
                (0..<Int.random(in: 0...6, using: &self)).map { index in
                    let name = String(arbitraryText().prefix(12))
                    let key = repeatsKeys ? ["a", "b", "longer than eight"][index % 3] : "\(name)\(index)"
                    let way = repeatsKeys ? EncodingScript.Way.value : arbitraryWay()
                    return (key, way, arbitraryScript(depth: depth - 1, repeatsKeys: repeatsKeys))
                })
        }
    }

    private mutating func arbitraryWay() -> EncodingScript.Way {
        EncodingScript.Way.allCases.randomElement(using: &self) ?? .value
    }
}
