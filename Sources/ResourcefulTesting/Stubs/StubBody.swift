/// The body that a stub expects, compared by its meaning.
struct StubBody: Sendable, CustomStringConvertible {
    private enum Meaning {
        case json(JSON)
        /// Names and values, sorted.
        case form([(String, String)])
        case bytes(Data)
    }

    private let body: Body

    init(_ body: Body) { self.body = body }

    /// The kind of the body, without its content.
    var description: String { "a body of \(body)" }

    /// Returns how the body of a request differs; nil if both mean the same.
    func difference(to request: Request) -> String? {
        guard let other = request.body else { return "there is no body" }
        if other == body { return nil }
        do {
            let (wanted, found) = (try body.encoded(), try other.encoded())
            if wanted == found { return nil }
            switch (meaning(of: wanted), meaning(of: found)) {
            case (.json(let wanted), .json(let found)): return Self.difference(wanted, found)
            case (.form(let wanted), .form(let found)): return Self.difference(wanted, found)
            case (.json, _): return "the body isn't JSON"
            default: return "the body is different, with \(found.count) bytes"
            }
        } catch {
            return "the body can't be compared: \(error)"
        }
    }

    private func meaning(of data: Data) -> Meaning {
        guard let type = body.mediaType else { return .bytes(data) }
        if type.isJSON, let json = try? JSON(parsing: data, redacting: .standard) { return .json(json) }
        guard type == .form else { return .bytes(data) }
        let pairs = Query(parsing: String(decoding: data, as: UTF8.self)).pairs
        return .form(pairs.sorted { $0 < $1 })
    }

    /// Returns the first place where two documents differ, and what is found there, in the order of keys and elements.
    private static func difference(_ wanted: JSON, _ found: JSON) -> String? {
        var pairs = [(wanted, found, JSONPath())]
        while let (wanted, found, path) = pairs.popLast() {
            if wanted == found { continue }
            if let keys = try? wanted.keys, let others = try? found.keys {
                let all = Set(keys).union(others).sorted(by: >)
                pairs += all.map { (wanted[$0], found[$0], path.appending(.key($0))) }
            } else if let ones = try? wanted.array, let others = try? found.array, ones.count == others.count {
                pairs += ones.indices.reversed().map { (ones[$0], others[$0], path.appending(.index($0))) }
            } else {
                let place = path.isEmpty ? "the body is" : "in the body \(path) is"
                return "\(place) \(found.shortDescription ?? "missing"), not \(wanted.shortDescription ?? "there")"
            }
        }
        return nil
    }

    private static func difference(_ wanted: [(String, String)], _ found: [(String, String)]) -> String? {
        for name in Set((wanted + found).map(\.0)).sorted() {
            let (ours, theirs) = (wanted.filter { $0.0 == name }, found.filter { $0.0 == name })
            if ours.elementsEqual(theirs, by: ==) { continue }
            return theirs.isEmpty ? "the form has no \(name)" : "the form has \(Query(theirs))"
        }
        return nil
    }
}
