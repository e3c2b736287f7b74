import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension FuzzTarget {
    /// Files of HTTP archives: what is read is written, read, and written as it was.
    static let recordings = FuzzTarget("Recordings") { bytes throws(Violation) in
        guard let recording = try? Recording(parsing: Data(bytes)) else { return }
        // Dates and secrets in a form of their own are written in ours: that is done once.
        let first = try succeeding("what was written can't be read") { try Recording(parsing: recording.har) }
        try require(first.exchanges.count, equals: recording.exchanges.count, "written and read, there are others")
        let text = try settled(first.har, "an archive") { text throws(Violation) in
            try succeeding("written again, it can't be read") { try Recording(parsing: text) }.har
        }
        let last = try succeeding("written again, it can't be read") { try Recording(parsing: text) }
        try require(last.skipped.isEmpty, "what was written can't be used: \(last.skipped)")
    }

    /// Content without its secrets: it keeps its form, and what is replaced once stays.
    static let redaction = FuzzTarget("Redaction") { bytes throws(Violation) in
        let content = Data(bytes)
        let redaction = Redaction.standard.adding(parameters: ["mine"])
        let isJSON = (try? JSON(parsing: content)) != nil
        let types: [MediaType?] = [nil, .json, .form, .plainText, "multipart/form-data; boundary=b"]
        for type in types {
            let once = redaction.redacted(content: content, of: type)
            try settled(once, type?.description ?? "content") { redaction.redacted(content: $0, of: type) }
            if isJSON, type == nil || type == .json, bytes.first == 0x7B {
                try require((try? JSON(parsing: once)) != nil, "without secrets, it is no JSON")
            }
        }
        try require(redaction.masked(bytes).count, equals: bytes.count, "masked, it has another length")
        let text = String(decoding: bytes, as: UTF8.self)
        let url = redaction.redacted(urlText: text)
        try require(redaction.redacted(urlText: url), equals: url, "without secrets twice, a URL differs")
        _ = redaction.line(text, limit: 80)
    }
}
