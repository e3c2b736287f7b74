/// What URLSession does differently on Apple platforms, by its documentation. No test has seen it: where one meets it,
/// the check may fail there, and need not. The article "Transports" has the same list, and a test compares them.
package enum URLSessionOnApple: String, CaseIterable {
    case joinedFields = "Lines of one field come and go as one value, in no order."
    case codings = "Codings are always undone."
    case getWithBody = "A GET request can't have a body, and is refused before anything is sent."
    case mediaType = "A body without a media type is sent with one."
    case knownMethods = "The name of a known method may be sent in capitals, however it is spelled."

    /// The checks that meet it, by the names that they have for Linux.
    var checks: [URLSessionOnLinux] {
        switch self {
        case .joinedFields: [.fieldsLoseOrder, .repeatedFieldsInRequests]
        case .codings: [.alwaysDecodes, .codedBytes, .namesOfNoCoding]
        case .getWithBody: [.getWithBody]
        case .mediaType: [.inventedContentType]
        case .knownMethods: [.methodsInCapitals]
        }
    }

    /// What a check meets there, if it is known.
    static func difference(in check: URLSessionOnLinux) -> URLSessionOnApple? {
        allCases.first { $0.checks.contains(check) }
    }
}
