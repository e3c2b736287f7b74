/// The absence of a key, for a value that isn't requested by key.
///
/// The decoder passes keys as values of generic types, which costs nothing unless there is an error. An optional
/// `any CodingKey` would be put in a box for every value.
struct JSONNoKey: CodingKey {
    var stringValue: String { "" }
    var intValue: Int? { nil }

    init() {}
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
}
