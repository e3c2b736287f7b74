#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Reads elements out of bytes that come piece by piece: a pure fold, whose state is the parser itself.
///
/// The law of all parsers: the elements, and the error behind them, do not depend on how the bytes were split.
///
///     var parser = LineParser()
///     var lines: [String] = []
///     try parser.take(Data("one\ntw".utf8), into: &lines)    // one
///     try parser.take(Data("o\nthree".utf8), into: &lines)   // one, two
///     try parser.finish(into: &lines)                        // one, two, three
public protocol StreamParser<Element>: Sendable {
    /// What is read out of the bytes.
    associatedtype Element: Sendable

    /// Whether no more bytes are wanted. Then the transfer is ended, and nothing is called any more.
    var isComplete: Bool { get }

    /// Begins a body, whose response has passed the validation; its own body is not there yet.
    ///
    /// A stream that goes on in a second response begins again, and keeps what it wants to keep.
    mutating func begin(_ response: Response) throws

    /// Takes bytes, at least one, and appends the elements that end with them.
    ///
    /// What has been appended before an error is thrown counts: it comes before the error. Nothing is called after it
    /// but ``resume(after:of:)``.
    mutating func take(_ bytes: Data, into elements: inout [Element]) throws

    /// Says that the body has come to its end, and appends the elements that end with it.
    mutating func finish(into elements: inout [Element]) throws

    /// What to ask for when a body has ended: nothing, or a request in whose response the stream goes on.
    ///
    /// - Parameters:
    ///   - failure: Why it ended too early, or could not be opened; nil for a body that came to its end.
    ///   - request: What was asked for.
    mutating func resume(after failure: (any Error)?, of request: Request) -> Plan<Request?>
}

extension StreamParser {
    /// No: all bytes are wanted.
    public var isComplete: Bool { false }

    /// Looks at nothing.
    public mutating func begin(_ response: Response) {}

    /// No element ends with the body.
    public mutating func finish(into elements: inout [Element]) {}

    /// A stream ends with its first body, well or badly.
    public mutating func resume(after failure: (any Error)?, of request: Request) -> Plan<Request?> {
        failure.map { .failure($0) } ?? .value(nil)
    }

    /// The elements of a whole body: what a test does with a fixture.
    ///
    /// - Throws: what the parser throws.
    public func elements(of body: Data) throws -> [Element] {
        var parser = self
        var elements: [Element] = []
        if !body.isEmpty { try parser.take(body, into: &elements) }
        if !parser.isComplete { try parser.finish(into: &elements) }
        return elements
    }
}

/// A parser from functions over a state.
struct StreamFold<State: Sendable, Element: Sendable>: StreamParser {
    var state: State
    let parse: @Sendable (inout State, Data) throws -> [Element]
    let end: @Sendable (inout State) throws -> [Element]

    mutating func take(_ bytes: Data, into elements: inout [Element]) throws {
        elements += try parse(&state, bytes)
    }

    mutating func finish(into elements: inout [Element]) throws { elements += try end(&state) }
}
