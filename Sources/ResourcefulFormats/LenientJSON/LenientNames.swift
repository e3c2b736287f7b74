/// The keys of an object, and their names in types.
struct LenientNames {
    /// The keys, each once, in the order of the document.
    let keys: [String]
    /// The name of each key.
    private let all: [String]
    /// The index of the first key of each name, if there are many.
    private var places: [String: Int] = [:]

    // A large object is searched by a table, a small one faster from its beginning.
    private static let few = 12

    init(_ keys: [String], _ name: (String) -> String) {
        self.keys = keys
        all = keys.map(name)
        guard keys.count > Self.few else { return }
        places = Dictionary(zip(all, all.indices), uniquingKeysWith: { first, _ in first })
    }

    /// The names, each once, in the order of the document.
    var names: [String] { all.indices.filter { index(of: all[$0]) == $0 }.map { all[$0] } }

    /// Returns the first key with a name.
    func key(called name: String) -> String? { index(of: name).map { keys[$0] } }

    private func index(of name: String) -> Int? { places.isEmpty ? all.firstIndex(of: name) : places[name] }
}

extension LenientDecoding {
    /// The number of objects whose names are kept: one element has about as many types.
    private static let mostNames = 8

    /// Returns the names of an object's keys; nil if the decoder doesn't rename keys.
    func names(of object: JSON, at place: LenientPlace) -> LenientNames? {
        switch options.keys {
        case .useDefaultKeys: return nil
        case .custom(let rename):
            let path = codingPath(to: place.step)
            return LenientNames((try? object.keys) ?? []) { rename(path + [LenientKey.key($0)]).stringValue }
        case .convertFromSnakeCase:
            // Most objects of a document have the same keys as one before.
            let keys = (try? object.keys) ?? []
            if let known = lastNames.first(where: { $0.keys == keys }) { return known }
            let names = LenientNames(keys, Self.camelCase)
            if lastNames.count == Self.mostNames { lastNames.removeFirst() }
            lastNames.append(names)
            return names
        }
    }

    /// Returns a key as `JSON.Decoder` converts it from snake case.
    private static func camelCase(_ key: String) -> String {
        guard key.contains("_") else { return key }
        let decoder = JSON.Decoder(keys: .convertFromSnakeCase)
        return (try? JSON([(key, .null)]).decode(AllKeys.self, decoder: decoder))?.keys.first ?? key
    }
}

/// The keys of an object as a decoder names them.
private struct AllKeys: Decodable {
    let keys: [String]

    init(from decoder: any Decoder) throws {
        keys = try decoder.container(keyedBy: LenientKey.self).allKeys.map(\.stringValue)
    }
}
