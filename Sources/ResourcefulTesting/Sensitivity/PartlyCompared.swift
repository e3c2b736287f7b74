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

/// A repair doesn't change the value.
extension Lenient: PartlyCompared {
    var comparedParts: [Any] { [value] }
}
