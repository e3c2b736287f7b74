/// A type of which only some parts tell whether a resource reads the same value.
protocol PartlyCompared {
    /// These parts; always the same number.
    var comparedParts: [Any] { get }
}

/// The body has the change itself.
extension Response: PartlyCompared {
    var comparedParts: [Any] { [status] }
}

/// The text around a failure, and its position, can differ although nothing was read from there.
extension ParseFailure: PartlyCompared {
    var comparedParts: [Any] { [kind, path, expected] }
}

extension Lossy: PartlyCompared {
    var comparedParts: [Any] { [elements, failureCount] }
}

extension AnnotatedValue {
    /// The notes of a value don't change it.
    fileprivate var comparedParts: [Any] { [value] }
}

/// Returns the parts of a value that are compared; nil if its type doesn't name them.
func comparedParts(of value: Any) -> [Any]? {
    (value as? any PartlyCompared)?.comparedParts ?? (value as? any AnnotatedValue)?.comparedParts
}
