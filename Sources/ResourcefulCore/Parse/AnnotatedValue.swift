/// A value and notes about how it was read, such as the repairs that lenient decoding made.
///
/// The notes aren't part of the value: code that asks whether two responses have the same value compares only
/// ``value``, as `sensitivity(to:)` of ResourcefulLab does. Conform a type of your own to it if a resource returns
/// its value with more than the value.
public protocol AnnotatedValue<Value>: Sendable {
    /// The type of the value.
    associatedtype Value: Sendable

    /// The value without the notes.
    var value: Value { get }
}
