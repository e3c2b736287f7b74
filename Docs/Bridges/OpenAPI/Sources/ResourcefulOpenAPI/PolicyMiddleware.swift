public import Foundation
public import HTTPTypes
public import OpenAPIRuntime
import ResourcefulHTTPTypes
public import ResourcefulLoading

/// Policies for a generated client whose transport is another one.
///
///     let middleware = PolicyMiddleware(policies: [.retry(), bearer])
///     let client = Client(serverURL: api, transport: transport, middlewares: [middleware])
///
/// Bodies of responses are read whole, up to a size. Bodies of requests must be in memory, so at most 1 MB. The
/// requests of one call are sent one after the other, so hedging has no effect.
public struct PolicyMiddleware: ClientMiddleware {
    private let webservice: Webservice
    private let maximumBodySize: Int

    /// Creates a middleware.
    ///
    /// - Parameters:
    ///   - policies: The policies, from the outermost to the innermost one.
    ///   - store: The store of what they remember.
    ///   - maximumBodySize: The largest body of a response, in bytes.
    public init(
        policies: [Policy], store: some EntryStore = MemoryStore(), maximumBodySize: Int = 100 << 20
    ) {
        webservice = Webservice(policies: policies, store: store, transport: QueueTransport())
        self.maximumBodySize = maximumBodySize
    }

    /// Applies the policies to a request.
    ///
    /// - Throws: `LoadError`, `CancellationError`, and `HTTPTypesError` if a message isn't valid.
    public func intercept(
        _ request: HTTPRequest, body: HTTPBody?, baseURL: URL, operationID: String,
        next: @Sendable (HTTPRequest, HTTPBody?, URL) async throws -> (HTTPResponse, HTTPBody?)
    ) async throws -> (HTTPResponse, HTTPBody?) {
        let request = try await Request(request, baseURL: baseURL, body: body?.sent(as: request))
        let queue = JobQueue()
        let load = Task {
            do {
                let response = try await QueueTransport.$queue.withValue(queue) {
                    try await webservice.load(Plan.send(request))
                }
                await queue.finish()
                return response
            } catch {
                await queue.finish()
                throw error
            }
        }
        return try await withTaskCancellationHandler {
            // The function may only be called here, so the requests of a load are sent one after the other.
            while let job = await queue.next() {
                do {
                    let (head, body) = try await next(try HTTPRequest(job.request), job.body, try job.root)
                    let data = try await body?.collected(upTo: maximumBodySize) ?? Data()
                    job.answer.resume(returning: try Response(head, body: data, url: job.request.url))
                } catch {
                    job.answer.resume(throwing: error)
                }
            }
            let response = try await load.value
            return (try HTTPResponse(response), HTTPBody(Array(response.body)))
        } onCancel: {
            load.cancel()
        }
    }
}

/// A request that a policy has sent.
private struct Job: Sendable {
    let request: Request
    let answer: CheckedContinuation<Response, any Error>

    var body: HTTPBody? { request.body?.data.map { HTTPBody(Array($0)) } }

    var root: URL {
        get throws {
            guard let origin = Origin(request.url), let root = URL(string: origin.description) else {
                throw TransportError(.other, "the URL has no origin")
            }
            return root
        }
    }
}

/// The requests of a call, which wait for their turn. Cancellation ends no wait: then each request fails by itself.
private actor JobQueue {
    private var jobs: [Job] = []
    private var waiting: CheckedContinuation<Job?, Never>?
    private var isOver = false

    /// Adds a request, unless the call is over.
    func add(_ job: Job) -> Bool {
        guard !isOver else { return false }
        if let waiting {
            self.waiting = nil
            waiting.resume(returning: job)
        } else {
            jobs.append(job)
        }
        return true
    }

    func finish() {
        isOver = true
        waiting?.resume(returning: nil)
        waiting = nil
    }

    /// Returns the next request; nil when the call is over and none is left.
    func next() async -> Job? {
        if !jobs.isEmpty { return jobs.removeFirst() }
        guard !isOver else { return nil }
        return await withCheckedContinuation { waiting = $0 }
    }
}

/// Sends requests by the call of the middleware that is under way.
private struct QueueTransport: Transport {
    @TaskLocal static var queue: JobQueue?

    func send(_ request: Request) async throws -> Response {
        guard let queue = Self.queue else { throw TransportError(.other, "no call of the middleware is under way") }
        return try await withCheckedThrowingContinuation { answer in
            Task {
                guard await !queue.add(Job(request: request, answer: answer)) else { return }
                answer.resume(throwing: TransportError(.other, "the call of the middleware is over"))
            }
        }
    }
}
