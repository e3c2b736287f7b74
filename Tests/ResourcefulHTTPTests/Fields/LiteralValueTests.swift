import Foundation
import ResourcefulTesting
import Testing

/// Values that are known only when the program runs, in a literal.
struct LiteralValueTests {
    @Test(arguments: ["ghp_1\r\nX-Admin: 1", "ghp_1\n", "ghp_1\u{0}"])
    func `a line break in a token fails the load and not the process`(token: String) throws {
        let fields: HeaderFields = ["Accept": "a/b", "Authorization": "Bearer \(token)"]
        #expect(fields["Authorization"] == nil && fields["Accept"] == "a/b")
        #expect(fields.rejected.map(\.name) == ["Authorization"])
        let url = URL(string: "https://example.org/")!
        let error = Sample.refusal(of: Request(url: url, headerFields: fields))
        #expect(error.map { !"\($0)".contains("ghp_1") } == true)
        let resource = Resource(Request(url: url, headerFields: ["X-Token": "\(token)"])) { $0 }
        var run = DryRun { _ in Response() }
        #expect(throws: LoadError.self) { try run.load(resource) }
        #expect(run.requests.isEmpty)
    }

    @Test func `a malformed filename* falls back to filename`() {
        let cases: [(String, String)] = [
            ("UTF-8'na%C3%AFve.txt", "plain.txt"), ("UTF-8''", "plain.txt"), ("%ZZ", "plain.txt"),
            ("UTF-8''%C3", "plain.txt"), ("unheard-of''x.txt", "plain.txt"),
        ]
        for (extended, expected) in cases {
            for value in [
                "attachment; filename=\"plain.txt\"; filename*=\(extended)",
                "attachment; filename*=\(extended); filename=\"plain.txt\"",
            ] {
                #expect(ContentDisposition(parsing: value)?.fileName == expected, "\(extended): \(value)")
            }
            let good = ContentDisposition(parsing: "attachment; filename=a.txt; filename*=UTF-8''na%C3%AFve.txt")
            #expect(good?.fileName == "naïve.txt", "\(extended)")
        }
    }
}
