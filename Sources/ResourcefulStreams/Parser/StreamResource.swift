/// A request and the way to read its response as it arrives, element by element, as one pure value.
///
/// Use a stream resource for large or endless bodies, and a `Resource` for small ones. `Webservice.stream(of:)`
/// sends it, and `elements(in:)` reads a fixture in a test.
///
///     extension Episode {
///         static let live = StreamResource<Episode>(jsonLines: Request("live.jsonl"))
///     }
///
///     for try await episode in webservice.stream(of: Episode.live) { show(episode) }
public struct StreamResource<Element: Sendable>: Sendable {
    /// The request and the check for success, before the first byte of the body.
    package var opening: Resource<Response>
    /// The parser of the body, in its state before the first byte.
    package private(set) var parser: any StreamParser<Element>

    /// The request that is sent.
    public var request: Request {
        get { opening.request }
        set { opening.request = newValue }
    }

    /// Creates a stream that a parser reads.
    public init(_ request: Request, parser: some StreamParser<Element>) {
        opening = Resource(request) { $0 }
        self.parser = parser
    }

    /// Creates a stream that functions read: a fold over the pieces of the body.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - state: The state before the first piece.
    ///   - parse: Returns the elements that end with a piece, however the body was split. If it throws, the elements of
    ///     that piece are lost; a ``StreamParser`` doesn't lose them.
    ///   - end: Returns the elements that end with the body.
    public init<State: Sendable>(
        _ request: Request, from state: State,
        parse: @escaping @Sendable (inout State, Data) throws -> [Element],
        end: @escaping @Sendable (inout State) throws -> [Element] = { _ in [] }
    ) {
        self.init(request, parser: StreamFold(state: state, parse: parse, end: end))
    }

    /// Returns a stream with the same request that reads its response in another way.
    func replacing<New>(_ parser: some StreamParser<New>) -> StreamResource<New> {
        var stream = StreamResource<New>(request, parser: parser)
        stream.opening = opening
        return stream
    }

    /// Returns the elements of a whole body, such as a fixture in a test.
    ///
    /// - Throws: `LoadError` at the parse stage.
    public func elements(in body: Data) throws -> [Element] { try elements(in: [body]) }

    /// Returns the elements of a whole response, after validating it. Its fields say how to read the body.
    ///
    /// - Throws: `LoadError` at the status or the parse stage, or the error that the resource declares.
    public func elements(in response: Response) throws -> [Element] {
        try elements(in: [response.body], of: try opening.value(from: response))
    }

    /// Returns the elements of a body that comes in pieces.
    ///
    /// - Throws: `LoadError` at the parse stage.
    public func elements(in pieces: some Sequence<Data>) throws -> [Element] {
        try elements(in: pieces, of: Response(url: request.url))
    }

    private func elements(in pieces: some Sequence<Data>, of response: Response) throws -> [Element] {
        var run = StreamRun(self)
        try run.begin(response)
        var elements: [Element] = []
        for piece in pieces where !run.isComplete { try run.take(piece, into: &elements) }
        try run.finish(into: &elements)
        return elements
    }
}

// Functions shared with a resource.
extension StreamResource: RequestChanging {
    /// Returns a copy with its request changed.
    public func changingRequests(_ change: @escaping @Sendable (inout Request) -> Void) -> StreamResource {
        var stream = self
        change(&stream.request)
        return stream
    }

    /// Returns a copy with another check for success than `Validation.standard`. The check runs before the body
    /// arrives.
    public func validating(_ validation: Validation) -> StreamResource {
        changingOpening { $0.validating(validation) }
    }

    /// Returns a copy with another function that reads the server's errors; see `Resource.failing(_:)`.
    public func failing(_ read: @escaping @Sendable (Response) throws -> (any Error)?) -> StreamResource {
        changingOpening { $0.failing(read) }
    }

    /// Returns a copy that throws the server's error, decoded from JSON; see `Resource.failing(with:at:decoder:_:)`.
    public func failing<Failure: Error & Decodable & Sendable>(
        with type: Failure.Type, at path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder(),
        _ complete: @escaping @Sendable (inout Failure, Response) -> Void = { _, _ in }
    ) -> StreamResource {
        changingOpening { $0.failing(with: type, at: path, decoder: decoder, complete) }
    }

    /// Returns a copy with another policy, outside its own policies and the Webservice's. The policy
    /// sees the response without its body.
    public func applying(_ policy: Policy) -> StreamResource {
        changingOpening { $0.applying(policy) }
    }

    private func changingOpening(_ change: (Resource<Response>) -> Resource<Response>) -> StreamResource {
        var stream = self
        stream.opening = change(opening)
        return stream
    }
}

extension StreamResource: CustomStringConvertible {
    /// The request on one line, with secrets replaced, and the type of the elements.
    public var description: String { "\(request) → \(Element.self)…" }
}
