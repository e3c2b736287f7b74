import Foundation
import ResourcefulTesting
import TestSupport
import Testing

/// Secrets in values that are read, and in URLs within texts.
@Suite(.permit, .blocking) struct SecretDocumentTests {
    @Test func `the user of a URL is shown by no text`() {
        for (text, type) in SecretTexts.urls {
            let content = Redaction.standard.redacted(content: Data(text.utf8), of: type)
            #expect(!SecretTexts.shows(String(decoding: content, as: UTF8.self)), "\(text)")
            #expect(Redaction.standard.redacted(content: content, of: type) == content, "\(text) done again")
            #expect(!SecretTexts.shows(String(decoding: Redaction.standard.masked(Array(text.utf8)), as: UTF8.self)))
        }
        for text in ["https://medium.com/@user/a", "ann@example.org: hello", "https://a.org/?b=c@d"] {
            #expect(Redaction.standard.redacted(content: Data(text.utf8), of: nil) == Data(text.utf8), "\(text)")
        }
    }

    @Test(arguments: SecretTexts.names) func `values of documents, and failures to read them, are without it`(
        words: [String]
    ) throws {
        for (_, name) in SecretTexts.someSpellings(words) {
            for (text, type) in SecretTexts.texts(name) where type == .json {
                guard let json = try? JSON(parsing: Data(text.utf8), redacting: .standard) else { continue }
                for value in Self.values(of: json) {
                    #expect(!SecretTexts.shows("\(value)"), "\(value.path) of \(text)")
                    for failure in [thrown(ParseFailure.self) { try value.int }, Self.failure { try value["x"].int }] {
                        guard let failure else { continue }
                        #expect(!SecretTexts.shows(failure.debugDescription), "\(text)")
                        #expect(!SecretTexts.shows(SecretTexts.dumped(failure)), "\(text), dumped")
                    }
                    let failure = Self.failure { try value.decode(Int.self) }
                    #expect(failure.map { SecretTexts.shows($0.debugDescription) } != true, "\(text), decoded")
                }
            }
        }
    }

    private static func failure(_ read: () throws -> some Any) -> ParseFailure? {
        do {
            _ = try read()
            return nil
        } catch { return error as? ParseFailure }
    }

    /// All values in a document.
    private static func values(of json: JSON) -> [JSON] {
        let below = (try? json.array) ?? (try? json.keys.map { json[$0] }) ?? []
        return [json] + below.flatMap { values(of: $0) }
    }
}
