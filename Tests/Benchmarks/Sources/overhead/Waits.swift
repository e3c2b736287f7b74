import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// So many loads wait: for a place under a limit, or for an equal load. Then all of them are cancelled.
enum Waits {
    /// A transport that answers nobody.
    static let silent = StubTransport { _ in
        try await Task.sleep(for: .seconds(3_600))
        return Response()
    }

    /// How long it takes until all who wait have left, for each of them.
    static func leave(_ count: Int, _ policies: [Policy], equal: Bool) async throws -> Duration {
        let webservice = Webservice(policies: policies, transport: silent)
        let tasks = (0..<count).map { number in
            Task {
                let url = URL(string: "http://example.org/\(equal ? 0 : number)")!
                return try await webservice.load(Resource(url: url) { $0.count })
            }
        }
        // All of them are where they wait.
        try await Task.sleep(for: .milliseconds(200 + count / 20))
        return await ContinuousClock().measure {
            for task in tasks { task.cancel() }
            for task in tasks { _ = try? await task.value }
        }
    }

    static func measure() async throws {
        for (name, policies, equal) in [
            ("under a limit of one", [Policy.limit(atOnce: 1)], false), ("for an equal load", [], true),
        ] as [(String, [Policy], Bool)] {
            for count in [1_000, 4_000, 16_000] {
                let duration = try await leave(count, policies, equal: equal)
                print("\(count) waiting \(name) leave in \(Int(duration / .nanoseconds(count))) ns each")
            }
        }
    }
}
