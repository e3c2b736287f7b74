import Foundation
import Resourceful
import ResourcefulCurl
import ResourcefulDiagnostics
import ResourcefulTesting

/// One round: what it shares with others, and what is its own.
struct Round: Sendable {
    let world: World
    let servers: Servers
    let number: Int
    let secrets: Secrets
    /// What the observers of the round's own Webservices are told.
    let recorder = Recorder()

    /// A request of this round, with all secrets.
    func request(
        _ path: String = "a", at server: RoundServer? = nil, method: Request.Method = .get, body: Body? = nil,
        timeout: Duration = Fault.long
    ) -> Request {
        let text = "\((server ?? servers.main).baseURL)\(number)/\(path)?token=\(secrets.query)&page=1"
        guard let url = URL(string: text) else { return Request(url: servers.closed) }
        return Request(url: url, method: method, headerFields: secrets.fields, body: body, timeout: timeout)
    }

    /// A request for another origin.
    func request(to url: URL, timeout: Duration = Fault.long) -> Request {
        Request(url: url, headerFields: secrets.fields, timeout: timeout)
            .query("token", secrets.query)
    }

    /// A Webservice of the round's own, whose loads are recorded.
    func webservice(_ policies: [Policy] = []) -> Webservice { webservice(policies, over: world.transport) }

    /// A Webservice of the round's own over another transport.
    func webservice(_ policies: [Policy] = [], over transport: some Transport) -> Webservice {
        let writings = world.writings
        let logging = LoadObserver.logging { writings.look("the log", $0) }
        let webservice = Webservice(
            policies: policies, observers: [recorder.observer, logging], transport: transport)
        writings.look("the Webservice", "\(webservice)")
        return webservice
    }

    func fail(_ what: String) { world.fail(number, what) }

    /// Does something, and checks how it ends and when.
    ///
    /// - Parameters:
    ///   - limit: How long it may take by its time-outs.
    ///   - delay: When it is canceled; nil for never.
    ///   - body: What is done. It throws `Wrong` where the value is.
    func run(
        _ what: String, _ expected: Expected, within limit: Duration, canceledAfter delay: Duration? = nil,
        _ body: @escaping @Sendable () async throws -> Void
    ) async {
        var expected = expected
        var begin = ContinuousClock.now
        let result: Result<Void, any Error>
        if let delay {
            expected = expected.or(.canceled)
            let task = Task { try await body() }
            try? await Task.sleep(for: delay)
            task.cancel()
            begin = .now
            result = await task.result
        } else {
            do {
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
        }
        let taken = begin.duration(to: .now)
        let late = taken - (delay == nil ? limit : .zero)
        // What is late only because the machine has more to do isn't.
        let patience = Duration.seconds(world.options.patience)
        if late > patience, case let due = late - world.machine.lateness(since: begin), due > patience {
            fail("\(what): ended \(late) late, \(due) without what the machine is late by")
        }
        check(what, result, expected, late)
    }

    private func check(_ what: String, _ result: Result<Void, any Error>, _ expected: Expected, _ late: Duration) {
        switch result {
        case .success:
            world.note(.value, of: "\(what) in round \(number)", late: late)
            if !expected.allows(.value) { fail("\(what): a value came, expected \(expected)") }
        case .failure(let error as Wrong): fail("\(what): \(error)")
        case .failure(let error):
            world.writings.look(at: error)
            guard let ending = Ending(error) else { return fail("\(what): no LoadError: \(error)") }
            world.note(ending, of: "\(what) in round \(number)", late: late)
            if !expected.allows(ending) { fail("\(what): ended by \(ending), expected \(expected): \(error)") }
        }
    }

    /// Compares a value with what it has to be; nil for whatever it is.
    static func check(_ data: Data, is expected: Data?, _ what: String = "the value") throws {
        guard let expected, data != expected else { return }
        throw Wrong(description: "\(what) has \(data.count) bytes and isn't the \(expected.count) bytes that were sent")
    }

    /// Looks at everything that was written, and leaves nothing behind. On a thread that no load waits for.
    func finish() async {
        servers.forget(number)
        await withCheckedContinuation { continuation in
            Self.queue.async { [recorder, world] in
                world.writings.look(at: recorder.trace)
                for finding in world.writings.takeFindings() { world.fail(finding.round, finding.text) }
                continuation.resume()
            }
        }
    }

    private static let queue = DispatchQueue(label: "writings")
}
