/// A transport that counts the bytes of an exchange as they cross the network, also in `send(_:)`: see
/// ``ExchangeMeter``.
///
/// The library counts the bytes of other transports by reading a stream. There is nothing to implement.
public protocol CountingTransport: Transport {}

/// Gives each exchange of a load a meter.
typealias MeterOfExchange = @Sendable (Request) -> any ExchangeMeter

extension Transport {
    /// Exchanges a request for a response, either complete or with a body to read, and counts its bytes if anything
    /// wants to know them.
    func exchange(_ request: Request, _ meter: MeterOfExchange?) async throws -> Response {
        if let meter { return try await counted(request, by: meter) }
        return try await exchange(request)
    }

    /// It isn't part of `exchange`, so it takes no space in the memory of a task whose bytes aren't counted.
    @inline(never)
    private func counted(_ request: Request, by meter: MeterOfExchange) async throws -> Response {
        let counted = CountedExchange(meter(request))
        // The transport says why a body can't be sent, and nothing has begun.
        do { counted.expect(toSend: try request.body == nil ? 0 : request.body?.knownLength) } catch {}
        var metered = request
        metered[CountedBy.self] = counted
        do {
            let response = try await exchange(metered)
            // A body that is read later ends later.
            if response.leftBody == nil { counted.end(inVain: !response.status.isSuccessful) }
            return response
        } catch {
            counted.end(inVain: true)
            throw error
        }
    }

    @inline(__always) private func exchange(_ request: Request) async throws -> Response {
        if request.leavesBody { return try await open(request) }
        if request.countedExchange != nil, !(self is any CountingTransport) { return try await gather(request) }
        let response = try await send(request)
        try request.checkSize(response.body.count)
        return response
    }

    /// Sends a request and collects the pieces of the response as they arrive.
    private func gather(_ request: Request) async throws -> Response {
        let stream = try await stream(request)
        var response = stream.response
        for try await piece in try PassedBody.body(of: stream, to: request) { response.body.append(piece) }
        return response
    }
}
