#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Redaction {
    /// The request as an error may carry it: secret fields, secret query values and user information replaced.
    public func redacted(_ request: Request) -> Request {
        let redaction = including(secretsOf: request)
        var redacted = request
        redacted.headerFields = redaction.redacted(request.headerFields)
        redacted.url = URL(string: redaction.redacted(request.url)) ?? URL(filePath: Self.mark)
        return redacted
    }
}

extension Redaction {
    /// An error as text. Our own errors know their secrets; in those of others, whatever looks like one is replaced.
    package func text(of error: any Error) -> String {
        switch error {
        case is LoadError, is ParseFailure: "\(error)"
        // Ours name nothing secret, but may quote what a server or a proxy has said.
        case is TransportError, is RequestError:
            String(decoding: masked(echoesIn: Array("\(error)".utf8)), as: UTF8.self)
        default: String(decoding: masked(Array("\(error)".utf8)), as: UTF8.self)
        }
    }
}
