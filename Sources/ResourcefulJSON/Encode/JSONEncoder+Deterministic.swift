extension JSONEncoder {
    /// An encoder whose output depends only on the value: with sorted keys and without escaped slashes.
    public static var deterministic: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
