import ResourcefulIdentity
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Cookies cost in proportion to their number.
@Suite(.alone, .blocking) struct CookieGrowthTests {
    @Test func `a response with thousands of cookies costs in proportion to them`() throws {
        let request = Request(url: URL(string: "http://www.a.org/")!)
        let now = Date(timeIntervalSince1970: 1_000_000_000)
        let ratio = try Growth.ratio(from: 2_000, to: 8_000, upTo: 8) { count in
            let response = Response(
                headerFields: HeaderFields(
                    try (0..<count).map { try HeaderFields.Field("Set-Cookie", "c\($0)=x; domain=a.org") }))
            return {
                let jar = CookieJar().storing(response, to: request, at: now)
                #expect(jar.cookies.count == 180)
            }
        }
        #expect(ratio <= 8)
    }
}
