/// A parser that reads elements from bytes that arrive in pieces: a pure fold, whose state is the parser itself.
///
/// All parsers follow one law: the elements, and the error after them, don't depend on how the bytes were split.
///
///     /// Parses records of four bytes.
///     struct RecordParser: StreamParser {
///         private var rest = Data()
///
///         mutating func take(_ bytes: Data, into elements: inout [Data]) throws {
///             rest.append(bytes)
///             while rest.count >= 4 {
///                 elements.append(Data(rest.prefix(4)))
///                 rest = Data(rest.dropFirst(4))
///             }
///         }
///     }
///
///     let records = StreamResource(Request("records"), parser: RecordParser())
public protocol StreamParser<Element>: Sendable {
    /// The type of the elements.
    associatedtype Element: Sendable

    /// Whether no more bytes are needed. Then the transfer ends, and no other function is called.
    var isComplete: Bool { get }

    /// Begins a body. The response has passed the validation; its own body isn't there yet.
    ///
    /// If the stream continues in a second response, this is called again. The parser decides which state to keep.
    mutating func begin(_ response: Response) throws

    /// Takes at least one byte, and appends the elements that end with the bytes.
    ///
    /// Elements that were appended before an error was thrown count: they come before the error. After an error only
    /// ``resume(after:of:)`` is called.
    mutating func take(_ bytes: Data, into elements: inout [Element]) throws

    /// Takes the end of the body, and appends the elements that end with it.
    mutating func finish(into elements: inout [Element]) throws

    /// Returns the request whose response continues the stream after a body has ended, or nil to end the stream.
    ///
    /// - Parameters:
    ///   - failure: Why the body ended too early or couldn't be opened; nil if it is complete.
    ///   - request: The request that was sent.
    mutating func resume(after failure: (any Error)?, of request: Request) -> Plan<Request?>
}

extension StreamParser {
    /// False: all bytes are needed.
    public var isComplete: Bool { false }

    /// Does nothing.
    public mutating func begin(_ response: Response) {}

    /// Appends no elements.
    public mutating func finish(into elements: inout [Element]) {}

    /// Ends the stream with its first body, and fails if that failed.
    public mutating func resume(after failure: (any Error)?, of request: Request) -> Plan<Request?> {
        failure.map { .failure($0) } ?? .value(nil)
    }

    /// Returns the elements of a whole body, such as a fixture in a test.
    ///
    /// - Throws: The error that the parser throws.
    public func elements(of body: Data) throws -> [Element] {
        var parser = self
        var elements: [Element] = []
        if !body.isEmpty { try parser.take(body, into: &elements) }
        if !parser.isComplete { try parser.finish(into: &elements) }
        return elements
    }
}

/// A parser made of functions over a state.
struct StreamFold<State: Sendable, Element: Sendable>: StreamParser {
    var state: State
    let parse: @Sendable (inout State, Data) throws -> [Element]
    let end: @Sendable (inout State) throws -> [Element]

    mutating func take(_ bytes: Data, into elements: inout [Element]) throws {
        elements += try parse(&state, bytes)
    }

    mutating func finish(into elements: inout [Element]) throws { elements += try end(&state) }
}
