import Foundation
import Resourceful
import ResourcefulTesting
import Testing

// The recipe for a job that is polled, word for word, compiled and run.
struct JobTimedOut: Error {}

private typealias Job = JobRecipe.Job

enum JobRecipe {
    /// The server's answer while it works, and when it is done.
    enum Job<Value: Decodable & Sendable>: Sendable {
        case running(URL?, RetryAfter?)
        case done(Value)

        static func asking(_ request: Request) -> Resource<Job> {
            Resource(
                request,
                cases: [
                    .on(200, 201, json: Value.self) { .done($0) },
                    .on(202) { .running($0.location, $0.headerFields.retryAfter) },
                ])
        }

        static func result(of request: Request, until end: Date) -> Plan<Value> {
            asking(request).flatMap { job -> Plan<Value> in
                switch job {
                case .done(let value): return .value(value)
                case .running(let place, let pause):
                    let next = Request(url: place ?? request.url)
                    return Plan.now.flatMap { now -> Plan<Value> in
                        let pause = pause?.duration(from: now) ?? .seconds(5)
                        let then = now.addingTimeInterval(pause / .seconds(1))
                        guard then <= end else { throw JobTimedOut() }
                        return Plan.wait(for: pause)
                            .flatMap { result(of: next, until: end) }
                    }
                }
            }
        }
    }
}

struct Report: Decodable, Equatable, Sendable {
    let pages: Int
}

extension Report {
    static func of(
        year: Int, within limit: Duration = .seconds(60)
    ) -> Plan<Report> {
        let start = Request("reports").posting(["year": year]).idempotencyKey()
        return Plan.now.flatMap { now in
            let end = now.addingTimeInterval(limit / .seconds(1))
            return Job<Report>.result(of: start, until: end)
        }
    }
}

@Suite(.permit) struct JobTests {
    private static let api = URL(string: "https://api.example.org")!

    nonisolated private static func running(_ fields: HeaderFields = [:]) -> Response {
        Response(status: 202, headerFields: fields)
    }

    @Test func `a job is polled until it is done`() throws {
        let api = URL(string: "https://api.example.org")!

        var answers = [
            Response(
                status: 202, headerFields: ["Location": "/7", "Retry-After": "10"]),
            Response(status: 202, headerFields: ["Retry-After": "20"]),
            Response(body: Data(#"{"pages": 12}"#.utf8)),
        ]
        var run = DryRun(baseURL: api) { _ in answers.removeFirst() }
        #expect(try run.load(Report.of(year: 2026)) == Report(pages: 12))
        #expect(run.elapsed == .seconds(30))

        #expect(run.requests.map(\.url.path) == ["/reports", "/7", "/7"])
        #expect(run.requests.map(\.method) == [.post, .get, .get])
    }

    @Test func `a job that takes too long ends with an error at the deadline`() throws {
        var run = DryRun(baseURL: Self.api) { _ in Self.running(["Location": "/reports/7", "Retry-After": "25"]) }
        #expect(throws: JobTimedOut.self) { try run.load(Report.of(year: 2026)) }
        #expect(run.elapsed == .seconds(50) && run.requests.count == 3)
    }

    @Test func `a job without Retry-After is polled every five seconds`() throws {
        var run = DryRun(baseURL: Self.api) { _ in Self.running() }
        #expect(throws: JobTimedOut.self) { try run.load(Report.of(year: 2026, within: .seconds(5_000))) }
        #expect(run.elapsed == .seconds(5_000) && run.requests.count == 1_001)
    }

    @Test func `a failed job throws an error`() throws {
        var answers = [Self.running(["Location": "/reports/7", "Retry-After": "1"]), Response(status: 410)]
        var run = DryRun(baseURL: Self.api) { _ in answers.removeFirst() }
        #expect(throws: LoadError.self) { try run.load(Report.of(year: 1582)) }
    }
}
