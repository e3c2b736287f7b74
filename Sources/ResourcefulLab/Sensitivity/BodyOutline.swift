/// The values of a JSON text and their places in it, grouped by their paths without the indices of lists.
struct BodyOutline {
    /// A value.
    struct Place {
        let kind: Sensitivity.Kind
        /// The index of the path.
        let path: Int
        /// The object or list that has the value; nil for the body.
        let parent: Int?
        /// The offset of the key, or of an element.
        let start: Int
        /// The range of the value's text.
        var range: Range<Int>
        /// The members or elements in it.
        var children: [Int] = []
    }

    /// A path, and its values.
    struct Branch {
        let path: Sensitivity.Path
        let parent: Int?
        var places: [Int] = []
        var children: [Int] = []
    }

    let bytes: [UInt8]
    private(set) var places: [Place] = []
    private(set) var branches: [Branch] = []
    private var known: [Key: Int] = [:]

    /// The key of an object in all places of a path; nil for the elements of a list. Keys are compared byte by byte.
    private struct Key: Hashable {
        let branch: Int
        let key: [UInt8]?
    }

    /// Reads a body. Linear in its length. An empty body has no values.
    ///
    /// - Throws: `ParseFailure` if the body isn't JSON.
    init(_ body: Data) throws {
        bytes = Array(body)
        guard bytes.contains(where: { $0 > 0x20 }) else { return }
        _ = try JSON(parsing: body, redacting: .standard)
        scan()
    }

    /// Reads a valid text with a stack of its own, because documents may nest deeply.
    private mutating func scan() {
        var (open, key, index) = ([Int](), nil as Range<Int>?, 0)
        while index < bytes.count {
            switch bytes[index] {
            case ...0x20, UInt8(ascii: ","), UInt8(ascii: ":"): index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                index += 1
                if let place = open.popLast() { places[place].range = places[place].range.lowerBound..<index }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let kind: Sensitivity.Kind = bytes[index] == UInt8(ascii: "{") ? .object : .list
                open.append(add(kind, index..<(index + 1), key, in: open.last))
                (key, index) = (nil, index + 1)
            default:
                let range = index..<end(ofScalar: index)
                index = range.upperBound
                if key == nil, let last = open.last, places[last].kind == .object {
                    key = range
                } else {
                    _ = add(kind(of: bytes[range.lowerBound]), range, key, in: open.last)
                    key = nil
                }
            }
        }
    }

    private func kind(of first: UInt8) -> Sensitivity.Kind {
        switch first {
        case UInt8(ascii: "\""): .text
        case UInt8(ascii: "n"): .null
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
        default: .number
        }
    }

    private func end(ofScalar start: Int) -> Int {
        var end = start + 1
        guard bytes[start] == UInt8(ascii: "\"") else {
            while end < bytes.count, bytes[end] > 0x20, !",]}".utf8.contains(bytes[end]) { end += 1 }
            return end
        }
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
        return min(end + 1, bytes.count)
    }

    private mutating func add(
        _ kind: Sensitivity.Kind, _ range: Range<Int>, _ key: Range<Int>?, in parent: Int?
    ) -> Int {
        let branch = branch(key, in: parent.map { places[$0].path })
        let place = places.count
        places.append(
            Place(kind: kind, path: branch, parent: parent, start: key?.lowerBound ?? range.lowerBound, range: range))
        branches[branch].places.append(place)
        if let parent { places[parent].children.append(place) }
        return place
    }

    private mutating func branch(_ key: Range<Int>?, in parent: Int?) -> Int {
        guard let parent else {
            branches.append(Branch(path: Sensitivity.Path(), parent: nil))
            return 0
        }
        let name = key.map { text(of: $0) }
        let known = Key(branch: parent, key: name.map { Array($0.utf8) })
        if let branch = self.known[known] { return branch }
        let branch = branches.count
        let path = branches[parent].path.appending(name.map { .key($0) } ?? .element)
        branches.append(Branch(path: path, parent: parent))
        branches[parent].children.append(branch)
        self.known[known] = branch
        return branch
    }

    /// The text of a string, without quotes and escapes.
    func text(of range: Range<Int>) -> String {
        let content = bytes[range].dropFirst().dropLast()
        guard content.contains(UInt8(ascii: "\\")) else { return String(decoding: content, as: UTF8.self) }
        return (try? JSON(parsing: Data(bytes[range])).string) ?? ""
    }
}

extension BodyOutline {
    /// The paths in the order of a report: each after the one that contains it.
    var ordered: [Int] {
        var (ordered, rest) = ([Int](), branches.isEmpty ? [] : [0])
        while let branch = rest.popLast() {
            ordered.append(branch)
            rest += branches[branch].children.reversed()
        }
        return ordered
    }

    /// The types of the values of a path, in the order in which they occur.
    func kinds(of branch: Int) -> [Sensitivity.Kind] {
        branches[branch].places.reduce(into: []) { kinds, place in
            if !kinds.contains(places[place].kind) { kinds.append(places[place].kind) }
        }
    }

    /// The number of places that have a value of a path.
    func holders(of branch: Int) -> Int { Set(branches[branch].places.map { places[$0].parent }).count }

    /// The number of places that could have a value of a path: the objects, or the lists with elements; 1 for the body.
    func parents(of branch: Int) -> Int {
        guard let parent = branches[branch].parent else { return 1 }
        let isElement = branches[branch].path.steps.last == .element
        return branches[parent].places.count { place in
            isElement
                ? places[place].kind == .list && !places[place].children.isEmpty : places[place].kind == .object
        }
    }

    /// The paths of the elements of lists that are all empty.
    var unknown: [Sensitivity.Path] {
        ordered.filter { branch in
            let lists = branches[branch].places.filter { places[$0].kind == .list }
            return !lists.isEmpty && lists.allSatisfy { places[$0].children.isEmpty }
        }.map { branches[$0].path.appending(.element) }
    }
}
