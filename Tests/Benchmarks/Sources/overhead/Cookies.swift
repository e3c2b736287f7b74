import ResourcefulIdentity
import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the policy for cookies costs a request, by how many cookies its site has. Three of them are sent.
enum Cookies {
    static func holding(_ count: Int) async -> Webservice {
        let webservice = Webservice(policies: [.cookies()], transport: FunctionTransport())
        let cookies = (0..<count).map { number in
            Cookie(
                "name\(number)", String(repeating: "v", count: 40), domain: "example.org",
                path: number < 3 ? "/" : "/elsewhere", expiry: .distantFuture)
        }
        await webservice.addCookies(CookieJar(cookies))
        return webservice
    }

    static func measure() async throws {
        let (count, clock) = (2_000, ContinuousClock())
        for size in [0, 1, 50, 500] {
            let with = await holding(size)
            var (own, plain): ([Double], [Double]) = ([], [])
            for _ in 0..<11 {
                own.append(try await clock.measure { _ = try await loads(count, from: with) } / .nanoseconds(count))
                plain.append(
                    try await clock.measure { _ = try await loads(count, from: webservice) } / .nanoseconds(count))
            }
            print("\(size) cookies: \(Int(own.sorted()[5] - plain.sorted()[5])) ns more")
        }
    }
}
