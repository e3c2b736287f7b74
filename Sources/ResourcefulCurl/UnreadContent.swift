/// The content of a redirect that is followed: it isn't read. A little of it is received, so that the connection can be
/// used again, and the rest is left.
struct UnreadContent {
    private var isUnread = false
    private var lookCount = 0
    private static let limit = 65_536

    /// Decides about the content after a head. Returns whether it is declared longer than what is received.
    mutating func isTooLong(of head: ResponseHead, to request: Request) -> Bool {
        guard let status = head.status, status.isRedirection else { return false }
        isUnread = request.leavesContent(of: Response(status: status, headerFields: head.headerFields))
        return isTooLong(head.contentLength ?? 0)
    }

    /// Returns whether this number of bytes is more than what is received.
    func isTooLong(_ count: Int) -> Bool { isUnread && count > Self.limit }

    /// Returns whether the content takes longer than from one look of the loop to the next.
    mutating func isHeldUp() -> Bool {
        guard isUnread else { return false }
        lookCount += 1
        return lookCount > 1
    }
}
