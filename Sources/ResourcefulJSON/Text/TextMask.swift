/// A mask that hides parts of a text when it is printed.
///
/// This module defines no mask. Code that reads texts with secrets, such as response bodies, passes one to the document
/// or the failure.
package protocol TextMask: Sendable {
    /// The text to show instead of a hidden value.
    var mark: String { get }

    /// Whether the value of a key is hidden.
    func hides(valueOf key: String) -> Bool

    /// Whether a member names a value to hide, as in `{"name": "Authorization", "value": "…"}`.
    func hides(valueNamed name: String, under key: String) -> Bool

    /// Whether a key holds the value that such a member names.
    func isOfValues(_ key: String) -> Bool

    /// Returns a piece of a text with every hidden byte replaced by another one. The piece may begin and end anywhere.
    func masked(_ bytes: [UInt8]) -> [UInt8]
}

extension TextMask {
    package func hides(valueNamed name: String, under key: String) -> Bool { false }
    package func isOfValues(_ key: String) -> Bool { false }
}

/// A mask that hides what either of two masks hides.
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
