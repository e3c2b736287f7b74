import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Differential {
    /// Reads every place of a document in every way, the wrong ones too, and writes the document again.
    ///
    /// - Returns: What is wrong, nil when nothing is; most that could go wrong ends the process.
    package func problemOfPlaces(in bytes: [UInt8]) -> String? {
        guard let json = try? JSON(parsing: Data(bytes)) else { return nil }
        var places = [json]
        var count = 0
        while let place = places.popLast(), count < 2_000 {
            count += 1
            _ = (try? place.int, try? place.double, try? place.bool, try? place.string, place.isNull, place.exists)
            _ = "\(place)"
            for nothing in [place["no such key"], place[1_000_000], place[-1], place["a"]["b"][0]] {
                _ = "\(nothing)"
                if nothing.exists, nothing.path.components.last == .index(-1) { return "an element before the first" }
            }
            if let elements = try? place.array { places += elements.prefix(50) }
            if let keys = try? place.keys { places += keys.prefix(50).map { place[$0] } }
        }
        return roundTrip(bytes)
    }

    /// What is read, written and read again is the same.
    private func roundTrip(_ bytes: [UInt8]) -> String? {
        guard let tree = try? JSON.Decoder().decode(Tree.self, from: Data(bytes)) else { return nil }
        for encoder in [JSON.Encoder(), .sorted, JSON.Encoder(output: .prettyPrinted)] {
            // Decoders go one level deeper than encoders.
            guard let written = try? encoder.encode(tree) else { continue }
            guard let again = try? JSON.Decoder().decode(Tree.self, from: written), again.loose == tree.loose else {
                return "\(tree) is written as \(String(decoding: written, as: UTF8.self))"
            }
        }
        return nil
    }
}

extension Tree {
    /// The same with all numbers as `Double`: which of them are whole changes with the way they are written.
    fileprivate var loose: Tree {
        switch self {
        case .unreadable: .null
        case .int(let value): .double(Double(value))
        case .uint(let value): .double(Double(value))
        case .array(let elements): .array(elements.map(\.loose))
        case .object(let members): .object(members.mapValues(\.loose))
        default: self
        }
    }
}
