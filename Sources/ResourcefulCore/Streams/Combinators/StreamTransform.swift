#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A parser whose elements go through a function, one after the other, which may end the stream.
struct StreamTransform<Old: Sendable, New: Sendable, State: Sendable>: StreamParser {
    private var base: any StreamParser<Old>
    /// What the function remembers, also from one response to the next.
    private var state: State
    /// Appends what an element becomes; false when that was the last one.
    private let step: @Sendable (inout State, Old, inout [New]) throws -> Bool
    private var hasEnded: Bool
    /// Elements on their way. Kept only for its memory.
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

    /// The same with another parser inside.
    func replacingBase(_ change: (any ReconnectingParser) -> any StreamParser) -> StreamTransform {
        guard let inner = base as? any ReconnectingParser, let changed = change(inner) as? any StreamParser<Old> else {
            return self
        }
        var transform = self
        transform.base = changed
        return transform
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
            // A mistake behind the last element would not have been read, had the bytes come one by one.
            if hasEnded { return }
        }
        if let mistake { throw mistake }
    }
}

extension StreamResource {
    /// The same stream, its elements going through a function.
    func transforming<New, State: Sendable>(
        _ state: State, hasEnded: Bool = false,
        step: @escaping @Sendable (inout State, Element, inout [New]) throws -> Bool
    ) -> StreamResource<New> {
        replacing(StreamTransform(parser, state, hasEnded: hasEnded, step: step))
    }

    /// The same stream, each of its elements becoming any number of others.
    func transforming<New>(
        _ transform: @escaping @Sendable (Element, inout [New]) throws -> Void
    ) -> StreamResource<New> {
        transforming(()) { _, element, elements in
            try transform(element, &elements)
            return true
        }
    }
}
