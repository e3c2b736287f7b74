import ResourcefulCore
import ResourcefulTesting
import Testing

struct ContentDispositionTests {
    /// As servers send them, and the names that they mean.
    static let names: [(field: String, name: String?)] = [
        ("attachment; filename=\"report.pdf\"", "report.pdf"),
        ("attachment; filename=report.pdf", "report.pdf"),
        ("attachment; filename=annual report 2026.pdf", "annual report 2026.pdf"),
        ("attachment;filename=\"a;b,c.txt\";size=12", "a;b,c.txt"),
        ("attachment; filename=\"say \\\"hi\\\".txt\"", "say \"hi\".txt"),
        ("ATTACHMENT; FileName = \"x.txt\"", "x.txt"),
        ("attachment; filename=\"EURO rates\"; filename*=utf-8''%e2%82%ac%20rates", "€ rates"),
        ("attachment; filename*=UTF-8''%e2%82%ac%20rates; filename=\"EURO rates\"", "€ rates"),
        ("attachment; filename*=iso-8859-1'en'%A3%20rates", "£ rates"),
        ("attachment; filename*=\"UTF-8''na%C3%AFve.txt\"", "naïve.txt"),
        ("attachment; filename*=UTF-8''naïve file.txt", "naïve file.txt"),
        ("attachment; filename*=na%C3%AFve.txt", "naïve.txt"),
        ("attachment; filename*=UTF-8''%FF%FE; filename=fallback.txt", "fallback.txt"),
        ("attachment; filename*=koi8-r''%C6; filename=fallback.txt", "fallback.txt"),
        ("attachment; filename=\"报告.pdf\"", "报告.pdf"),
        ("attachment; filename=\"Ã¤rger.txt\"", "ärger.txt"),
        ("attachment; filename=\"\u{E4}rger.txt\"", "ärger.txt"),
        ("attachment; filename=\"%E6%8A%A5%E5%91%8A.pdf\"", "报告.pdf"),
        ("attachment; filename=\"100% sure.txt\"", "100% sure.txt"),
        ("attachment; filename=\"=?UTF-8?B?5oql5ZGKLnBkZg==?=\"", "报告.pdf"),
        ("attachment; filename=\"=?utf-8?Q?=C3=A4rger_1.txt?=\"", "ärger 1.txt"),
        ("attachment; filename==?iso-8859-1?q?=E4rger.txt?=", "ärger.txt"),
        ("attachment; filename=\"=?UTF-8?B?5oo=?= =?UTF-8?B?peWRii5wZGY=?=\"", "报告.pdf"),
        ("attachment; filename=\"=?UTF-8?X?abc?=\"", "=?UTF-8?X?abc?="),
        ("attachment; filename=\"unclosed.txt", "unclosed.txt"),
        ("filename=\"bare.txt\"", "bare.txt"),
        ("; filename=bare.txt", "bare.txt"),
        ("attachment; filename=\"\"", nil),
        ("attachment; filename", nil),
        ("attachment;;; = ; filename=x", "x"),
        ("attachment; filename=a.txt; filename=b.txt", "a.txt"),
        ("inline", nil),
    ]

    @Test func `the name is read however it is written`() {
        for (field, name) in Self.names { #expect(ContentDisposition(parsing: field)?.fileName == name, "\(field)") }
    }

    @Test func `every type but inline means to save`() {
        let cases: [(String, Bool)] = [
            ("attachment", true), ("inline", false), ("INLINE; filename=x", false), ("form-data; name=x", true),
            ("something-new", true), ("filename=x", false), (" attachment ; filename=x", true),
            ("attachment, inline", true),
        ]
        for (field, isAttachment) in cases {
            #expect(ContentDisposition(parsing: field)?.isAttachment == isAttachment, "\(field)")
        }
    }

    @Test func `what says nothing is nil`() {
        for field in ["", " ", ";", "; filename=", ",", ";;;"] {
            #expect(ContentDisposition(parsing: field) == nil, "\(field)")
        }
    }

    @Test func `a response has it by name`() {
        var fields: HeaderFields = ["content-disposition": "attachment; filename=\"../a.txt\""]
        #expect(fields.contentDisposition?.fileName == "../a.txt")
        #expect(fields.contentDisposition?.safeFileName == "a.txt")
        fields.contentDisposition = ContentDisposition("inline", fileName: "ä.txt")
        #expect(fields["Content-Disposition"] == "inline; filename=\"_.txt\"; filename*=UTF-8''%C3%A4.txt")
        fields.contentDisposition = nil
        #expect(fields.isEmpty && fields.contentDisposition == nil)
    }

    @Test func `what is written reads back, and fits into a field`() throws {
        var random = SplitMix64(seed: 1)
        for round in 0..<Effort.rounds(3_000) {
            let name = round.isMultiple(of: 2) ? random.arbitraryText() : random.arbitraryASCII()
            let disposition = ContentDisposition(["attachment", "inline"][round % 2], fileName: name)
            let text = disposition.description
            #expect(text.utf8.allSatisfy { (0x20...0x7E).contains($0) })
            let copy = try #require(ContentDisposition(parsing: text))
            #expect(copy.type == disposition.type)
            #expect(copy.fileName.map { Array($0.utf8) } == disposition.fileName.map { Array($0.utf8) })
        }
    }

    @Test func `nothing is too strange to be read`() {
        var random = SplitMix64(seed: 2)
        for _ in 0..<Effort.rounds(3_000) {
            let pieces = ["attachment", ";", "filename=", "filename*=", "\"", "utf-8''", "%", "=?utf-8?b?", "?=", "\\"]
            let field = (0..<6).map { _ in (pieces.randomElement(using: &random) ?? "") + random.arbitraryText(upTo: 3)
            }
            let disposition = ContentDisposition(parsing: field.joined())
            #expect(disposition?.fileName != "")
            if let name = disposition?.safeFileName { SafeFileNameTests.expectSafe(name) }
        }
    }
}
