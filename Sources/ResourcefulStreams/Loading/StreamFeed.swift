/// Feeds a stream with the received bytes: the only loop over its pieces. ``StreamRun`` decides what they mean.
package struct StreamFeed<Element: Sendable> {
    private enum State {
        case closed
        case open(ResponseStream.Pieces.Iterator)
        /// The body has ended, with or without a failure, and everything before that was returned.
        case over((any Error)?)
        case ended
    }

    private let loader: Loader
    /// Whether this is the whole load.
    private let isWhole: Bool
    private let watch: Watch?
    private var run: StreamRun<Element>
    private var state = State.closed

    init(_ resource: StreamResource<Element>, _ webservice: Webservice) {
        run = StreamRun(resource)
        isWhole = true
        (loader, watch) = webservice.watched(beginning: resource.request, "\(resource)")
    }

    /// Creates a feed that is a part of a load, whose beginning and end are reported elsewhere.
    package init(_ resource: StreamResource<Element>, _ webservice: Webservice, partOf watch: Watch?) {
        run = StreamRun(resource)
        isWhole = false
        (loader, self.watch) = webservice.watched(by: watch)
    }

    /// Appends the elements of the next piece that has any. Returns false at the end.
    package mutating func fill(_ elements: inout [Element]) async throws -> Bool {
        while elements.isEmpty {
            do {
                guard try await step(&elements) else { return false }
            } catch {
                state = .ended
                if isWhole { watch?.end(error) }
                throw error
            }
        }
        return true
    }

    /// Opens the stream, or receives a piece. Returns false at the end.
    ///
    /// Each wait in a function repeats the code that can follow it. Inlined into one function, the steps take 140 KB of
    /// a program, so each stays a function of its own.
    @inline(never)
    private mutating func step(_ elements: inout [Element]) async throws -> Bool {
        switch state {
        case .ended: return false
        case .closed where run.isComplete:
            // The stream wants nothing, so nothing is requested.
            try await resume(after: nil)
        case .closed:
            do {
                try await open()
            } catch {
                try await resume(after: error)
            }
        case .open(let pieces):
            var failure: (any Error)?
            do {
                if try await take(from: pieces, &elements) { return true }
            } catch {
                failure = error
            }
            // Keeping the pieces would keep the transfer.
            state = .over(failure)
            // Return earlier elements first, because the next ones may take a while.
            if elements.isEmpty { try await resume(after: failure) }
        case .over(let failure): try await resume(after: failure)
        }
        return true
    }

    @inline(never)
    private mutating func open() async throws {
        let response = try await loader.value(of: run.opening)
        try run.begin(response)
        let pieces = response.takeLeftBody() ?? ResponseStream.Pieces(response.body)
        state = .open(pieces.makeAsyncIterator())
    }

    /// Receives a piece. Returns false if there is none, or if no more are wanted.
    @inline(never)
    private mutating func take(
        from pieces: ResponseStream.Pieces.Iterator, _ elements: inout [Element]
    ) async throws -> Bool {
        guard !run.isComplete, let piece = try await next(pieces) else {
            try run.finish(into: &elements)
            return false
        }
        try run.take(piece, into: &elements)
        return !run.isComplete
    }

    /// Returns the next piece. A canceled task gets none, even if there is one.
    private func next(_ pieces: ResponseStream.Pieces.Iterator) async throws -> Data? {
        try Task.checkCancellation()
        var pieces = pieces
        do {
            return try await pieces.next()
        } catch {
            throw Task.isCancelled ? CancellationError() : run.located(error)
        }
    }

    /// Prepares to open the next body, if there is one.
    @inline(never)
    private mutating func resume(after failure: (any Error)?) async throws {
        state = .ended
        if let request = try await loader.value(of: run.resumption(after: failure)) {
            run.resume(with: request)
            state = .closed
        } else {
            if isWhole { watch?.end(nil) }
        }
    }
}
