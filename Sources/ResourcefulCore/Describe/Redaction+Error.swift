extension Redaction {
    /// An error as text. Our own errors know their secrets; in those of others, whatever looks like one is replaced.
    package func text(of error: any Error) -> String {
        guard !(error is LoadError) else { return "\(error)" }
        return String(decoding: masked(Array("\(error)".utf8)), as: UTF8.self)
    }
}
