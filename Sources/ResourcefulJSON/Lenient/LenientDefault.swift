/// A type that knows what to be when a lenient reader finds nothing there, or nothing that it can be made of.
///
///     extension Genre: LenientDefault {
///         static let lenientDefault = Genre.unknown
///     }
///
/// Only ``JSON/decodeLeniently(_:decoder:)`` asks for it. An optional property becomes nil instead.
public protocol LenientDefault {
    /// The value to use.
    static var lenientDefault: Self { get }
}
