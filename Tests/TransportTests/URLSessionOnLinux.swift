/// What URLSession does not do on Linux (Swift 6.3), found by the tests that name it. The article "URLSession on Linux"
/// has the same list, and a test compares them.
enum URLSessionOnLinux: String, CaseIterable, CustomStringConvertible {
    case trailers = "A response with trailers ends the process."
    case hugeContentLength = "A Content-Length near the largest number ends the process."
    case fieldsLoseOrder = "Fields come without their order and their spelling, and lines of one name as one value."
    case repeatedFieldsInRequests = "Fields of one name are sent as one line."
    case getWithBody = "A GET request can't have a body."
    case cutShortCodings = "A coded body that was cut short is taken for whole."
    case malformedLengths = "A Content-Length that is no number, or two that differ, are believed."
    case transferCodings = "A transfer coding that nobody asked for is passed over."
    case noReasonPhrase = "A status line without a reason and without a space is refused."
    case noSpaceAfterColon = "A field without a space after its colon is refused."
    case bareLineFeeds = "Lines that end with a line feed alone are refused."
    case foldedValues = "A value that goes on in the next line is refused."
    case latin1 = "A byte of ISO 8859-1 in a field is refused."
    case inventedContentType = "A body without a media type is sent with one."
    case dotsInPaths = "Dots in a path are not sent as they stand."
    case addressesOfIPv6 = "A host can't be an address of IPv6."
    case alwaysDecodes = "Codings are undone even for whoever asks for them by name."
    case waitingUsesTime = "A load that waits for its turn uses up its time-out."

    enum Outcome {
        case isWrong, isSometimesWrong, endsTheProcess, hangs
    }

    var outcome: Outcome {
        switch self {
        case .trailers, .hugeContentLength: .endsTheProcess
        default: .isWrong
        }
    }

    var description: String { rawValue }
}
