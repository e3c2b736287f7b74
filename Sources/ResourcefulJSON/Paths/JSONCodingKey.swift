/// A key or an index of a coding path.
enum JSONCodingKey: CodingKey {
    case key(String)
    case index(Int)

    init(stringValue: String) { self = .key(stringValue) }

    init(intValue: Int) { self = .key("\(intValue)") }

    var stringValue: String {
        switch self {
        case .key(let key): key
        case .index(let index): "Index \(index)"
        }
    }

    var intValue: Int? {
        switch self {
        case .key: nil
        case .index(let index): index
        }
    }

    static let `super` = JSONCodingKey(stringValue: "super")
}
