/// What URLSession does not do on Linux (Swift 6.3), found by the tests that name it. The article "URLSession on Linux"
/// has the same list, and a test compares them.
enum URLSessionOnLinux: String, CaseIterable, CustomStringConvertible {
    case trailers = "A response with trailers ends the process."
    case hugeContentLength = "A Content-Length near the largest number ends the process."
    case fieldsLoseOrder = "Fields come without their order and their spelling, and lines of one name as one value."
    case getWithBody = "A GET request can't have a body."
    case truncatedGzip = "A gzip body that was cut short is taken for whole."
    case latin1 = "A byte of ISO 8859-1 in a field is refused."
    case addressesOfIPv6 = "A host can't be an address of IPv6."

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
