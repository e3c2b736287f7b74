package import ResourcefulTesting

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// An answer to a request for the rest of a file: a row of the table of all of them. What it says of its bytes may
/// contradict itself, and what is known of the file, but no bytes are called a part that they aren't.
package struct ResumptionAnswer: Sendable, CustomStringConvertible {
    /// The file. Its first half is there, and its tag is 1.
    package static let file = content(3_000)
    package static let known = 1_500

    package let status: Response.Status
    private let range: String?
    private let tag: String?
    private let coding: String?
    /// Whether it says no length.
    package let isChunked: Bool
    /// Whether the body is the whole file, and not what was asked for.
    private let hasAll: Bool
    /// Whether the connection ends in the middle of the body.
    package let isCut: Bool

    private static let ranges: [String?] = [
        nil, "bytes 1500-2999/3000", "bytes 0-2999/3000", "bytes 1500-2999/*", "bytes 1400-2999/3000",
        "bytes 1500-1999/3000", "bytes */3000", "bytes */1500", "1500-2999/3000",
    ]
    private static let tags = [#""1""#, #""2""#, #"W/"1""#, nil]

    /// All of them.
    package static let all: [ResumptionAnswer] =
        combinations(of: [200, 206], coding: nil, flags: [false, true], [false, true])
        + combinations(of: [200, 206], coding: "gzip", flags: [false, true], [false])
        + ["identity", "zstd"].flatMap { combinations(of: [200, 206], coding: $0, flags: [false], [false]) }
        + combinations(of: [203], coding: nil, flags: [false, true], [false])
        + combinations(of: [201, 202, 204, 226, 412, 416, 404, 503], coding: nil, flags: [false], [false])

    private static func combinations(
        of statuses: [Response.Status], coding: String?, flags: [Bool], _ cuts: [Bool]
    ) -> [ResumptionAnswer] {
        var rows: [ResumptionAnswer] = []
        for status in statuses {
            for range in ranges {
                for tag in tags {
                    for isChunked in flags {
                        for hasAll in flags {
                            // A part that has other bytes than it says, and ends before that shows, shows nowhere.
                            for isCut in cuts where !(status == 206 && isChunked && hasAll && isCut) {
                                rows.append(
                                    ResumptionAnswer(
                                        status: status, range: range, tag: tag, coding: coding, isChunked: isChunked,
                                        hasAll: hasAll, isCut: isCut))
                            }
                        }
                    }
                }
            }
        }
        return rows
    }

    /// The answer, with its whole body and without a length.
    package var response: Response {
        var response = Response(status: status, body: bytes)
        response.headerFields["Content-Range"] = range
        response.headerFields["ETag"] = tag
        response.headerFields["Content-Encoding"] = coding
        return response
    }

    /// The number of bytes after which the connection ends, if it does.
    package var cut: Int? { isCut ? bytes.count / 2 : nil }

    private var bytes: Data {
        let named = status == 206 ? range.flatMap { ContentRange(parsing: $0)?.range } : nil
        let content = hasAll ? Self.file : Self.file[named ?? Self.known..<Self.file.count]
        return switch coding {
        case "gzip": Gzip.compressed(content)
        case "zstd": [0x28, 0xB5, 0x2F, 0xFD] + content
        default: Data(content)
        }
    }

    package var description: String {
        "\(response)" + (isChunked ? ", in chunks" : "") + (hasAll ? ", all of it" : "") + (isCut ? ", cut" : "")
    }
}
