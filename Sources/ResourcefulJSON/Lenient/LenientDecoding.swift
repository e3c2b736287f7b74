/// One lenient run over a document: the state that its containers share, and the repairs so far.
///
/// It is separate from the strict run so as not to slow that down, but reads well-formed values with the same
/// functions.
final class LenientDecoding {
    let document: JSONDocument
    let base: JSONPath
    let strict: JSONDecoding
    private(set) var repairs: [Repair] = []
    private(set) var repairCount = 0

    var options: JSON.Decoder { strict.options }

    /// The maximum number of stored repairs.
    static let mostRepairs = 1_000
    /// The maximum nesting of values created from nothing. More means that a type contains itself without end.
    static let mostDefaulted = 16

    init(_ document: JSONDocument, root: Int, base: JSONPath, options: JSON.Decoder) {
        self.document = document
        self.base = base
        strict = JSONDecoding(document, root: root, options: options)
    }

    /// Returns a value of any type, repaired where necessary.
    func value<Value: Decodable>(_ type: Value.Type, at place: LenientPlace) throws -> Value {
        guard let own = type as? any LenientDefault.Type, place.fallback != .none else {
            return try repaired(type, at: place)
        }
        func useDefault<Own: LenientDefault>(_ own: Own.Type, _ found: @autoclosure () -> String) -> Value {
            report(place, expected: "\(type)", found: found(), used: "the default")
            return JSONDecoding.same(own.lenientDefault, as: type)
        }
        if isNothing(place), place.fallback == .typeDefault { return useDefault(own, found(at: place)) }
        let mark = mark
        do {
            return try repaired(type, at: place)
        } catch {
            undo(to: mark)
            return useDefault(own, found(at: place, error, expecting: type))
        }
    }

    private func repaired<Value: Decodable>(_ type: Value.Type, at place: LenientPlace) throws -> Value {
        func read<Readable: LenientReadable>(_ readable: Readable.Type) throws -> Value? {
            try readable.read(self, at: place).map { JSONDecoding.same($0, as: type) }
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
        _ place: LenientPlace, expected: String, found: @autoclosure () -> String, used: @autoclosure () -> String,
        isValue: Bool = false
    ) {
        guard place.defaulted == 0 else { return }
        repairCount += 1
        guard repairs.count < Self.mostRepairs else { return }
        let path = path(to: place)
        let hidden = isValue ? document.hidden(place.node ?? 0, document.mask, path) : nil
        let used = hidden ?? Excerpt.line(used(), mask: document.mask)
        repairs.append(Repair(path: path, expected: expected, found: found(), used: used))
    }
}
