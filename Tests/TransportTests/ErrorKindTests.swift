import Foundation
import ResourcefulTesting
import ResourcefulURLSession
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking

    /// libcurl's texts, which are all that URLSession on Linux tells of most errors.
    struct ErrorKindTests {
        @Test func `an error is of the kind that libcurl's text says`() {
            let cases: [(String, TransportError.Kind)] = [
                // libcurl 7.88.
                ("transfer closed with 97 bytes remaining to read", TransportError.Kind.connectionLost),
                ("transfer closed with outstanding read data remaining", .connectionLost),
                ("Illegal or missing hexadecimal sequence in chunked-encoding", .malformedResponse),
                ("A libcurl function was given a bad argument", .malformedResponse),
                ("Failed writing header", .malformedResponse), ("Out of memory", .tooLarge),
                ("Too large response headers: 307217 > 307200", .tooLarge),
                (
                    "Unrecognized content encoding type. libcurl understands deflate, gzip.",
                    .malformedResponse
                ),
                // libcurl 8.14.
                ("end of response with 97 bytes missing", .connectionLost),
                ("chunk hex-length char not a hex digit: 0x7a", .malformedResponse),
                ("Invalid Content-Length: value", .malformedResponse),
                ("Failure writing output to destination, passed 2 returned 0", .malformedResponse),
                ("A value or data field grew larger than allowed", .tooLarge),
                ("Too many response headers, 5000 is max", .tooLarge),
                ("Unsolicited Transfer-Encoding (foo) found", .malformedResponse),
                ("Something that nobody has seen", .other),
            ]
            checkEach(cases) { text, kind in
                let error = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: text])
                let url = try #require(URL(string: "http://example.org/"), "\(text)")
                #expect(TransportError(urlSession: error, url: url).kind == kind, "\(text)")
            }
        }
    }
#endif
