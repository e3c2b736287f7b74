import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a server wrote, where it is printed.
struct ServerTextTests {
    private static let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLW9mLXRoaXM"

    private static let request = Request(url: URL(string: "https://example.org/")!)

    private static func problem(_ members: [(String, JSON)]) throws -> ProblemDetails {
        try #require(ProblemDetails(JSON(members)))
    }

    /// What is printed of a text at each place where a server can write it.
    private static func printed(_ text: String) throws -> [String] {
        var printed: [String] = []
        for members in [["title"], ["detail"], ["title", "detail"], ["type"]] {
            let problem = try problem(members.map { ($0, JSON(text)) })
            printed += ["\(problem)", problem.errorDescription ?? ""]
        }
        let response = Response(
            status: 401, headerFields: ["Content-Type": "application/problem+json"],
            body: Data("\(JSON([("title", JSON(text))]))".utf8))
        struct Own: Error, CustomStringConvertible { let description: String }
        for cause in [nil, Own(description: text)] {
            for stage in [.transport, .status, .parse] as [LoadError.Stage] {
                printed.append(
                    "\(LoadError(stage: stage, request: Self.request, response: response, underlyingError: cause))")
            }
        }
        return printed
    }

    @Test func `no text of a server changes what is printed around it`() throws {
        for scalar in UnseenCharacters.all {
            for text in try Self.printed("a\(scalar)b") {
                #expect(UnseenCharacters.areAbsent(from: text), "\(scalar.value): \(text.debugDescription)")
            }
            let error = TransportError(.other, "a\(scalar)b")
            let failed = LoadError(stage: .transport, request: Self.request, underlyingError: error)
            #expect(UnseenCharacters.areAbsent(from: "\(failed)"), "\(scalar.value)")
            guard let field = try? HeaderFields.Field("X-Note", "a\(scalar)b") else { continue }
            var fields = HeaderFields()
            fields.append(field)
            for text in ["\(field)", "\(fields)"] { #expect(UnseenCharacters.areAbsent(from: text), "\(scalar.value)") }
        }
    }

    @Test func `a text of a server is printed without secrets, and not without end`() throws {
        for text in try Self.printed("denied: \(Self.jwt)") { #expect(!text.contains(Self.jwt), "\(text)") }
        for text in try Self.printed(String(repeating: "x", count: 100_000)) { #expect(text.count < 2_200) }
    }
}
