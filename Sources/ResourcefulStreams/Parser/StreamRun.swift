/// The state of a stream while it runs. It makes all decisions about the stream; the code that carries it out only
/// feeds it.
///
///     open ─► begin ─► take, take, … ─► finish ─► resume ─► open, or the end
package struct StreamRun<Element: Sendable>: Sendable {
    private let resource: StreamResource<Element>
    private var parser: any StreamParser<Element>
    /// The current request.
    private var request: Request
    private var response = Response()
    /// The number of bytes of the body received so far.
    package private(set) var received = 0

    package init(_ resource: StreamResource<Element>) {
        self.resource = resource
        parser = resource.parser
        request = resource.request
    }

    /// Whether no more bytes are needed.
    package var isComplete: Bool { parser.isComplete }

    /// The plan that requests the response and leaves its body to be read.
    package var opening: Plan<Response> {
        var opening = resource.opening
        opening.request = request
        return opening.alone().uncached().option(LeavesBody.self, true).plan
    }

    /// Begins with a response that has passed the validation.
    package mutating func begin(_ response: Response) throws {
        self.response = response
        received = 0
        try located { parser, _ in try parser.begin(response) }
    }

    /// Takes a piece of the body, and appends the elements that end with it, even if it then throws.
    package mutating func take(_ bytes: Data, into elements: inout [Element]) throws {
        guard !bytes.isEmpty else { return }
        received += bytes.count
        try located(&elements) { parser, elements in try parser.take(bytes, into: &elements) }
    }

    /// Takes the end of the body, and appends the elements that end with it.
    package mutating func finish(into elements: inout [Element]) throws {
        guard !isComplete else { return }
        try located(&elements) { parser, elements in try parser.finish(into: &elements) }
    }

    /// Returns the error for one that the transport threw while the body was read, with the number of bytes received.
    package func located(_ error: any Error) -> any Error {
        LoadError.ofTransport(error, request: request, response: response, received: received)
    }

    /// Returns the plan for what follows when the body has ended: a request that opens the stream again, or nil for the
    /// end.
    package mutating func resumption(after failure: (any Error)?) -> Plan<Request?> {
        if failure is CancellationError || isComplete { return failure.map { .failure($0) } ?? .value(nil) }
        return parser.resume(after: failure, of: request)
    }

    /// Continues with the response to another request.
    package mutating func resume(with request: Request) { self.request = request }

    private mutating func located(_ read: (inout any StreamParser<Element>, inout [Element]) throws -> Void) throws {
        var none: [Element] = []
        try located(&none, read)
    }

    private mutating func located(
        _ elements: inout [Element], _ read: (inout any StreamParser<Element>, inout [Element]) throws -> Void
    ) throws {
        do {
            try read(&parser, &elements)
        } catch let declared as DeclaredFailure {
            throw declared.error
        } catch let error where error is LoadError || error is CancellationError {
            throw error
        } catch {
            let cause = (error as? DecodingError).map { ParseFailure($0, expecting: Element.self) } ?? error
            throw LoadError(
                stage: .parse, request: request, response: response, underlyingError: cause, received: received)
        }
    }
}
