#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// How far a stream has come: all that is decided about it. Those who carry it out only feed it.
///
///     open ─► begin ─► take, take, … ─► finish ─► resume ─► open, or the end
package struct StreamRun<Element: Sendable> {
    private let resource: StreamResource<Element>
    private var parser: any StreamParser<Element>
    /// What is asked for.
    private var request: Request
    private var response = Response()
    /// How many bytes of the body have come.
    package private(set) var received = 0

    package init(_ resource: StreamResource<Element>) {
        self.resource = resource
        parser = resource.parser
        request = resource.request
    }

    /// Whether no more bytes are wanted.
    package var isComplete: Bool { parser.isComplete }

    /// Asks for the response, whose body is left to be read.
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

    /// Takes a piece of the body, and appends the elements that end with it, even when it then throws.
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

    /// What the transport has thrown while the body was read, saying how far it had come.
    package func located(_ error: any Error) -> any Error {
        LoadError.ofTransport(error, request: request, response: response, received: received)
    }

    /// What follows when the body has ended: true, and the stream is to be opened again, or false for the end.
    package mutating func resumption(after failure: (any Error)?) -> Plan<Request?> {
        if failure is CancellationError || isComplete { return failure.map { .failure($0) } ?? .value(nil) }
        return parser.resume(after: failure, of: request)
    }

    /// Goes on in the response to another request.
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

/// Whether the body of a successful response is left to be read.
package enum LeavesBody: RequestOption {
    package static let defaultValue = false
}

extension Request {
    /// Whether the body of a successful response is left to be read.
    package var leavesBody: Bool { hasOptions && self[LeavesBody.self] }
}
