#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A request and the way to read its response while it comes, element by element, as one pure value.
///
/// It is to a large or endless body what a ``Resource`` is to a small one. `Webservice.stream(of:)` sends it, and
/// `elements(in:)` reads a fixture in a test.
///
///     extension Measurement {
///         static let all = StreamResource<Measurement>(jsonLines: URL(string: "https://example.org/all.jsonl")!)
///     }
///
///     for try await measurement in webservice.stream(of: Measurement.all) { … }
public struct StreamResource<Element: Sendable>: Sendable {
    /// The request, and what counts as success, before the first byte of the body.
    var opening: Resource<Response>
    /// What reads the body, as it is before the first byte.
    package private(set) var parser: any StreamParser<Element>

    /// What is sent.
    public var request: Request {
        get { opening.request }
        set { opening.request = newValue }
    }

    /// A stream that a parser reads.
    public init(_ request: Request, parser: some StreamParser<Element>) {
        opening = Resource(request) { $0 }
        self.parser = parser
    }

    /// A stream that functions read: a fold over the pieces of the body.
    ///
    /// - Parameters:
    ///   - state: What is known before the first piece.
    ///   - parse: The elements that end with a piece, however the body was split. When it throws, the elements of that
    ///     piece are lost; a ``StreamParser`` does not lose them.
    ///   - end: The elements that end with the body.
    public init<State: Sendable>(
        _ request: Request, from state: State,
        parse: @escaping @Sendable (inout State, Data) throws -> [Element],
        end: @escaping @Sendable (inout State) throws -> [Element] = { _ in [] }
    ) {
        self.init(request, parser: StreamFold(state: state, parse: parse, end: end))
    }

    /// The same request, its response read in another way.
    func replacing<New>(_ parser: some StreamParser<New>) -> StreamResource<New> {
        var stream = StreamResource<New>(request, parser: parser)
        stream.opening = opening
        return stream
    }

    /// The elements of a body that is there as a whole: what a test does with a fixture.
    ///
    /// - Throws: ``LoadError`` at the parse stage.
    public func elements(in body: Data) throws -> [Element] { try elements(in: [body]) }

    /// The elements of a whole response, after the validation: of a body that its fields say how to read.
    ///
    /// - Throws: ``LoadError`` at the status or the parse stage, or what the resource declares.
    public func elements(in response: Response) throws -> [Element] {
        try elements(in: [response.body], of: try opening.value(from: response))
    }

    /// The elements of a body that comes in pieces.
    ///
    /// - Throws: ``LoadError`` at the parse stage.
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

// What it has in common with a resource.
extension StreamResource: RequestChanging {
    /// The same stream with its request changed.
    public func changingRequests(_ change: @escaping @Sendable (inout Request) -> Void) -> StreamResource {
        var stream = self
        change(&stream.request)
        return stream
    }

    /// The same stream with another idea of success than ``Validation/standard``. The body has not come when it is
    /// asked.
    public func validating(_ validation: Validation) -> StreamResource {
        changingOpening { $0.validating(validation) }
    }

    /// The same stream with one more way to read what is no success; see ``Resource/failing(_:)``.
    public func failing(_ read: @escaping @Sendable (Response) throws -> (any Error)?) -> StreamResource {
        changingOpening { $0.failing(read) }
    }

    /// The same stream with a policy of its own, outside those that it has and those of the Webservice. It sees the
    /// response without its body.
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
    /// The request on one line, secrets replaced, and the type of the elements.
    public var description: String { "\(request) → \(Element.self)…" }
}
