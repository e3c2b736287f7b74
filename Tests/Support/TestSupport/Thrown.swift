/// The error of a type that a body throws, if it throws one.
///
/// For loops: `#expect(throws:)` describes and mirrors every error, also the one that it expects, and that takes a
/// hundred times as long as a short body.
package func thrown<Failure: Error, Value>(_ type: Failure.Type, by body: () throws -> Value) -> Failure? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? Failure
    }
}
