/// One run of a decoder over a document: the state that its containers share.
final class JSONDecoding {
    let document: JSONDocument
    /// The node whose path is empty.
    private(set) var root: Int
    /// Whether a value has referred to its place in the document.
    private(set) var isDocumentSeen = false
    let options: JSON.Decoder
    let renamesKeys: Bool
    /// The requested keys that are missing, for the decoders of missing values.
    var absent: [(container: Int, key: any CodingKey)] = []
    // One thread decodes, and accesses of these caches never overlap: nothing here calls a type's own code while it
    // modifies one of them. If those that are unchecked were checked, decoding would take 14 % more instructions where
    // keys are renamed, and 1.7 % where values are tried as one type after another.
    /// The renamed members of objects, and the positions where the containers look first, by depth. They are stored
    /// here because the standard library copies a container for every value it requests.
    @exclusivity(unchecked) private var renamedMembers: [JSONRenamedMembers] = []
    /// Eight cursors. The pointer is used only in `member`, with an index from 0 to 7, and freed in `deinit`. With an
    /// array, decoding an object takes 13 % more instructions, and a list of objects 4 %.
    private let cursors = UnsafeMutablePointer<JSONCursor>.allocate(capacity: 8)
    /// A cache of whether requested types are decoded directly from the tape.
    var directs: [(type: ObjectIdentifier?, direct: (any JSONDirect.Type)?)] = []
    var optionals: [(type: ObjectIdentifier?, optional: (any JSONOptional.Type)?)] = []
    /// The path and the messages of recent errors: a value is often tried as another type next.
    @exclusivity(unchecked) var lastFailed: (node: Int, path: [any CodingKey]) = (-1, [])
    @exclusivity(unchecked) var mismatches: [JSONMismatch?] = []

    /// The error of a value that nests too deeply for the thread, which a type may have caught.
    private(set) var tooDeep: DecodingError?

    init(_ document: JSONDocument, root: Int, options: JSON.Decoder) {
        self.document = document
        self.root = root
        self.options = options
        if case .useDefaultKeys = options.keys { renamesKeys = false } else { renamesKeys = true }
        cursors.initialize(repeating: JSONCursor(), count: 8)
    }

    // A cursor is a trivial type, which needs no deinitialization.
    deinit { cursors.deallocate() }

    /// Returns the document for a value that refers to a place in it.
    func seenDocument() -> JSONDocument {
        isDocumentSeen = true
        return document
    }

    /// Returns a value in a document of several, relative to which the paths are.
    func value<Value: Decodable>(_ type: Value.Type, atRoot node: Int) throws -> Value {
        root = node
        return try value(type, at: node)
    }

    /// Checks the stack before the types of an array or an object take more of it. How much a level takes depends on
    /// their own code: up to a kilobyte, and several in debug mode.
    @inline(__always)
    func checkStack(at node: Int, depth: Int) throws {
        if depth >= StackDepth.least, StackDepth.isTooMuch { throw failureOfStack(at: node, depth) }
    }

    @inline(never)
    private func failureOfStack(at node: Int, _ depth: Int) -> DecodingError {
        let error = tooDeep ?? corrupted(StackDepth.reason(depth), at: node, JSONNoKey())
        tooDeep = error
        return error
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
        // This run keeps the document alive; a closure that captured it would retain and release it, for 3 % more
        // instructions.
        let document = Unmanaged.passUnretained(document)
        return JSONKey.withWanted(key) { [cursors] wanted in
            document._withUnsafeGuaranteedRef { cursors[depth & 7].find(wanted, in: object, of: $0) }
        }
    }
}
