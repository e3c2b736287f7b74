/// A store whose connections can be closed, before the process ends.
///
///     await (store as? any ConnectedStore)?.close()
public protocol ConnectedStore: Sendable {
    /// Closes the connections, after what was sent before is answered. Call it when no load uses the store any longer.
    func close() async
}
