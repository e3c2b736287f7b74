/// The requests of a load over a modeled network: how many there are, which of them wait for which, and how long the
/// load takes.
///
///     let startPage = Episode.all.flatMap { Episode.number($0[0].id) }
///     let traffic = try Traffic(
///         of: startPage, in: { DryRun(baseURL: api, podcast) },
///         roundTrip: .milliseconds(120), bytesPerSecond: 200_000)
///     #expect(traffic.roundTrips <= 2)
///
/// An exchange sends its request, takes one round trip and the time that the answering function sets, and then receives
/// its response. All messages share one link, which carries one at a time: of the messages that wait, the one whose
/// exchange began first. So a large response holds up those behind it, and the result is the same in every run. The
/// timeout of a request applies to the time that the function sets. Two laws hold:
///
/// - ``elapsed`` is at least a round trip for each request on the ``criticalPath``.
/// - The last exchange ends no earlier than the link needs for ``bytesSent`` and ``bytesReceived``.
///
/// What a cache or the store answers isn't traffic. Redirects, retries and refreshed tokens are.
public struct Traffic: Hashable, Sendable, CustomStringConvertible {
    /// The requests in the order in which they are sent.
    public let requests: [Exchange]
    /// The time until the plan has its value. Requests that continue without the plan may end later.
    public let elapsed: Duration
    /// The indices of the requests on the critical path, in order.
    let criticalIndices: [Int]
    /// The error of the load as text, without secrets; nil if it has a value.
    public let failure: String?

    /// Runs a plan once, and measures its requests.
    ///
    /// - Parameters:
    ///   - loadable: The plan or resource to load.
    ///   - make: Makes the run with its server. Requests that it has sent before aren't measured. The run gets the
    ///     default order, because answers take arbitrarily long in the others.
    ///   - roundTrip: The time between the end of a request and the beginning of its response, if the server needs no
    ///     time. A negative one counts as zero, and more than a day as a day.
    ///   - bytesPerSecond: The number of bytes that the link carries in a second, at least 1; nil for no limit.
    ///   - connecting: The number of round trips before the first request to an origin, 0 to 100: 2 for TLS 1.3 over
    ///     TCP.
    /// - Throws: ``LoadFailure`` if the load fails, with the traffic until then; the errors of `make`.
    public init(
        of loadable: some Loadable, in make: () throws -> DryRun, roundTrip: Duration = .milliseconds(100),
        bytesPerSecond: Int? = nil, connecting: Int = 0
    ) throws {
        var run = try make()
        let roundTrip = min(max(.zero, roundTrip), .seconds(86_400))
        let meter = TrafficMeter(
            start: run.elapsed, roundTrip: roundTrip, connecting: roundTrip * min(max(0, connecting), 100),
            link: bytesPerSecond.map { SharedLink(bytesPerSecond: max(1, $0)) })
        run.order = .inTurn
        run.meter = meter
        run.finishesRuns = true
        let outcome = Result { try run.load(loadable) }
        if case .failure(let error) = outcome {
            let failed = Traffic(meter, failure: Redaction.standard.text(of: error))
            throw LoadFailure(traffic: failed, underlyingError: error)
        }
        self.init(meter, failure: nil)
    }

    private init(_ meter: TrafficMeter, failure: String?) {
        let exchanges = meter.exchanges
        requests = exchanges
        elapsed = meter.elapsed
        self.failure = failure
        var path: [Int] = []
        var next = meter.lastCause
        while let index = next {
            path.append(index)
            next = exchanges[index].cause
        }
        criticalIndices = path.reversed()
    }

    /// The ``waterfall``.
    public var description: String { waterfall }
}

extension Traffic {
    /// The requests that the plan's end waits for, each for the one before. Between them it may wait for other things,
    /// such as the delay of a retry.
    public var criticalPath: [Exchange] { criticalIndices.map { requests[$0] } }

    /// The number of bytes of all requests.
    public var bytesSent: Int { requests.reduce(0) { $0 + $1.bytesSent } }

    /// The number of bytes of all responses.
    public var bytesReceived: Int { requests.reduce(0) { $0 + $1.bytesReceived } }

    /// The number of requests in the longest chain in which each is sent because the one before has ended.
    ///
    /// It is the number of requests on the ``criticalPath``, unless a shorter chain takes longer, such as one with a
    /// large response or a delay. An exchange that is cut off doesn't count.
    public var roundTrips: Int {
        var lengths: [Int] = []
        for request in requests {
            lengths.append(request.isCutOff ? 0 : 1 + (request.cause.map { lengths[$0] } ?? 0))
        }
        return lengths.max() ?? 0
    }
}

extension Traffic {
    /// A request, and how it is answered.
    public struct Exchange: Hashable, Sendable {
        /// The request, as a transport receives it.
        public let request: Request
        /// The status of the response; nil if there is none.
        public let status: Response.Status?
        /// The error as text, without secrets; nil if the response is delivered.
        public let failure: String?
        /// The time from the start of the load until the request is sent.
        public let start: Duration
        /// The time from the start of the load until the first byte of the response arrives; nil if none does.
        public let firstByte: Duration?
        /// The time from the start of the load until the exchange ends, or is cut off.
        public let end: Duration
        /// Whether nothing needs the response anymore before it has arrived, for example because a concurrent request
        /// has failed.
        package let isCutOff: Bool
        /// The size of the request as an HTTP/1.1 message (RFC 9112): the request line, the fields and the body,
        /// without the fields that a transport adds, such as User-Agent. A stream of unknown length counts without its
        /// content. If no connection is made, it is 0; if the exchange is cut off, the part sent until then.
        public let bytesSent: Int
        /// The size of the response as an HTTP/1.1 message (RFC 9112): the status line, the fields and the body. If the
        /// response has a content coding and a length, the length counts instead of the decoded body.
        public let bytesReceived: Int
        /// The index of the request whose end let this one be sent; nil if it didn't wait for another.
        package let cause: Int?
    }
}

extension Traffic {
    /// The error of a load whose traffic was to be measured.
    ///
    /// A load that fails often sends less, so a budget for it means little: the test fails instead. To measure how a
    /// program behaves without its server, catch this error and check its traffic.
    public struct LoadFailure: Error, CustomStringConvertible {
        /// The traffic until the load failed.
        public let traffic: Traffic
        /// The error of the load.
        public let underlyingError: any Error

        /// The error and the traffic's waterfall.
        public var description: String { "the load failed, so its traffic isn't complete\n\(traffic.waterfall)" }
    }
}
