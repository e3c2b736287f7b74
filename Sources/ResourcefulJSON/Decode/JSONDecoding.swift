#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One run of a decoder over a document: the state that its containers share.
final class JSONDecoding {
    let document: JSONDocument
    let root: Int
    let options: JSON.Decoder
    let renamesKeys: Bool
    /// The requested keys that are missing, for the decoders of missing values.
    var absent: [(container: Int, key: any CodingKey)] = []
    /// The renamed members of objects, and the positions where the containers look first, by depth. They are stored
    /// here because the standard library copies a container for every value it requests.
    private var renamedMembers: [JSONRenamedMembers] = []
    private var cursors = [JSONCursor](repeating: JSONCursor(), count: 8)
    /// A cache of whether requested types are decoded directly from the tape.
    var directs: [(type: ObjectIdentifier?, direct: (any JSONDirect.Type)?)] = []
    var optionals: [(type: ObjectIdentifier?, optional: (any JSONOptional.Type)?)] = []
    /// The path and the messages of recent errors: a value is often tried as another type next.
    var lastFailed: (node: Int, path: [any CodingKey]) = (-1, [])
    var mismatches: [JSONMismatch] = []

    init(_ document: JSONDocument, root: Int, options: JSON.Decoder) {
        self.document = document
        self.root = root
        self.options = options
        if case .useDefaultKeys = options.keys { renamesKeys = false } else { renamesKeys = true }
    }

    /// The first node that represents a missing value. Its offset is an index of `absent`.
    static let firstAbsent = 1 << 30

    /// Returns the word of a node; null for a missing value.
    @inline(__always) func word(_ node: Int) -> JSONWord {
        node < Self.firstAbsent ? document.word(node) : JSONWord(.null, offset: 0, length: 0)
    }

    /// Returns the value of the first member whose renamed key is the given name.
    func renamedMember(of object: Int, depth: Int, called name: String) -> Int? {
        lookAtMembers(of: object, depth: depth)
        return renamedMembers[depth & 7].value(called: name)
    }

    /// Returns the renamed keys of an object.
    func renamedNames(of object: Int, depth: Int) -> [String] {
        lookAtMembers(of: object, depth: depth)
        return renamedMembers[depth & 7].names
    }

    private func lookAtMembers(of object: Int, depth: Int) {
        if renamedMembers.isEmpty { renamedMembers = Array(repeating: JSONRenamedMembers(), count: 8) }
        guard renamedMembers[depth & 7].object != object else { return }
        // Remove it during the lookup: a custom function may itself decode.
        var members = JSONRenamedMembers()
        swap(&members, &renamedMembers[depth & 7])
        defer { swap(&members, &renamedMembers[depth & 7]) }
        switch options.keys {
        case .custom(let rename):
            var path = path(to: object)
            let last = path.count
            path.append(JSONCodingKey.super)
            members.look(
                at: object, of: document,
                {
                    path[last] = JSONCodingKey(stringValue: $0)
                    return rename(path).stringValue
                }, keeps: false)
        case .convertFromSnakeCase: members.look(at: object, of: document, SnakeCase.camelCase, keeps: true)
        case .useDefaultKeys: members.look(at: object, of: document, { $0 }, keeps: true)
        }
    }

    /// Returns the value of a key of an object. If the key is repeated, its first value counts.
    @inline(__always)
    func member(of object: Int, depth: Int, key: String) -> Int? {
        var key = key
        return key.withUTF8 { key in
            cursors[depth & 7].find(UnsafeRawBufferPointer(key), in: object, of: document)
        }
    }
}

/// The position in an object where the search for the next key starts.
///
/// Most types request their keys in the order of the document, so the key after the last one is compared first. A
/// repeated key still finds its first value: `passed` has a bit for each key before the position.
struct JSONCursor {
    private var object = -1
    private var place = 0
    private var passed: UInt64 = 0

    @inline(__always)
    mutating func find(_ wanted: UnsafeRawBufferPointer, in object: Int, of document: JSONDocument) -> Int? {
        if self.object != object {
            self.object = object
            place = object + 2
            passed = 0
        }
        if place < document.end(of: object) {
            let bit = Self.bit(wanted)
            if passed & bit == 0, JSONKey.isEqual(document.word(place), in: document.text, to: wanted) {
                let value = place + 1
                passed |= bit
                place = document.next(after: value)
                return value
            }
        }
        return search(wanted, in: object, of: document)
    }

    @inline(never)
    private mutating func search(_ wanted: UnsafeRawBufferPointer, in object: Int, of document: JSONDocument) -> Int? {
        if let shortcut = document.shortcut(of: object) {
            guard let key = shortcut.key(wanted, in: document) else { return nil }
            if key >= place {
                place = document.next(after: key + 1)
                // Unless no key is repeated, the passed keys are unknown.
                passed = shortcut.hasRepeats ? .max : 0
            }
            return key + 1
        }
        let bit = Self.bit(wanted)
        if passed & bit != 0, let key = document.firstKey(from: object + 2, to: place, wanted) { return key + 1 }
        var passed = passed
        var key = place
        let end = document.end(of: object)
        while key < end {
            let word = document.word(key)
            if JSONKey.isEqual(word, in: document.text, to: wanted) {
                place = document.next(after: key + 1)
                self.passed = passed | bit
                return key + 1
            }
            passed |= word.kind == .string ? Self.bit(document.content(of: key)) : .max
            key = document.next(after: key + 1)
        }
        return nil
    }

    @inline(__always)
    private static func bit(_ key: UnsafeRawBufferPointer) -> UInt64 {
        guard key.count > 0 else { return 1 }
        let mixed = key.count &* 11 &+ Int(key[0]) &* 3 &+ Int(key[key.count - 1])
        return 1 << UInt64(mixed & 63)
    }
}
