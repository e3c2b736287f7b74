import ResourcefulCore

extension LoopbackServer {
    /// Why bytes are not a request that can be answered, and the status that says so.
    struct MalformedRequest: Error, Equatable {
        let status: Response.Status
        let reason: String

        init(_ reason: String, status: Response.Status = 400) {
            self.status = status
            self.reason = reason
        }
    }
}
