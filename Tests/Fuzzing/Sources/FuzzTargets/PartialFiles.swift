import ResourcefulTesting

@testable import ResourcefulCore
@testable import ResourcefulDownloads
@testable import ResourcefulHTTP

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension FuzzTarget {
    /// What is found beside a partial file, and what a server answers then: a record, fields and a body, each behind an
    /// empty line.
    static let partialFiles = FuzzTarget("PartialFiles") { bytes throws(Violation) in
        let found = FoundPartial(bytes)
        let record = DownloadRecord(Data(found.record))
        if let record {
            try require(DownloadRecord(record.encoded), equals: record, "written and read, it is another record")
            for count in 0..<record.encoded.count where count % 5 == 0 {
                try require(DownloadRecord(record.encoded.prefix(count)) == nil, "cut short, it is a record")
            }
        }
        let target = DownloadRecord.target(of: Request(url: found.url))
        let ours = DownloadRecord(
            target: target, validator: record?.validator ?? "\"1\"", length: record?.length, digest: record?.digest,
            name: record?.name)
        for known in [record, ours, nil] { try check(found, known) }
    }

    /// Goes on with the record that was found.
    private static func check(_ found: FoundPartial, _ record: DownloadRecord?) throws(Violation) {
        for count in [0, 5, 1_000] {
            var parser = DownloadParser(FileDownload(url: found.url), record: record, count: count)
            let range = parser.request.headerFields[.range]
            try require(range == nil || range == "bytes=\(count)-", "the range is \(range ?? "")")
            var steps: [DownloadStep] = []
            do {
                try parser.begin(found.response)
                for byte in found.body { try parser.take(Data([byte]), into: &steps) }
                try parser.finish(into: &steps)
            } catch { continue }
            try requireRight(steps, found, count, range)
        }
    }

    /// A file that is whole has what was there, where the rest was asked for and came, or else the body.
    private static func requireRight(
        _ steps: [DownloadStep], _ found: FoundPartial, _ count: Int, _ range: String?
    ) throws(Violation) {
        guard case .begin(let beginning)? = steps.first else { throw Violation("the steps have no beginning") }
        try require(beginning.offset == 0 || range != nil && beginning.offset == count, "it begins elsewhere")
        try require(SafeFileName.name(of: beginning.name), equals: beginning.name, "the name is not safe")
        guard steps.last == .whole else { return }
        let size = beginning.offset + (found.response.status == 416 ? 0 : found.body.count)
        let written = steps.reduce(beginning.offset) { size, step in
            if case .bytes(let bytes) = step { size + bytes.count } else { size }
        }
        try require(written, equals: size, "the file has another size")
        if beginning.offset > 0 { try require(found.response.status != 200, "a whole is put behind a part") }
        if let expected = beginning.expected { try require(size, equals: expected, "the whole has another size") }
    }
}

/// A record and a response.
private struct FoundPartial {
    let record: [UInt8]
    let body: [UInt8]
    var response: Response
    let url = URL(string: "https://example.org/a/file%20.bin") ?? URL(filePath: "/")

    init(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        record = Array(parts[0])
        var rest = parts.count > 1 ? parts[1] : []
        let statuses: [Response.Status] = [206, 200, 416, 206, 412, 404]
        response = Response(status: statuses[Int(rest.popFirst() ?? 0) % statuses.count])
        while let end = rest.firstIndex(of: 0x0A), end > rest.startIndex {
            let line = String(decoding: rest[..<end], as: UTF8.self).split(separator: ":", maxSplits: 1)
            rest = rest[(end + 1)...]
            guard line.count == 2, let name = HeaderFields.Name(String(line[0])),
                let field = try? HeaderFields.Field(name, String(line[1].drop { $0 == " " }))
            else { continue }
            response.headerFields.append(field)
        }
        body = Array(rest.dropFirst())
    }
}
