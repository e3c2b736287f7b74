extension Redaction {
    /// An error as text. Our own errors know their secrets; in those of others, whatever looks like one is replaced.
    package func text(of error: any Error) -> String {
        switch error {
        case is LoadError, is TransportError, is RequestError, is ParseFailure: "\(error)"
        default: String(decoding: masked(Array("\(error)".utf8)), as: UTF8.self)
        }
    }
}
