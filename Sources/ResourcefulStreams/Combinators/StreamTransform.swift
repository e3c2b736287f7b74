/// A parser that passes its elements through a function, one after the other. The function may end the stream.
struct StreamTransform<Old: Sendable, New: Sendable, State: Sendable>: StreamParser {
    /// The parser inside.
    var base: any StreamParser<Old>
    /// The state of the function, which is kept from one response to the next.
    private var state: State
    /// Appends what an element becomes. Returns false to end the stream.
    private let step: @Sendable (inout State, Old, inout [New]) throws -> Bool
    private var hasEnded: Bool
    /// The elements being transformed. Kept only to reuse its memory.
    private var taken: [Old] = []

    init(
        _ base: any StreamParser<Old>, _ state: State, hasEnded: Bool = false,
        step: @escaping @Sendable (inout State, Old, inout [New]) throws -> Bool
    ) {
        (self.base, self.state, self.hasEnded, self.step) = (base, state, hasEnded, step)
    }

    var isComplete: Bool { hasEnded || base.isComplete }

    mutating func begin(_ response: Response) throws { try base.begin(response) }

    mutating func take(_ bytes: Data, into elements: inout [New]) throws {
        try transform(into: &elements) { try $0.take(bytes, into: &$1) }
    }

    mutating func finish(into elements: inout [New]) throws {
        try transform(into: &elements) { try $0.finish(into: &$1) }
    }

    mutating func resume(after failure: (any Error)?, of request: Request) -> Plan<Request?> {
        base.resume(after: failure, of: request)
    }

    private mutating func transform(
        into elements: inout [New], _ read: (inout any StreamParser<Old>, inout [Old]) throws -> Void
    ) throws {
        defer { taken.removeAll(keepingCapacity: true) }
        var mistake: (any Error)?
        do {
            try read(&base, &taken)
        } catch {
            mistake = error
        }
        for element in taken {
            hasEnded = try !step(&state, element, &elements)
            // An error after the last element wouldn't have been read if the bytes had come one by one.
            if hasEnded { return }
        }
        if let mistake { throw mistake }
    }
}

extension StreamResource {
    /// Returns a stream whose elements pass through a function.
    func transforming<New, State: Sendable>(
        _ state: State, hasEnded: Bool = false,
        step: @escaping @Sendable (inout State, Element, inout [New]) throws -> Bool
    ) -> StreamResource<New> {
        replacing(StreamTransform(parser, state, hasEnded: hasEnded, step: step))
    }

    /// Returns a stream in which each element becomes any number of others.
    func transforming<New>(
        _ transform: @escaping @Sendable (Element, inout [New]) throws -> Void
    ) -> StreamResource<New> {
        transforming(()) { _, element, elements in
            try transform(element, &elements)
            return true
        }
    }
}
