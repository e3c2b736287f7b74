/// Random numbers that are none: those of a list, in order, and then again from its beginning.
///
///     run.randomNumbers = ScriptedNumbers([0, .max])
public struct ScriptedNumbers: RandomNumberGenerator, Sendable {
    private let numbers: [UInt64]
    private var index = 0

    /// Numbers from a list. An empty one stands for zeros.
    public init(_ numbers: [UInt64]) { self.numbers = numbers.isEmpty ? [0] : numbers }

    /// The next number.
    public mutating func next() -> UInt64 {
        defer { index = (index + 1) % numbers.count }
        return numbers[index]
    }
}
