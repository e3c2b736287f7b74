/// What URLSession does not do on Linux (Swift 6.3), found by the tests that name it. The article "URLSession on Linux"
/// has the same list, and a test compares them.
package enum URLSessionOnLinux: String, CaseIterable {
    case trailers = "A response with trailers ends the process."
    case headsCutShort = "A response that is cut short within its head ends the process."
    case hugeContentLength = "A Content-Length near the largest number ends the process."
    case cutShortCodings = "A coded body that was cut short is taken for whole."
    case codingMembers = "A body of several members of gzip is refused."
    case malformedLengths = "A Content-Length that is no number is believed, and so is one of two that differ."
    case fieldsLoseOrder = "Fields come without their order and their spelling, and lines of one name as one value."
    case namesOfNoCoding = "A body whose Content-Encoding names no coding, such as utf-8, is refused."
    case alwaysDecodes = "Codings are undone even if you keep them."
    case noReasonPhrase = "A status line without a reason and without a space is refused."
    case noSpaceAfterColon = "A field without a space after its colon is refused."
    case bareLineFeeds = "A head whose lines end with a line feed alone is refused."
    case latin1 = "A field with a byte of ISO 8859-1 in it is refused."
    case getWithBody = "A GET request can't have a body."
    case emptyBodies = "A request without a body is sent with an empty one, unless it is GET or HEAD."
    case inventedContentType = "A body without a media type is sent as application/octet-stream."
    case methodsInCapitals = "The name of a known method is sent in capitals, however it is spelled."
    case repeatedFieldsInRequests = "Fields of one name are sent as one line."
    case schemesInCapitals = "A URL whose scheme is in capitals is refused."
    case addressesOfIPv6 = "A URL whose host is an address of IPv6 is refused."
    case filesInChunks = "A file is sent in chunks, without its length, and slowly."
    case streams = "A stream can't be the body of a request."
    case codedBytes = "The bytes of a coded body are counted when its coding is undone, so its length is not known."
    case backPressure = "Who reads a body slowly does not slow the server down: what comes too early waits in a file."
    case emptyQueries = "A query that is empty is not sent with libcurl 8.8 or later, which URLSession uses."
    case waitingUsesTime = "A load that waits for its turn uses up its idle timeout."
    case promisedContent = "After an answer instead of 100 (Continue), the next request is taken for the content."
    case redirectContent = "The content of a redirect has to end before it is followed."

    enum Outcome {
        case isWrong, endsTheProcess
        /// With some versions of libcurl, which URLSession uses.
        case maybeWrong
    }

    var outcome: Outcome {
        switch self {
        case .trailers, .headsCutShort, .hugeContentLength: .endsTheProcess
        case .malformedLengths, .emptyQueries, .codingMembers: .maybeWrong
        default: .isWrong
        }
    }
}
