/// Knows what must not be shown where a text, or a part of one, is printed.
///
/// This target has none: who reads texts with secrets in them, such as the bodies of responses, gives one to the
/// document, or to a failure.
package protocol TextMask: Sendable {
    /// What stands in the place of a value that is not shown.
    var mark: String { get }

    /// Whether the value of a key is not shown.
    func hides(valueOf key: String) -> Bool

    /// Whether a member says the name of what is not shown, as in `{"name": "Authorization", "value": "…"}`.
    func hides(valueNamed name: String, under key: String) -> Bool

    /// Whether what such a member names stands under a key.
    func isOfValues(_ key: String) -> Bool

    /// A piece of a text, every byte that is not shown replaced by another one. The piece may begin and end anywhere.
    func masked(_ bytes: [UInt8]) -> [UInt8]
}

extension TextMask {
    package func hides(valueNamed name: String, under key: String) -> Bool { false }
    package func isOfValues(_ key: String) -> Bool { false }
}

/// Hides what one of two hides.
struct JoinedMask: TextMask {
    let first: any TextMask
    let second: any TextMask

    var mark: String { first.mark }

    func hides(valueOf key: String) -> Bool { first.hides(valueOf: key) || second.hides(valueOf: key) }

    func hides(valueNamed name: String, under key: String) -> Bool {
        first.hides(valueNamed: name, under: key) || second.hides(valueNamed: name, under: key)
    }

    func isOfValues(_ key: String) -> Bool { first.isOfValues(key) || second.isOfValues(key) }

    func masked(_ bytes: [UInt8]) -> [UInt8] { second.masked(first.masked(bytes)) }
}
