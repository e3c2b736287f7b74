/// A generator that returns the numbers of a list in order, over and over.
///
///     run.randomNumbers = ScriptedNumbers([0, .max])
public struct ScriptedNumbers: RandomNumberGenerator, Sendable {
    private let numbers: [UInt64]
    private var index = 0

    /// Creates a generator from a list. An empty list is the same as `[0]`.
    public init(_ numbers: [UInt64]) { self.numbers = numbers.isEmpty ? [0] : numbers }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
        defer { index = (index + 1) % numbers.count }
        return numbers[index]
    }
}

/// A small generator that returns the same random numbers for the same seed (Steele, Lea and Flood, 2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator with a seed.
    package init(seed: UInt64) { state = seed }

    /// Returns the next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
