/// One lenient run over a document: the state that its containers share, and the repairs so far.
final class LenientDecoding {
    let root: JSON
    let options: JSON.Decoder
    private(set) var repairs: [Repair] = []
    private(set) var repairCount = 0
    /// The names of the last objects' keys, if names don't depend on the path.
    var lastNames: [LenientNames] = []

    /// The maximum number of stored repairs.
    static let mostRepairs = 1_000
    /// The maximum nesting of values created from nothing. More means that a type contains itself without end.
    static let mostDefaulted = 16
    /// The maximum nesting of values, for which the smallest thread's stack has space.
    static let deepest = 64

    init(_ root: JSON, options: JSON.Decoder) {
        self.root = root
        self.options = options
    }

    /// Returns a value of any type, repaired where necessary.
    func value<Value: Decodable>(_ type: Value.Type, at place: LenientPlace) throws -> Value {
        guard let own = type as? any LenientDefault.Type, place.fallback != .none else {
            return try repaired(type, at: place)
        }
        func useDefault(_ found: @autoclosure () -> String) throws -> Value {
            guard let value = own.lenientDefault as? Value else { throw mismatch(type, at: place) }
            report(place, expected: "\(type)", found: found(), used: "the default")
            return value
        }
        if isNothing(place), place.fallback == .typeDefault { return try useDefault(found(at: place)) }
        let mark = mark
        do {
            return try repaired(type, at: place)
        } catch {
            undo(to: mark)
            return try useDefault(found(at: place, error, expecting: type))
        }
    }

    private func repaired<Value: Decodable>(_ type: Value.Type, at place: LenientPlace) throws -> Value {
        if let depth = place.step?.depth, depth > Self.deepest {
            throw mismatch(type, at: place, "More than \(Self.deepest) levels of arrays and objects can't be decoded.")
        }
        func read<Readable: LenientReadable>(_ readable: Readable.Type) throws -> Value? {
            try readable.read(self, at: place).flatMap { $0 as? Value }
        }
        if let readable = type as? any LenientReadable.Type, let value = try read(readable) { return value }
        return try type.init(from: LenientValueDecoder(decoding: self, place: place))
    }
}

/// A type that a lenient decoder reads directly, rather than by its initializer.
protocol LenientReadable {
    /// Returns the value; nil if the initializer must create it after all.
    static func read(_ decoding: LenientDecoding, at place: LenientPlace) throws -> Self?
}

// Repairs.
extension LenientDecoding {
    var mark: (kept: Int, count: Int) { (repairs.count, repairCount) }

    /// Removes the repairs inside a value that couldn't be decoded after all.
    func undo(to mark: (kept: Int, count: Int)) {
        repairs.removeLast(repairs.count - mark.kept)
        repairCount = mark.count
    }

    /// Records a repair, except inside a value that was itself created from nothing.
    func report(
        _ place: LenientPlace, expected: String, found: @autoclosure () -> String, used: @autoclosure () -> String
    ) {
        guard place.defaulted == 0 else { return }
        repairCount += 1
        guard repairs.count < Self.mostRepairs else { return }
        repairs.append(Repair(path: path(to: place), expected: expected, found: found(), used: used()))
    }

    /// Returns a value converted from another type, and reports it. Its text is hidden and shortened like the value's.
    func convert<Value>(_ value: Value, used: @autoclosure () -> String, at place: LenientPlace) -> Value {
        func shown() -> String {
            let text = place.json.description
            if text != String(place.json) { return text }
            let used = used()
            return used.unicodeScalars.count > 60 ? String(used.prefix(57)) + "…" : used
        }
        report(place, expected: "\(Value.self)", found: found(at: place), used: shown())
        return value
    }
}
